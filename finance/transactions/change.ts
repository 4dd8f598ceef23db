// Changes a transaction, or with update_future and update_all those of its series; and a transfer by one of its legs.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { findStored, type StoredTransaction, updateRows } from "../ledger/queries_change.ts";
import { findMissing, type Missing } from "../ledger/queries_create.ts";
import { extendSeries } from "../ledger/queries_extend.ts";
import { updatePair } from "../ledger/queries_pair.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { planPairEdit, planRowEdit, readWish, type Wish } from "./edit.ts";
import { refuseLinks } from "./links.ts";
import { NewTransactionBody } from "./new_transaction.ts";

const { recurrence_attributes, installments_attributes, ...fields } = NewTransactionBody.properties;

export const ScopeFields = {
  update_future: Type.Optional(Type.Boolean({ description: "This one and the later ones of its series" })),
  update_all: Type.Optional(Type.Boolean({ description: "All of its series, earlier and paid ones too" })),
};

export const TransactionBody = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  total_amount_cents: Type.Optional(Type.Integer({ description: "Splits all instalments anew" })),
  ...ScopeFields,
});

export async function changeTransaction({ record, ledger, act }: WriteInput<unknown>, id: number) {
  const wish = readWish(record);
  const { spaceId, timeZone } = act.caller;
  let shown: Readonly<Record<string, unknown>> = NO_TRANSACTION;
  const change = async (tx: Db): Promise<TransactionRow> => {
    // Sent together: the second and the third are answered as of the moment when the first has its turn.
    const [space, stored, missing] = await Promise.all([
      lockSpace(tx, spaceId),
      findStored(tx, spaceId, id),
      findMissing(tx, spaceId, wish.accountId ?? null, wish.categoryId ?? null),
    ]);
    if (!stored) throw fail.recordUnknown();
    shown = presentTransaction(stored);
    judgeTargets(record, wish, stored, missing);
    if (stored.oposite_transaction_id !== null) {
      const edit = planPairEdit(record, wish, stored);
      judge(record, shown);
      return updatePair(tx, act, stored, edit, "transaction");
    }
    const edit = planRowEdit(record, wish, stored, space.extended_through);
    judge(record, shown);
    const row = await updateRows(tx, act, stored, wish.scope, edit);
    const today = dayIn(timeZone, act.now);
    // A series that was moved to earlier days has days left for which it has no rows.
    if (edit.date && wish.scope !== "one" && stored.series?.kind === "fixed")
      while (!(await extendSeries(tx, { spaceId, through: space.extended_through, today, now: act.now })).done);
    return row;
  };
  try {
    return presentTransaction(await ledger.transaction(change));
  } catch (error) {
    if (!isPastSums(error)) throw error;
    const field = ["total_amount_cents", "amount_cents"].find((name) => record.fields.has(name)) ?? "date";
    return refuse(record, shown, field, { kind: "sumTooLarge" });
  }
}

/** The account may stay as it is even if it is archived by now. */
function judgeTargets(record: Submitted, wish: Wish, stored: StoredTransaction, missing: Missing): void {
  refuseLinks(record, stored);
  const { accountId, categoryId } = wish;
  if (accountId !== undefined && accountId !== stored.account_id) {
    if (missing.archived === null) addProblem(record, "account_id", { kind: "unknown" });
    if (missing.archived) addProblem(record, "account_id", { kind: "archived" });
  }
  if (categoryId !== undefined && !missing.has_category) addProblem(record, "category_id", { kind: "unknown" });
}
