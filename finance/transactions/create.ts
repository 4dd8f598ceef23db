// Writes a new transaction: one statement where all is well, and a second look where it is not.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { Act } from "../changes/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { findMissing, insertTransaction, type NewTransaction } from "../ledger/queries_create.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { readNewTransaction } from "./new_transaction.ts";

export async function createTransaction({ record, ledger, act }: WriteInput<unknown>) {
  const transaction = readNewTransaction(record, dayIn(act.caller.timeZone, act.now));
  judge(record, NO_TRANSACTION);
  try {
    const row = await insertTransaction(ledger.patient, act, transaction);
    return presentTransaction(row ?? (await ledger.transaction((tx) => lookAgain(tx, act, record, transaction))));
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" });
  }
}

/**
 * Says what was missing. If nothing is, the first statement had seen the account or the category as it was before it waited for its turn;
 * now it is its turn.
 */
async function lookAgain(tx: Db, act: Act, record: Submitted, transaction: NewTransaction): Promise<TransactionRow> {
  const space = await lockSpace(tx, act.caller.spaceId);
  const { amountCents, accountId = space.default_account_id, categoryId } = transaction;
  const defaultCategoryId = amountCents < 0 ? space.default_expenses_category_id : space.default_earnings_category_id;
  const missing = await findMissing(tx, space.space_id, accountId, categoryId ?? defaultCategoryId);
  if (missing.archived === null) addProblem(record, "account_id", { kind: accountId === null ? "required" : "unknown" });
  if (missing.archived) addProblem(record, "account_id", { kind: "archived" });
  if (!missing.has_category) addProblem(record, "category_id", { kind: "unknown" });
  judge(record, NO_TRANSACTION);
  const row = await insertTransaction(tx, act, transaction);
  if (!row) throw new Error("a transaction was not written, and nothing is missing for it");
  return row;
}
