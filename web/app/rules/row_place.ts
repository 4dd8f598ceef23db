// The account or card of a row, as filters and options write it: `account:3`, `card:7`.
import type { Transaction } from "./records.ts";

export const placeOf = (row: Pick<Transaction, "account_id" | "credit_card_id">) =>
  row.credit_card_id === null ? `account:${row.account_id}` : `card:${row.credit_card_id}`;

/** The account of a place; undefined of a card. */
export function accountIdOf(place: string): number | undefined {
  const id = /^account:(\d+)$/.exec(place)?.[1];
  return id === undefined ? undefined : Number(id);
}
