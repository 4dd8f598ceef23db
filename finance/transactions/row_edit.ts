// A change of a transaction that is known to be possible, and what rows and series take over from it alike.
import { scaledParts, splitInto } from "../rows/parts.ts";
import type { PlainEdit } from "../rows/plain_fields.ts";
import type { StoredParts } from "../tables/parts.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { type AccountOrCard, type AccountOrCardColumns, accountOrCardColumns } from "./account_or_card.ts";
import type { PaidBeforeCard } from "./queries.ts";
import type { SplitTransfer } from "./split_transfers.ts";

/** Which rows a change reaches: this one; or of its series this one and later ones, or all. */
export type Scope = "one" | "future" | "all";

/** What is undefined stays as it is. */
export interface RowEdit extends PlainEdit {
  /** Another category takes the parts away. */
  categoryId?: number | undefined;
  /** Of this row; the others in scope are split in the same proportion. An empty list: not split any more. */
  parts?: StoredParts | undefined;
  /** Parts that become rows of their own, of this row. */
  transfers?: readonly SplitTransfer[] | undefined;
  /** Of this row, whatever the scope. */
  refundOfId?: number | null | undefined;
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
export type AmountEdit = { cents: number } | { sign: 1 | -1 } | TotalEdit;

export interface TotalEdit {
  firstCents: number;
  laterCents: number;
  /** What each instalment has of new parts of the total, in their order. */
  columns?: readonly StoredParts[] | undefined;
}

export interface EditContext {
  scope: Scope;
  edit: RowEdit;
  /** What leaves a card and was made there is paid up to this day, unless given. */
  today: string;
  /** What leaves a card is as it was before it went there. */
  paidBeforeCard: PaidBeforeCard;
  now: Date;
}

/** What a row of that amount is split into, and its category. `index`: among the rows of its series. */
export function newSplit(
  { categoryId, parts, amount }: RowEdit,
  before: Pick<StoredRow | StoredSeries, "category_id" | "parts">,
  cents: number,
  index = 0,
): Pick<StoredRow, "category_id" | "parts"> {
  const chosenCategory = categoryId ?? before.category_id;
  const requested = amount && "columns" in amount ? amount.columns?.[index] : parts;
  if (requested) return splitInto(requested.length === 0 ? null : scaledParts(requested, cents), chosenCategory);
  if (chosenCategory !== before.category_id) return splitInto(null, chosenCategory);
  return splitInto(before.parts && scaledParts(before.parts, cents), chosenCategory);
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
