// The two rows of a new transfer, each with the id of the other.
import type { StoredRow } from "../tables/tables.ts";
import type { PlainFields } from "./plain_fields.ts";
import { PLAIN_ROW } from "./stored_row.ts";

export interface NewTransfer extends PlainFields {
  /** More than nothing. */
  amountCents: number;
  date: string;
  paid: boolean;
}

export interface Legs {
  from: number;
  to: number;
  categoryId: number;
  ids: readonly number[];
  now: Date;
  userId: number | null;
}

/** What goes out, and what comes in. */
export function legsOf(
  { amountCents, ...transfer }: NewTransfer,
  { from, to, categoryId, ids, now, userId }: Legs,
): [StoredRow, StoredRow] {
  const [outId, inId] = ids as [number, number];
  const at = now.toISOString();
  const times = { created_at: at, updated_at: at };
  const common = { ...PLAIN_ROW, ...transfer, category_id: categoryId, ...times, created_by_id: userId };
  return [
    { ...common, id: outId, account_id: from, amount_cents: -amountCents, oposite_transaction_id: inId, oposite_account_id: to },
    { ...common, id: inId, account_id: to, amount_cents: amountCents, oposite_transaction_id: outId, oposite_account_id: from },
  ];
}
