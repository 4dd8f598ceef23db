// Reads what a forecast is made of.
import type { Db } from "../../kernel/sql/database.ts";
import { findBalances } from "../balances/queries.ts";
import { invoiceDueOn, periodOf } from "../billing/cycle.ts";
import { owedAsPlanned } from "../billing/owed.ts";
import { addDays } from "../calendar/day.ts";
import type { Period } from "../fields/period.ts";
import { addProblem, judge, type Submitted } from "../fields/record.ts";
import { listOwingCards, type OwingCard } from "../rows/queries_cards.ts";
import type { Expected } from "./project.ts";
import { type ComingRow, listComing, listCountedAccounts } from "./queries.ts";

const MOST_ROWS = 50_000;

/** Nobody has as many by hand; an answer that holds more would take the memory of all others. */
export function judgeCount(record: Submitted, { expected }: FoundForecast): void {
  if (expected.length > MOST_ROWS) addProblem(record, "rows", { kind: "tooMany", values: { most: MOST_ROWS } });
  judge(record, {});
}

export interface FoundForecast {
  extendedThrough: string;
  /** Whether there is such an account. */
  hasAccount: boolean;
  balanceCents: number;
  /** More than `MOST_ROWS` are not all of them. */
  expected: Expected[];
}

/** From its first day, which is today, to its last. `accountId`: undefined for all that count together. */
export async function findForecast(
  tx: Db,
  spaceId: number,
  accountId: number | undefined,
  { start: today, end }: Period,
): Promise<FoundForecast> {
  const before = { spaceId, accountId, start: addDays(today, 1), wholeMonths: undefined, rows: [] };
  const ids = accountId === undefined ? listCountedAccounts(tx, spaceId) : Promise.resolve([accountId]);
  const [balances, cards, accountIds] = await Promise.all([
    findBalances(tx, before),
    listOwingCards(tx, spaceId, invoiceDueOn(end)),
    ids,
  ]);
  const rows = await listComing(tx, { spaceId, accountIds, today, end }, MOST_ROWS + 1);
  const paidHere = (payer: number | null) => (payer === null ? accountId === undefined : accountIds.includes(payer));
  return {
    extendedThrough: balances.extended_through,
    hasAccount: accountId === undefined || balances.accounts > 0,
    balanceCents: balances.opening_cents + balances.paid_before,
    expected: [...rows.map(rowExpected), ...cards.filter((card) => paidHere(card.payer_id)).flatMap(invoicesExpected)],
  };
}

function rowExpected(row: ComingRow): Expected {
  const { id, paid_credit_card_id: cardId, paid_credit_card_invoice_id: invoice, category_id: _, ...rest } = row;
  return { kind: "transaction", ...rest, transaction_id: id, credit_card_id: cardId, credit_card_invoice_id: invoice };
}

/** What nobody has paid or planned to pay is paid when it is due. */
export function invoicesExpected({ id, name, payer_id: payer, days, sums, planned }: OwingCard): Expected[] {
  return owedAsPlanned(sums, planned).map(({ invoice, cents }) => ({
    kind: "invoice",
    date: periodOf(days, invoice).due,
    amount_cents: -cents,
    paid: false,
    description: name,
    account_id: payer,
    transaction_id: null,
    credit_card_id: id,
    credit_card_invoice_id: invoice,
  }));
}
