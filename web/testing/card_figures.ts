// Test support: the figures of cards and their invoices, each as every screen that shows it gets it.
import { lastDayOf } from "../app/rules/days.ts";
import { aheadPaths, stepsOf } from "../app/rules/invoices.ts";
import type { Overview } from "../app/rules/overview.ts";
import type { Card, FullInvoice, Invoice, Transaction } from "../app/rules/records.ts";

interface CardReading {
  overview: Overview;
  ask<Body>(path: string): Promise<Body>;
  show(screen: string, name: string, cents: number): void;
}

export async function readCards({ overview, ask, show }: CardReading): Promise<void> {
  for (const card of await ask<Card[]>("/credit_cards")) {
    const ofCard = overview.credit_cards.find(({ credit_card_id: id }) => id === card.id);
    if (card.available_cents !== null) show("cards", `available on ${card.id}`, card.available_cents);
    if (ofCard?.available_cents != null) show("overview", `available on ${card.id}`, ofCard.available_cents);
    const [opened] = ofCard ? [ofCard.open_invoice] : [];
    if (!opened) continue;
    const single = await ask<FullInvoice>(`/credit_cards/${card.id}/invoices/${opened.id}`);
    const listed = (
      await ask<Invoice[]>(`/credit_cards/${card.id}/invoices?start_date=${opened.date}&end_date=${opened.date}`)
    )[0];
    for (const [screen, invoice] of [
      ["overview", opened],
      ["invoice", single],
      ["cards", listed],
    ] as const)
      show(screen, `to pay, invoice ${opened.id} of ${card.id}`, invoice?.balance_cents ?? Number.NaN);
    await readAhead({ ask, show }, single);
  }
}

/** What the screen of an invoice shows as ahead, and the rows of the card. */
async function readAhead({ ask, show }: Pick<CardReading, "ask" | "show">, invoice: FullInvoice): Promise<void> {
  const paths = aheadPaths(invoice);
  const name = `instalments after invoice ${invoice.id} of ${invoice.credit_card_id}`;
  const later = await ask<(Invoice & { installments_cents: number })[]>(paths.invoices);
  const steps = stepsOf(invoice, later);
  show(
    "invoice, steps",
    name,
    steps.reduce((sum, { cents }) => sum + cents, 0),
  );
  const last = steps.at(-1)?.month ?? invoice.date.slice(0, 7);
  const rows = await ask<Transaction[]>(
    `/transactions?credit_card_id=${invoice.credit_card_id}&start_date=${invoice.starting_date}&end_date=${lastDayOf(last)}`,
  );
  const ahead = rows.filter((row) => row.total_installments > 1 && (row.credit_card_invoice_id ?? 0) > invoice.id);
  show("rows of the card", name, -ahead.reduce((sum, row) => sum + row.amount_cents, 0) + 0);
}
