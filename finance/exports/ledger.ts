// Transactions in words, for files that people open: names instead of ids.
import type { Db } from "../../kernel/sql/database.ts";
import { monthOf } from "../invoices/number.ts";
import type { TransactionRow } from "../rows/row.ts";
import { showRows } from "../rows/transaction_row.ts";
import { type Days, isAnySplit, listCategoryNames, listNames, listPaidSums, readRows } from "./queries.ts";

export interface LedgerRequest {
  spaceId: number;
  period: Partial<Days>;
  today: string;
  now: Date;
}

export interface LedgerRow {
  id: number;
  date: string;
  description: string;
  category: string;
  /** Of the account, or of the card. */
  target: string;
  amountCents: number;
  paid: boolean;
  /** Of a part of a split transaction `1/3`: each part has a line of its own. */
  division: string;
  /** `2/12`, or nothing. */
  instalment: string;
  /** The month of the invoice that a purchase is on, `2026-01`, or nothing. */
  invoice: string;
  /** Where the money of a transfer went or came from, or the card that was paid. */
  counterpart: string;
  tags: string;
  notes: string;
}

export const ALWAYS: Days = { start: "1900-01-01", end: "2199-12-31" };

export async function* readLedger(tx: Db, { spaceId, period }: LedgerRequest): AsyncGenerator<LedgerRow[]> {
  const [accounts, cards, categories, sums] = await Promise.all([
    listNames(tx, spaceId, "accounts"),
    listNames(tx, spaceId, "credit_cards"),
    listCategoryNames(tx, spaceId),
    listPaidSums(tx, spaceId),
  ]);
  // Accounts and cards share their ids.
  const namesOfTargets = new Map([...accounts, ...cards].map(({ id, name }) => [id, name]));
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const paths = new Map(
    categories.map(({ id, name, parent_id: parent }) => [id, parent === null ? name : `${categoryNames.get(parent)} / ${name}`]),
  );
  const nameOf = (names: ReadonlyMap<number, string>, id: number | null) => (id === null ? "" : (names.get(id) ?? ""));
  for await (const page of readRows(tx, spaceId, { ...ALWAYS, ...period }))
    yield showRows(page, sums)
      .flatMap(linesOf)
      .map(({ row, division }) => ({
        id: row.id,
        date: row.date,
        description: row.description,
        category: nameOf(paths, row.category_id),
        target: nameOf(namesOfTargets, row.account_id),
        amountCents: row.amount_cents,
        division,
        paid: row.paid,
        instalment: row.total_installments > 1 ? `${row.installment}/${row.total_installments}` : "",
        invoice: row.credit_card_invoice_id === null ? "" : monthOf(row.credit_card_invoice_id).slice(0, 7),
        counterpart: nameOf(namesOfTargets, row.oposite_account_id ?? row.paid_credit_card_id),
        tags: row.tags.join(", "),
        notes: row.notes ?? "",
      }));
}

/** A row as it is, or each of its parts as if it were one. */
function linesOf(row: TransactionRow): { row: TransactionRow; division: string }[] {
  if (!row.parts) return [{ row, division: "" }];
  return row.parts.map(({ category_id, amount_cents, description, tags }, index, { length }) => ({
    row: {
      ...row,
      category_id,
      amount_cents,
      description: description === null ? row.description : `${row.description}: ${description}`,
      tags: [...new Set([...row.tags, ...tags])],
    },
    division: `${index + 1}/${length}`,
  }));
}

/** Files without split transactions have no column for them, as before there were any. */
export function hasSplitRows(tx: Db, { spaceId, period }: LedgerRequest): Promise<boolean> {
  return isAnySplit(tx, spaceId, { ...ALWAYS, ...period });
}
