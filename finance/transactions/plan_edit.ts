// What a change that a client wants means for the transaction that is stored, and what of it cannot be done.
import { FIRST_DAY, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, stepsThrough } from "../calendar/periodicity.ts";
import {
  ABSENT,
  hasProblem,
  invalid,
  joinProblems,
  NO_PROBLEMS,
  type Problems,
  problemIf,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { split } from "../money/cents.ts";
import { overInstalments } from "../money/proportion.ts";
import { sumOf, withCents } from "../rows/parts.ts";
import { plainFieldsOf } from "../rows/plain_fields.ts";
import type { AccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import { isNeutral } from "../rows/stored_row.ts";
import type { StoredParts } from "../tables/parts.ts";
import { type AccountOrCard, checkCardDays } from "./account_or_card.ts";
import type { EditRequest } from "./edit_request.ts";
import { checkRefund } from "./find_target.ts";
import { MOST_OCCURRENCES } from "./new_transaction.ts";
import { type Purchase, refundSplit } from "./refunds.ts";
import { isEcho, type RequestedParts, signedParts } from "./requested_parts.ts";
import { type AmountEdit, newAmount, type RowEdit, type Scope, type TotalEdit } from "./row_edit.ts";
import { signedAs, signedLike } from "./sign.ts";
import { checkTransfers, divide, withAlone } from "./split_transfers.ts";
import type { EditableTransaction } from "./stored.ts";

/** What else is known where a change is planned. */
export interface Plan {
  accountOrCard: AccountOrCard | undefined;
  /** A fixed series has its rows up to there. */
  extendedThrough: string;
  /** A positive amount is an income, as it is to the original service; else it keeps the direction. */
  signIsMeant: boolean;
  /** Those that parts name. */
  accountsAndCards: AccountsAndCards;
  /** That the request says it refunds, if there is such a one. */
  purchase: Purchase | undefined;
  /** What is wrong with the request already. */
  problems: Problems;
}

/** With the problems of what cannot be done to this one. */
export function planRowEdit(request: EditRequest, stored: EditableTransaction, plan: Plan): WithProblems<RowEdit> {
  const { scope } = request;
  const date = request.date === stored.date ? undefined : request.date;
  const accountOrCard = planAccountOrCard(request, stored, plan.accountOrCard);
  const isCardWrong = hasProblem(plan.problems, "credit_card_id") || hasProblem(accountOrCard.problems, "credit_card_id");
  const invoice = planInvoice(request, stored, { accountOrCard: accountOrCard.value, date, isCardWrong });
  const { value: amount, problems: amountProblems } = planAmount(request, stored, plan.signIsMeant);
  const isAmountWrong = joinProblems(plan.problems, amountProblems).some(([field]) => AMOUNT_FIELDS.has(field));
  const signed = isAmountWrong ? ABSENT : planParts(request, stored, amount);
  const division = signed.value && signed.problems.length === 0 ? divide(signed.value, sumOf(signed.value)) : ABSENT;
  const { parts, alone, transfers = [], cents = 0 } = division.value ?? {};
  const account = accountOrCard.value ?? plan.accountOrCard;
  const isOnCard = account ? "creditCardId" in account : stored.credit_card_id !== null;
  const refund = planRefund(request, stored, { amount, purchase: plan.purchase });
  return {
    value: {
      ...request,
      ...withParts(parts, transfers.length > 0 ? { cents } : amount, stored),
      categoryId: planCategory(request, stored, parts),
      transfers,
      ...(alone && { categoryId: alone.category_id, ...withAlone(plainFieldsOf({ ...stored, ...definedOf(request) }), alone) }),
      ...refund.value,
      date,
      accountOrCard: accountOrCard.value,
      invoice: invoice.value,
    },
    problems: joinProblems(
      date && scope !== "one" ? checkSpread({ date, scope, stored }, plan) : NO_PROBLEMS,
      accountOrCard.problems,
      invoice.problems,
      amountProblems,
      signed.problems,
      division.problems,
      checkTransfers(request.parts, {
        accountsAndCards: plan.accountsAndCards,
        account: isOnCard ? "card" : account && "accountId" in account ? account.accountId : stored.account_id,
        otherScope: otherScopeOf(request),
      }),
      refund.problems,
    ),
  };
}

const definedOf = (request: EditRequest) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

/** The field by which a change reaches further rows of the series. */
function otherScopeOf({ scope, totalCents }: EditRequest): string | undefined {
  if (totalCents !== undefined) return "total_amount_cents";
  return scope === "one" ? undefined : scope === "all" ? "update_all" : "update_future";
}

/** A new link brings the split of the purchase along, unless the request names a category or parts. */
function planRefund(
  request: EditRequest,
  stored: EditableTransaction,
  { amount, purchase }: { amount: AmountEdit | undefined; purchase: Purchase | undefined },
): WithProblems<Pick<RowEdit, "refundOfId" | "categoryId" | "parts">> {
  const { refundOfId, categoryId, parts } = request;
  if (refundOfId === undefined || refundOfId === stored.refund_of_id) return valid({ refundOfId: undefined });
  if (refundOfId === null) return valid({ refundOfId });
  const cents = newAmount(amount, stored.amount_cents, true);
  const otherScope = otherScopeOf(request);
  const problems = joinProblems(
    refundOfId === stored.id || isNeutral(stored) ? NOT_REFUNDABLE : checkRefund(refundOfId, purchase, cents),
    problemIf(otherScope !== undefined, "refund_of_id", { kind: "exclusive", values: { other: otherScope ?? "" } }),
  );
  if (problems.length > 0) return { value: { refundOfId }, problems };
  if (!purchase || categoryId !== undefined || parts !== undefined) return valid({ refundOfId });
  const split = refundSplit(purchase, cents);
  return valid({ refundOfId, categoryId: split.categoryId, parts: split.parts ?? [] });
}

const NOT_REFUNDABLE: Problems = [["refund_of_id", { kind: "notRefundable" }]];

const AMOUNT_FIELDS = new Set(["amount_cents", "total_amount_cents", "kind", "parts"]);

/** They sum to the amount as it will be, with its sign. What clients send back as it was says nothing, so that another amount scales it. */
function planParts(
  { parts }: EditRequest,
  stored: EditableTransaction,
  amount: AmountEdit | undefined,
): WithProblems<RequestedParts | undefined> {
  if (parts === undefined || isEcho(parts, stored.parts)) return ABSENT;
  if (parts.length > 0 && stored.paid_credit_card_id !== null) return invalid("parts", { kind: "unchangeable" });
  const isTotal = amount && "firstCents" in amount;
  const rows = stored.series?.rows ?? 1;
  const cents = isTotal ? amount.firstCents + amount.laterCents * (rows - 1) : newAmount(amount, stored.amount_cents, true);
  return signedParts(parts, cents);
}

/** Parts of a new total are those of the purchase: each instalment gets its column of them. */
function withParts(
  parts: StoredParts | undefined,
  amount: AmountEdit | undefined,
  { series }: EditableTransaction,
): Pick<RowEdit, "amount" | "parts"> {
  if (!parts?.length || !amount || !("firstCents" in amount)) return { amount, parts };
  const instalments = [amount.firstCents, ...Array<number>((series?.rows ?? 1) - 1).fill(amount.laterCents)];
  const cents = parts.map((part) => part.amount_cents);
  const columns = overInstalments(instalments, cents).map((column) => withCents(parts, column));
  return { amount: { ...amount, columns } satisfies TotalEdit, parts: undefined };
}

/** Parts say it themselves, and the one that was shown for them is no other. */
function planCategory(
  { categoryId }: EditRequest,
  stored: EditableTransaction,
  parts: StoredParts | undefined,
): number | undefined {
  const isShown = stored.parts !== null && categoryId === stored.category_id;
  return parts?.length || (isShown && parts === undefined) ? undefined : categoryId;
}

/** What pays an invoice is not on one itself. */
function planAccountOrCard(
  request: EditRequest,
  stored: EditableTransaction,
  accountOrCard: AccountOrCard | undefined,
): WithProblems<AccountOrCard | undefined> {
  const isCard = accountOrCard !== undefined && "creditCardId" in accountOrCard;
  // Sent back as it is, it asks for nothing; but of a series other rows may be elsewhere.
  const isStored =
    accountOrCard &&
    ("creditCardId" in accountOrCard ? accountOrCard.creditCardId : accountOrCard.accountId) === stored.account_id;
  return {
    value: isStored && request.scope === "one" ? undefined : accountOrCard,
    problems: problemIf(isCard && stored.paid_credit_card_id !== null, accountOrCardField(request), { kind: "invalid" }),
  };
}

/** The field in which the client named the account or card. */
export function accountOrCardField({ creditCardId }: EditRequest): "account_id" | "credit_card_id" {
  return creditCardId === undefined ? "account_id" : "credit_card_id";
}

/**
 * A number names the invoice, null leaves it to the date. Clients send whole records back, so the stored number is no change while
 * the row stays on its card.
 */
function planInvoice(
  request: EditRequest,
  stored: EditableTransaction,
  {
    accountOrCard,
    date,
    isCardWrong,
  }: { accountOrCard: AccountOrCard | undefined; date: string | undefined; isCardWrong: boolean },
): WithProblems<number | null | undefined> {
  const isOnCard = accountOrCard ? "creditCardId" in accountOrCard : stored.credit_card_id !== null;
  const isStored = request.invoice === stored.credit_card_invoice_id;
  if (!isOnCard) {
    const isNews = typeof request.invoice === "number" && !isStored;
    return isNews && !isCardWrong ? invalid("credit_card_invoice_id", { kind: "unknown" }) : valid(undefined);
  }
  const isUnchanged = isStored && date === undefined && accountOrCard === undefined;
  return { value: isUnchanged ? undefined : request.invoice, problems: checkDaysOnCard(request, stored, date) };
}

function checkDaysOnCard(
  request: EditRequest,
  { series, date: before }: EditableTransaction,
  date: string | undefined,
): Problems {
  const day = date ?? before;
  if (!series || request.scope === "one") return checkCardDays(day, day);
  // With a date that spreads, `checkSpread` looks at all of them.
  return date === undefined ? checkCardDays(series.first_date, series.last_date) : NO_PROBLEMS;
}

/** What pays an invoice leaves the account. */
function checkPayment({ cents, kind }: EditRequest): Problems {
  return joinProblems(
    problemIf(kind === "income", "kind", { kind: "invalid" }),
    problemIf(cents === 0, "amount_cents", { kind: "tooSmall", values: { least: 1 } }),
  );
}

function planAmount(
  request: EditRequest,
  stored: EditableTransaction,
  signIsMeant: boolean,
): WithProblems<AmountEdit | undefined> {
  const isPayment = stored.paid_credit_card_id !== null;
  const { amount_cents: before } = stored;
  const isExpense = before < 0 || (before === 0 && stored.category_kind === "expenses");
  const signed = (cents: number) =>
    signIsMeant && !isPayment ? signedAs(cents, request.kind) : signedLike(cents, request.kind, isExpense);
  const { value, problems } = amountEdit(request, stored.series, signed);
  return { value, problems: joinProblems(isPayment ? checkPayment(request) : NO_PROBLEMS, problems) };
}

/** Instalments are changed part by part, unless a new total is given for all of them. */
function amountEdit(
  { cents, totalCents, kind }: EditRequest,
  series: EditableTransaction["series"],
  signed: (cents: number) => number,
): WithProblems<AmountEdit | undefined> {
  if (cents !== undefined) return valid({ cents: signed(cents) });
  if (totalCents === undefined) return valid(kind && { sign: kind === "expense" ? -1 : 1 });
  if (series?.kind !== "installments") return invalid("total_amount_cents", { kind: "invalid" });
  const [firstCents = 0, laterCents = 0] = split(signed(totalCents), series.rows);
  const isUnsplittable = Math.abs(totalCents) < series.rows;
  return {
    value: { firstCents, laterCents },
    problems: problemIf(isUnsplittable, "total_amount_cents", { kind: "unsplittable", values: { parts: series.rows } }),
  };
}

/** All dates in scope are counted from the new one, and must be days that are kept. */
function checkSpread(
  { date, scope, stored }: { date: string; scope: Scope; stored: EditableTransaction },
  { accountOrCard, extendedThrough }: Plan,
): Problems {
  const { series, occurrence } = stored;
  const isOnCard = series?.on_card || (accountOrCard !== undefined && "creditCardId" in accountOrCard);
  if (!series || occurrence === null) return NO_PROBLEMS;
  const { periodicity, first_row: first, last_row: last, last_occurrence: lastOccurrence } = series;
  const dayOf = (each: number) => dayAfter(date, periodicity, each - occurrence);
  const [firstDay, lastDay] = [dayOf(scope === "all" ? first : occurrence), dayOf(last)];
  const further = stepsThrough(date, periodicity, extendedThrough) + occurrence - lastOccurrence;
  const isTooMany = series.kind === "fixed" && !series.ended && further > MOST_OCCURRENCES;
  return joinProblems(
    isOnCard ? checkCardDays(firstDay, lastDay) : checkDays(firstDay, lastDay),
    problemIf(isTooMany, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } }),
  );
}

function checkDays(first: string, last: string): Problems {
  return joinProblems(
    problemIf(first < FIRST_DAY, "date", { kind: "tooSmall", values: { least: FIRST_DAY } }),
    problemIf(last > LAST_DAY, "date", { kind: "tooLarge", values: { most: LAST_DAY } }),
  );
}
