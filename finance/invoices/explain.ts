// Why an invoice is what it is: every row that it has, and the rule that put it there, step by step to its balance.
import { byInvoice, type InvoiceSums, runBefore } from "../billing/balance.ts";
import { type CardDays, newestDays } from "../billing/cycle.ts";
import { type Facts, type RowKind, type Rule, textOf } from "./explain_texts.ts";
import type { FullInvoice, InvoiceRow } from "./find_invoice.ts";
import type { Language } from "./number.ts";

export interface Line {
  rule: Rule;
  text: string;
  /** What it adds, and what the balance is after it. */
  amount_cents: number;
  balance_cents: number;
  transaction_id: number | null;
  /** Of another invoice, where something comes from there. */
  invoice_id: number | null;
}

/** The last line is the balance. */
export function explainInvoice({ facts, invoice, purchases, payments }: FullInvoice, language: Language): Line[] {
  const { number, amountCents, paymentCents } = invoice;
  const lines: Line[] = [];
  let balanceCents = 0;
  const add = (what: Facts, cents = 0, from: { transaction?: number; invoice?: number } = {}) => {
    balanceCents += cents;
    lines.push({
      rule: what.rule,
      text: textOf(what, language),
      amount_cents: cents,
      balance_cents: balanceCents,
      transaction_id: from.transaction ?? null,
      invoice_id: from.invoice ?? null,
    });
  };
  add({ rule: "period", ...invoice, days: daysOf(facts.days, number) });
  const run = runBefore(byInvoice(facts.sums), number).toReversed();
  for (const sums of sinceNothingWasLeft(run)) add({ rule: "carry", sums }, leftBy(sums), { invoice: sums.invoice });
  if (run.length === 0) add({ rule: "no_carry", invoice: number - 1 }, 0, { invoice: number - 1 });
  add({ rule: "previous_balance", cents: balanceCents });
  for (const row of oldestFirst(purchases))
    add({ rule: ruleOf(row, invoice), row, kind: kindOf(row) }, row.amount_cents, { transaction: row.id });
  add({ rule: "amount", cents: amountCents });
  for (const row of oldestFirst(payments))
    add({ rule: row.paid ? "payment" : "planned_payment", row }, row.paid ? -row.amount_cents : 0, { transaction: row.id });
  add({ rule: "payment_amount", cents: paymentCents });
  add({ rule: "balance", cents: balanceCents });
  return lines;
}

/** What stands before an invoice after which nothing was left explains nothing, and may go back for years. */
function sinceNothingWasLeft(run: readonly InvoiceSums[]): readonly InvoiceSums[] {
  let left = 0;
  const balances = run.slice(0, -1).map((sums) => {
    left += leftBy(sums);
    return left;
  });
  return run.slice(balances.lastIndexOf(0) + 1);
}

function leftBy({ amount_cents: amount, payment_cents: payment }: InvoiceSums): number {
  return amount - payment;
}

/** What holds for the invoice; the oldest hold for all before them, too. */
export function daysOf(days: readonly CardDays[], number: number): CardDays & { isFirst: boolean } {
  const index = Math.max(
    days.findLastIndex(({ fromInvoice }) => fromInvoice <= number),
    0,
  );
  return { ...(days[index] ?? newestDays(days)), isFirst: index === 0 };
}

function ruleOf({ invoice_pinned: isPinned, date }: InvoiceRow, { starting, closing }: { starting: string; closing: string }) {
  if (isPinned) return "pinned";
  return starting <= date && date <= closing ? "in_period" : "out_of_period";
}

function kindOf({ recurring, total_installments: parts, amount_cents: cents }: InvoiceRow): RowKind {
  if (recurring) return "fixed";
  if (parts > 1) return "installment";
  return cents > 0 ? "refund" : "purchase";
}

function oldestFirst(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.toReversed();
}
