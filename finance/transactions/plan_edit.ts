// What a change that a client wants means for the transaction that is stored, and what of it cannot be done.
import { FIRST_DAY, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, stepsThrough } from "../calendar/periodicity.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import { split } from "../money/cents.ts";
import type { EditRequest } from "./edit_request.ts";
import { MOST_OCCURRENCES } from "./new_transaction.ts";
import { judgeCardDays, type Place } from "./place.ts";
import type { AmountEdit, RowEdit, Scope } from "./row_edit.ts";
import { signedAs, signedLike } from "./sign.ts";
import type { Judged } from "./stored.ts";

/** What else is known where a change is planned. */
export interface Plan {
  place: Place | undefined;
  /** A fixed series has its rows up to there. */
  extendedThrough: string;
  /** A positive amount is an income, as it is to the original service; else it keeps the direction. */
  signIsMeant: boolean;
}

/** Notes what cannot be done to this one. */
export function planRowEdit(record: Submitted, request: EditRequest, stored: Judged, plan: Plan): RowEdit {
  const { description, notes, tags, categoryId, paid, scope } = request;
  const date = request.date === stored.date ? undefined : request.date;
  if (date && scope !== "one") judgeSpread(record, { date, scope, stored }, plan);
  const place = planPlace(record, request, stored, plan.place);
  const invoice = planInvoice(record, request, stored, { ...plan, place }, date);
  const amount = planAmount(record, request, stored, plan.signIsMeant);
  return { description, notes, tags, categoryId, paid, date, amount, place, invoice };
}

/** What pays an invoice is not on one itself. */
function planPlace(record: Submitted, request: EditRequest, stored: Judged, place: Place | undefined): Place | undefined {
  const isCard = place !== undefined && "creditCardId" in place;
  if (isCard && stored.paid_credit_card_id !== null)
    addProblem(record, request.creditCardId === undefined ? "account_id" : "credit_card_id", { kind: "invalid" });
  // Sent back as it is, it asks for nothing; but of a series other rows may be elsewhere.
  const isStored = place && ("creditCardId" in place ? place.creditCardId : place.accountId) === stored.account_id;
  return isStored && request.scope === "one" ? undefined : place;
}

/**
 * A number names the invoice, null leaves it to the date. The number that is stored is no news while the row stays where it is: clients
 * send whole records back, and such a row shall still follow the days of its card.
 */
function planInvoice(
  record: Submitted,
  request: EditRequest,
  stored: Judged,
  { place }: Pick<Plan, "place">,
  date: string | undefined,
): number | null | undefined {
  const isOnCard = place ? "creditCardId" in place : stored.credit_card_id !== null;
  if (!isOnCard) {
    const isStored = request.invoice === stored.credit_card_invoice_id;
    if (typeof request.invoice === "number" && !isStored && !record.problems.has("credit_card_id"))
      addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
    return;
  }
  judgeDaysOnCard(record, request, stored, date);
  if (request.invoice === stored.credit_card_invoice_id && date === undefined && place === undefined) return;
  return request.invoice;
}

function judgeDaysOnCard(record: Submitted, request: EditRequest, stored: Judged, date: string | undefined): void {
  const { series } = stored;
  const day = date ?? stored.date;
  if (!series || request.scope === "one") judgeCardDays(record, day, day);
  // With a date that spreads, `judgeSpread` has looked at all of them.
  else if (date === undefined) judgeCardDays(record, series.first_date, series.last_date);
}

/** What pays an invoice leaves the account. */
function judgePayment(record: Submitted, { cents, kind }: EditRequest): void {
  if (kind === "income") addProblem(record, "kind", { kind: "invalid" });
  if (cents === 0) addProblem(record, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
}

/** Instalments are changed part by part, unless a new total is given for all of them. */
function planAmount(record: Submitted, request: EditRequest, stored: Judged, signIsMeant: boolean): AmountEdit | undefined {
  if (stored.paid_credit_card_id !== null) judgePayment(record, request);
  const { cents, totalCents, kind } = request;
  const { amount_cents: before, series } = stored;
  const isExpense = before < 0 || (before === 0 && stored.category_kind === "expenses");
  const isSigned = signIsMeant && stored.paid_credit_card_id === null;
  const signed = (value: number) => (isSigned ? signedAs(value, kind) : signedLike(value, kind, isExpense));
  if (cents !== undefined) return { cents: signed(cents) };
  if (totalCents === undefined) return kind && { sign: kind === "expense" ? -1 : 1 };
  if (series?.kind !== "installments") {
    addProblem(record, "total_amount_cents", { kind: "invalid" });
    return;
  }
  if (Math.abs(totalCents) < series.rows)
    addProblem(record, "total_amount_cents", { kind: "unsplittable", values: { parts: series.rows } });
  const [firstCents = 0, laterCents = 0] = split(signed(totalCents), series.rows);
  return { firstCents, laterCents };
}

/** All dates in scope are counted from the new one, and must be days that are kept. */
function judgeSpread(
  record: Submitted,
  { date, scope, stored }: { date: string; scope: Scope; stored: Judged },
  { place, extendedThrough }: Plan,
): void {
  const { series, occurrence } = stored;
  const isOnCard = series?.on_card || (place !== undefined && "creditCardId" in place);
  if (!series || occurrence === null) return;
  const { periodicity, first_row: first, last_row: last, last_occurrence: made } = series;
  const dayOf = (each: number) => dayAfter(date, periodicity, each - occurrence);
  const [firstDay, lastDay] = [dayOf(scope === "all" ? first : occurrence), dayOf(last)];
  if (isOnCard) judgeCardDays(record, firstDay, lastDay);
  else {
    if (firstDay < FIRST_DAY) addProblem(record, "date", { kind: "tooSmall", values: { least: FIRST_DAY } });
    if (lastDay > LAST_DAY) addProblem(record, "date", { kind: "tooLarge", values: { most: LAST_DAY } });
  }
  const further = stepsThrough(date, periodicity, extendedThrough) + occurrence - made;
  if (series.kind === "fixed" && !series.ended && further > MOST_OCCURRENCES)
    addProblem(record, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } });
}
