// A change of a transaction that is known to be possible, and what rows and series take over from it alike.
import { type PlainEdit, plainFields } from "../rows/plain_fields.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { type AccountOrCard, type AccountOrCardColumns, accountOrCardColumns } from "./account_or_card.ts";
import type { PaidBeforeCard } from "./queries.ts";

/** Which rows a change reaches: this one; or of its series this one and later ones, or all. */
export type Scope = "one" | "future" | "all";

/** What is undefined stays as it is. */
export interface RowEdit extends PlainEdit {
  categoryId?: number | undefined;
  amount?: AmountEdit | undefined;
  /** Of this row, whatever the scope. On a card it is the invoice that says it. */
  paid?: boolean | undefined;
  /** Of this row; the others in scope are counted from it. */
  date?: string | undefined;
  accountOrCard?: AccountOrCard | undefined;
  /** The invoice that the client named, of this row; null where the date shall say it. */
  invoice?: number | null | undefined;
}

/** The same for every row in scope; its sign alone; or the whole series split anew, whatever the scope. */
export type AmountEdit = { cents: number } | { sign: 1 | -1 } | { firstCents: number; laterCents: number };

export interface EditContext {
  scope: Scope;
  edit: RowEdit;
  /** What leaves a card and was made there is paid up to this day, unless given. */
  today: string;
  /** What leaves a card is as it was before it went there. */
  paidBeforeCard: PaidBeforeCard;
  now: Date;
}

export function spreadFields(edit: RowEdit, before: StoredRow | StoredSeries) {
  return { ...plainFields.edit(edit, before), category_id: edit.categoryId ?? before.category_id };
}

export function newAmount(amount: AmountEdit | undefined, cents: number, isFirst: boolean): number {
  if (amount === undefined) return cents;
  if ("cents" in amount) return amount.cents;
  if ("sign" in amount) return Math.abs(cents) * amount.sign + 0;
  return isFirst ? amount.firstCents : amount.laterCents;
}

export function newAccountOrCard(accountOrCard: AccountOrCard | undefined, before: AccountOrCardColumns): AccountOrCardColumns {
  return accountOrCard
    ? accountOrCardColumns(accountOrCard)
    : { account_id: before.account_id, credit_card_id: before.credit_card_id };
}
