// Reads invoices, with the rows that fixed series have on them.
import type { Database } from "../../kernel/sql/database.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import { periodOf } from "../credit_cards/cycle.ts";
import type { FinanceCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge, submit } from "../fields/record.ts";
import { extendSpace } from "../ledger/extend.ts";
import {
  type CardFacts,
  type ExplainedFacts,
  findInvoiceRows,
  findInvoices,
  type InvoiceQuestion,
  type InvoiceRow,
} from "../ledger/queries_card_invoices.ts";
import { farthestEnd } from "../ledger/window.ts";
import { type Statement, statementsOf } from "./statement.ts";

export interface Reading {
  db: Database;
  caller: FinanceCaller;
  now: Date;
}

const MOST_ROWS = 50_000;

/** Invoices by their numbers, oldest first. The 404 where the space has no such card. */
export async function findStatements(reading: Reading, question: InvoiceQuestion): Promise<Statement[]> {
  const facts = await readExtended(
    reading,
    question,
    () => findInvoices(reading.db, question),
    (found) => found,
  );
  return statementsOf({ ...facts, carriedCents: facts.carried_cents }, question.first, question.last);
}

export interface FullStatement {
  facts: ExplainedFacts;
  statement: Statement;
  /** Newest first. */
  purchases: InvoiceRow[];
  payments: InvoiceRow[];
}

/** One invoice and its rows. */
export async function findFullStatement(reading: Reading, question: InvoiceQuestion): Promise<FullStatement> {
  const find = () => findInvoiceRows(reading.db, question, MOST_ROWS + 1);
  const { facts, rows } = await readExtended(reading, question, find, (found) => found.facts);
  const [statement] = statementsOf({ ...facts, carriedCents: facts.carried_cents }, question.first, question.last);
  const { hasPayment, balanceCents } = statement as Statement;
  const purchases = rows.filter((row) => row.credit_card_id !== null);
  judgeCount(rows.length, purchases.length);
  return {
    facts,
    statement: statement as Statement,
    // What is bought on a card is stored as spent; it is paid once its invoice is.
    purchases: purchases.map((row) => ({ ...row, paid: hasPayment && balanceCents >= 0 })),
    payments: rows.filter((row) => row.credit_card_id === null),
  };
}

/** Nobody has as many by hand; an answer that holds more would take the memory of all others. */
function judgeCount(rows: number, purchases: number): void {
  const record = submit({}, undefined);
  const most = { kind: "tooMany", values: { most: MOST_ROWS } } as const;
  if (purchases > MOST_ROWS) addProblem(record, "transactions", most);
  if (rows - purchases > MOST_ROWS) addProblem(record, "payments", most);
  judge(record, {});
}

/** Fixed series get their rows first if the invoices go past them; then all is read again. */
async function readExtended<Found>(
  { db, caller, now }: Reading,
  { last }: InvoiceQuestion,
  find: () => Promise<Found | undefined>,
  factsOf: (found: Found) => CardFacts,
): Promise<Found> {
  const found = await find();
  if (found === undefined) throw fail.recordUnknown();
  const { days, extended_through: extendedThrough } = factsOf(found);
  const farthest = farthestEnd(dayIn(caller.timeZone, now));
  const { due } = periodOf(days, last);
  const through = due < farthest ? lastOfMonth(due) : farthest;
  if (extendedThrough >= through) return found;
  await extendSpace(db, caller.spaceId, through, now);
  return (await find()) ?? found;
}
