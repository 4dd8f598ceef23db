// Writes a new transaction: one statement where all is well, and a second look where it is not.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { Act } from "../changes/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { insertTransaction } from "../ledger/queries_create.ts";
import { findPlaces } from "../ledger/queries_places.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { type ReadTransaction, readNewTransaction } from "./new_transaction.ts";
import { choosePlace } from "./place.ts";

export async function createTransaction({ record, ledger, act }: WriteInput<unknown>) {
  const read = readNewTransaction(record, dayIn(act.caller.timeZone, act.now));
  judge(record, NO_TRANSACTION);
  try {
    const row = await insertTransaction(ledger.patient, act, read.transaction);
    const booked = row ?? (await ledger.transaction((tx) => lookAgain(tx, act, record, read)));
    return presentTransaction(booked, act.caller.timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" });
  }
}

/**
 * Says what was missing. If nothing is, the first statement had seen the account, the card or the category as it was before it waited for
 * its turn; now it is its turn.
 */
async function lookAgain(
  tx: Db,
  act: Act,
  record: Submitted,
  { transaction, cardProblems }: ReadTransaction,
): Promise<TransactionRow> {
  const space = await lockSpace(tx, act.caller.spaceId);
  const { amountCents, categoryId, accountId, creditCardId, pinnedInvoice } = transaction;
  const isNamed = accountId !== undefined || creditCardId !== undefined;
  const defaultCategoryId = amountCents < 0 ? space.default_expenses_category_id : space.default_earnings_category_id;
  const named = { accountId: isNamed ? accountId : (space.default_account_id ?? undefined), creditCardId };
  const ids = [named.accountId, creditCardId].filter((id) => id !== undefined);
  const found = await findPlaces(tx, space.space_id, ids, categoryId ?? defaultCategoryId);
  const place = choosePlace(record, named, found);
  if (ids.length === 0) addProblem(record, "account_id", { kind: "required" });
  if (!found.hasCategory) addProblem(record, "category_id", { kind: "unknown" });
  if (place && "creditCardId" in place)
    for (const [field, problems] of cardProblems) for (const problem of problems) addProblem(record, field, problem);
  if (place && "accountId" in place && pinnedInvoice !== undefined)
    addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
  judge(record, NO_TRANSACTION);
  const row = await insertTransaction(tx, act, transaction);
  if (!row) throw new Error("a transaction was not written, and nothing is missing for it");
  return row;
}
