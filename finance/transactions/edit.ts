// What a client wants changed of a transaction, and what that means for the one that is stored.
import { FIRST_DAY, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, stepsThrough } from "../calendar/periodicity.ts";
import { readDate, readFlag, readInteger, readOneOf, readOptionalText, readText } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import type { AmountEdit, RowEdit, Scope, StoredTransaction } from "../ledger/queries_change.ts";
import type { PairEdit } from "../ledger/queries_pair.ts";
import { MOST_CENTS, split } from "../money/cents.ts";
import { LONGEST_NOTES, MOST_OCCURRENCES, readKnownId } from "./new_transaction.ts";
import { KINDS, type Kind, signedLike } from "./sign.ts";
import { readTagNames } from "./tag_names.ts";

/** What is undefined stays as it is. */
export interface Wish extends Omit<RowEdit, "amount"> {
  cents: number | undefined;
  /** For all instalments together. */
  totalCents: number | undefined;
  kind: Kind | undefined;
  scope: Scope;
}

/** Notes what is wrong in the record, whatever is stored. */
export function readWish(record: Submitted): Wish {
  const range = { least: -MOST_CENTS, most: MOST_CENTS };
  const wish = {
    description: readText(record, "description", { filled: true }),
    notes: readOptionalText(record, "notes", { most: LONGEST_NOTES }),
    tags: readTagNames(record),
    accountId: readKnownId(record, "account_id"),
    categoryId: readKnownId(record, "category_id"),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    cents: readInteger(record, "amount_cents", range),
    totalCents: readInteger(record, "total_amount_cents", range),
    kind: readOneOf(record, "kind", KINDS),
    scope: readScope(record),
  };
  if (wish.cents !== undefined && wish.totalCents !== undefined)
    addProblem(record, "total_amount_cents", { kind: "exclusive", values: { other: "amount_cents" } });
  return wish;
}

/** Both together mean all. A transaction that stands alone is all there is of it. */
export function readScope(record: Submitted): Scope {
  const future = readFlag(record, "update_future");
  if (readFlag(record, "update_all")) return "all";
  return future ? "future" : "one";
}

/** Notes what cannot be done to this one. `extendedThrough`: a fixed series has its rows up to there. */
export function planRowEdit(record: Submitted, wish: Wish, stored: StoredTransaction, extendedThrough: string): RowEdit {
  const { cents, totalCents, kind, scope, ...edit } = wish;
  const date = wish.date === stored.date ? undefined : wish.date;
  if (date && scope !== "one") judgeSpread(record, date, stored, scope, extendedThrough);
  return { ...edit, date, amount: planAmount(record, wish, stored) };
}

/** Instalments are changed part by part, unless a new total is given for all of them. */
function planAmount(record: Submitted, { cents, totalCents, kind }: Wish, stored: StoredTransaction): AmountEdit | undefined {
  const { amount_cents: before, series } = stored;
  const isExpense = before < 0 || (before === 0 && stored.category_kind === "expenses");
  if (cents !== undefined) return { cents: signedLike(cents, kind, isExpense) };
  if (totalCents === undefined) return kind && { sign: kind === "expense" ? -1 : 1 };
  if (series?.kind !== "installments") {
    addProblem(record, "total_amount_cents", { kind: "invalid" });
    return;
  }
  if (Math.abs(totalCents) < series.rows)
    addProblem(record, "total_amount_cents", { kind: "unsplittable", values: { parts: series.rows } });
  const [firstCents = 0, laterCents = 0] = split(signedLike(totalCents, kind, isExpense), series.rows);
  return { firstCents, laterCents };
}

/** All dates in scope are counted from the new one, and must be days that are kept. */
function judgeSpread(record: Submitted, date: string, stored: StoredTransaction, scope: Scope, extendedThrough: string): void {
  const { series, occurrence } = stored;
  if (!series || occurrence === null) return;
  const { periodicity, first_row: first, last_row: last, last_occurrence: made } = series;
  const dayOf = (each: number) => dayAfter(date, periodicity, each - occurrence);
  if (dayOf(scope === "all" ? first : occurrence) < FIRST_DAY)
    addProblem(record, "date", { kind: "tooSmall", values: { least: FIRST_DAY } });
  if (dayOf(last) > LAST_DAY) addProblem(record, "date", { kind: "tooLarge", values: { most: LAST_DAY } });
  const further = stepsThrough(date, periodicity, extendedThrough) + occurrence - made;
  if (series.kind === "fixed" && !series.ended && further > MOST_OCCURRENCES)
    addProblem(record, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } });
}

/** A leg of a transfer keeps its direction and its category; what else is said of it holds for both. */
export function planPairEdit(record: Submitted, wish: Wish, stored: StoredTransaction): PairEdit {
  const isOut = stored.amount_cents < 0;
  const { cents, kind, accountId, categoryId } = wish;
  if (cents === 0) addProblem(record, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
  if (kind !== undefined && (kind === "expense") !== isOut) addProblem(record, "kind", { kind: "unchangeable" });
  if (wish.totalCents !== undefined) addProblem(record, "total_amount_cents", { kind: "invalid" });
  if (accountId !== undefined && accountId === stored.oposite_account_id)
    addProblem(record, "account_id", { kind: "same", values: { other: "oposite_account_id" } });
  if (categoryId !== undefined && categoryId !== stored.category_id && !record.problems.has("category_id"))
    addProblem(record, "category_id", { kind: "unchangeable" });
  const amountCents = cents && (isOut ? -Math.abs(cents) : Math.abs(cents));
  return { ...wish, amountCents };
}
