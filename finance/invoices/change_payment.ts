// Changes or deletes a payment of an invoice. The sums of its invoice follow, and so does what later ones have from it.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { judge, refuse } from "../fields/record.ts";
import { deleteRows, findStored, type StoredTransaction, updateRows } from "../ledger/queries_change.ts";
import { findPaymentFacts } from "../ledger/queries_payment.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction } from "../ledger/row.ts";
import { judgeTargets } from "./pay_invoice.ts";
import { readPayment } from "./payment_fields.ts";

export interface PaymentPlace {
  creditCardId: number;
  invoice: number;
  paymentId: number;
}

export async function changePayment({ record, ledger, act }: WriteInput<unknown>, place: PaymentPlace) {
  const { spaceId, timeZone } = act.caller;
  const { creditCardId, invoice } = place;
  const { amountCents, ...wish } = readPayment(record, place);
  const question = { spaceId, creditCardId, first: invoice, last: invoice };
  let shown: Readonly<Record<string, unknown>> = NO_TRANSACTION;
  const change = async (tx: Db) => {
    // Sent together: the others are answered as of the moment when the first has its turn.
    const [, stored, facts] = await Promise.all([
      lockSpace(tx, spaceId),
      findPayment(tx, spaceId, place),
      findPaymentFacts(tx, question, wish),
    ]);
    if (!stored || !facts) throw fail.recordUnknown();
    shown = presentTransaction(stored, timeZone);
    // It may stay where it is even if that is archived by now.
    const isMoved = wish.accountId !== undefined && wish.accountId !== stored.account_id;
    judgeTargets(record, isMoved ? facts : { ...facts, account_id: stored.account_id, account_archived: false });
    judge(record, shown);
    return updateRows(tx, act, stored, "one", {
      ...wish,
      amount: amountCents === undefined ? undefined : { cents: amountCents },
      place: wish.accountId === undefined ? undefined : { accountId: wish.accountId },
      invoice: undefined,
      today: dayIn(timeZone, act.now),
    });
  };
  try {
    return presentTransaction(await ledger.transaction(change), timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, shown, "amount_cents", { kind: "sumTooLarge" });
  }
}

/** What it was. */
export function removePayment({ ledger, act }: WriteInput<unknown>, place: PaymentPlace) {
  const { spaceId } = act.caller;
  return ledger.transaction(async (tx) => {
    const [, stored] = await Promise.all([lockSpace(tx, spaceId), findPayment(tx, spaceId, place)]);
    if (!stored) throw fail.recordUnknown();
    return presentTransaction(await deleteRows(tx, act, stored, "one"), act.caller.timeZone);
  });
}

/** Undefined for what is no payment of this invoice. */
async function findPayment(
  tx: Db,
  spaceId: number,
  { creditCardId, invoice, paymentId }: PaymentPlace,
): Promise<StoredTransaction | undefined> {
  const stored = await findStored(tx, spaceId, paymentId);
  const isHere = stored?.paid_credit_card_id === creditCardId && stored.paid_credit_card_invoice_id === invoice;
  return isHere ? stored : undefined;
}
