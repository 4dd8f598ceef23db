// Changes or deletes a payment of an invoice. The sums of its invoice follow, and so does what later ones have from it.
import { dayIn } from "../calendar/day.ts";
import { fail } from "../errors.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { joinProblems } from "../fields/with_problems.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { hasCategory } from "../rows/queries_accounts_and_cards.ts";
import { presentTransaction } from "../rows/row.ts";
import { changeRows } from "../transactions/change.ts";
import type { RowEdit } from "../transactions/row_edit.ts";
import { editableTransaction, findStored, type StoredTransaction } from "../transactions/stored.ts";
import { checkTargets } from "./pay_invoice.ts";
import { readPayment } from "./payment_fields.ts";
import { findPayer } from "./queries.ts";

export interface PaymentKey {
  creditCardId: number;
  invoice: number;
  paymentId: number;
}

export function changePayment({ record, act, write }: WriteInput<unknown>, key: PaymentKey) {
  const { spaceId, timeZone } = act.caller;
  const { value, problems } = readPayment(record, key);
  const { amountCents, accountId, ...request } = value;
  const question = { spaceId, creditCardId: key.creditCardId, first: key.invoice, last: key.invoice };
  return write(async (read) => {
    const [stored, payer, isCategory] = await Promise.all([
      findPayment(read, spaceId, key),
      findPayer(read, question, accountId),
      request.categoryId === undefined ? true : hasCategory(read, spaceId, request.categoryId),
    ]);
    if (!stored || !payer) throw fail.recordUnknown();
    const view = presentTransaction(editableTransaction(stored), act.caller.timeZone);
    // It may stay where it is even if that is archived by now.
    const isMoved = accountId !== undefined && accountId !== stored.row.account_id;
    const target = isMoved ? payer : { id: stored.row.account_id, is_card: false, archived: false };
    throwIfInvalid(record, view, joinProblems(problems, checkTargets(problems, target, isCategory)));
    const edit: RowEdit = {
      ...request,
      amount: amountCents === undefined ? undefined : { cents: amountCents },
      accountOrCard: accountId === undefined ? undefined : { accountId },
    };
    const editing = { scope: "one" as const, edit, today: dayIn(timeZone, act.now), now: act.now };
    const sumTooLarge = () => refuse(record, view, "amount_cents", { kind: "sumTooLarge" });
    return { ...(await changeRows(read, act.caller, stored, editing)), sumTooLarge };
  });
}

/** What it was. */
export function removePayment({ act, write }: WriteInput<unknown>, key: PaymentKey) {
  const { spaceId } = act.caller;
  return write(async (read) => {
    const stored = await findPayment(read, spaceId, key);
    if (!stored) throw fail.recordUnknown();
    return {
      before: { transactions: [stored.row] },
      after: {},
      answer: presentTransaction(editableTransaction(stored), act.caller.timeZone),
    };
  });
}

/** Undefined for what is no payment of this invoice. */
async function findPayment(
  read: Reader,
  spaceId: number,
  { creditCardId, invoice, paymentId }: PaymentKey,
): Promise<StoredTransaction | undefined> {
  const stored = await findStored(read, spaceId, paymentId);
  const isHere = stored?.row.paid_credit_card_id === creditCardId && stored.row.paid_credit_card_invoice_id === invoice;
  return isHere ? stored : undefined;
}
