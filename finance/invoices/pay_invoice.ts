// Pays an invoice: what is owed, unless the client says how much.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn, lastOfMonth } from "../calendar/day.ts";
import type { Act } from "../changes/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { completeUntil, reachDay } from "../ledger/far_days.ts";
import type { InvoiceQuestion } from "../ledger/queries_card_invoices.ts";
import { findPaymentFacts, insertPayment, type PaymentFacts } from "../ledger/queries_payment.ts";
import { isPastSums, lockSpace, type Space } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction } from "../ledger/row.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { monthOf, monthText } from "./number.ts";
import { readPayment } from "./payment_fields.ts";

export async function payInvoice({ record, ledger, act }: WriteInput<unknown>, creditCardId: number, invoice: number) {
  const { spaceId, timeZone } = act.caller;
  const wish = readPayment(record, { creditCardId, invoice });
  const question = { spaceId, creditCardId, first: invoice, last: invoice };
  const pay = ledger.transaction(async (tx) => {
    // Sent together: the second is answered as of the moment when the first has its turn, so of two at once one finds nothing owed.
    const [space, found] = await Promise.all([lockSpace(tx, spaceId), findPaymentFacts(tx, question, wish)]);
    if (!found) throw fail.recordUnknown();
    const whole = wish.amountCents === undefined ? await findAllOwed(tx, act, space, question, found) : found;
    if (!whole) addProblem(record, "amount_cents", { kind: "notKnownYet" });
    const facts = whole ?? found;
    judgeTargets(record, facts);
    const amountCents = wish.amountCents ?? -owed(record, facts);
    judge(record, NO_TRANSACTION);
    return insertPayment(tx, act, {
      creditCardId,
      invoice,
      accountId: facts.account_id as number,
      categoryId: facts.category_id,
      amountCents,
      date: wish.date ?? dayIn(timeZone, act.now),
      paid: wish.paid ?? true,
      description: wish.description ?? `Pagamento ${monthText(invoice, "pt-BR")}`,
      notes: wish.notes ?? null,
      tags: wish.tags ?? [],
    });
  });
  try {
    return presentTransaction(await pay, timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" });
  }
}

/** The same with what fixed series bring to the invoice; undefined where that goes further than anybody knows. */
async function findAllOwed(tx: Db, { now }: Act, space: Space, question: InvoiceQuestion, found: PaymentFacts) {
  const end = lastOfMonth(monthOf(question.last));
  if (space.extended_through >= end) return found;
  const { spaceId, creditCardId: placeId } = question;
  const extendedThrough = await reachDay(tx, space, end, now);
  if (extendedThrough === undefined || (await completeUntil(tx, spaceId, { end, extendedThrough, placeId }))) return;
  return findPaymentFacts(tx, question, { accountId: found.account_id ?? undefined, categoryId: found.category_id });
}

/** Notes what is wrong with the account or the category that the payment would have. */
export function judgeTargets(record: Submitted, facts: PaymentFacts): void {
  const { account_id: accountId, account_archived: archived, is_card: isCard, has_category: hasCategory } = facts;
  if (!record.problems.has("account_id")) {
    if (accountId === null) addProblem(record, "account_id", { kind: "required" });
    else if (archived === null) addProblem(record, "account_id", { kind: isCard ? "invalid" : "unknown" });
    else if (archived) addProblem(record, "account_id", { kind: "archived" });
  }
  if (!hasCategory && !record.problems.has("category_id")) addProblem(record, "category_id", { kind: "unknown" });
}

/** What is left to pay; where that is nothing, or more than a payment can be, the client has to say how much. */
function owed(record: Submitted, { carried_cents: carried, sums }: PaymentFacts): number {
  const cents = -sums.reduce((balance, { amount_cents: amount, payment_cents: payment }) => balance + amount - payment, carried);
  if (record.problems.has("amount_cents")) return 0;
  if (cents <= 0) addProblem(record, "amount_cents", { kind: "nothingOwed" });
  if (cents > MOST_CENTS) addProblem(record, "amount_cents", { kind: "tooLarge", values: { most: MOST_CENTS } });
  return cents;
}
