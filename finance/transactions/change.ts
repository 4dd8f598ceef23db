// Changes a transaction, or with update_future and update_all those of its series; and a transfer by one of its legs.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addProblem, isSaid, judge, refuse } from "../fields/record.ts";
import { findStored, updateRows } from "../ledger/queries_change.ts";
import { extendSeries } from "../ledger/queries_extend.ts";
import { updatePair } from "../ledger/queries_pair.ts";
import { findPlaces } from "../ledger/queries_places.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { planPairEdit, planRowEdit, readWish } from "./edit.ts";
import { refuseLinks } from "./links.ts";
import { NewTransactionBody } from "./new_transaction.ts";
import { choosePlace } from "./place.ts";

const { recurrence_attributes, installments_attributes, ...fields } = NewTransactionBody.properties;

export const ScopeFields = {
  update_future: Type.Optional(Type.Boolean({ description: "This one and the later ones of its series" })),
  update_all: Type.Optional(Type.Boolean({ description: "All of its series, earlier and paid ones too" })),
};

export const TransactionBody = Type.Object({
  ...Type.Partial(Type.Object(fields)).properties,
  total_amount_cents: Type.Optional(
    Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, description: "Splits all instalments anew" }),
  ),
  ...ScopeFields,
});

export async function changeTransaction({ config, record, ledger, act }: WriteInput<unknown>, id: number) {
  const wish = readWish(record);
  const { spaceId, timeZone } = act.caller;
  const named = [wish.accountId, wish.creditCardId].filter((each) => typeof each === "number");
  let shown: Readonly<Record<string, unknown>> = NO_TRANSACTION;
  const change = async (tx: Db): Promise<TransactionRow> => {
    // Sent together: the second and the third are answered as of the moment when the first has its turn.
    const [space, stored, found] = await Promise.all([
      lockSpace(tx, spaceId),
      findStored(tx, spaceId, id),
      findPlaces(tx, spaceId, named, wish.categoryId ?? null),
    ]);
    if (!stored) throw fail.recordUnknown();
    shown = presentTransaction(stored, timeZone);
    refuseLinks(record, stored);
    if (wish.categoryId !== undefined && !found.hasCategory) addProblem(record, "category_id", { kind: "unknown" });
    const place = choosePlace(record, wish, found, stored);
    if (stored.oposite_transaction_id !== null) {
      const edit = planPairEdit(record, wish, stored, place);
      judge(record, shown);
      return updatePair(tx, act, stored, edit, "transaction");
    }
    const today = dayIn(timeZone, act.now);
    const extendedThrough = space.extended_through;
    const plan = { place, extendedThrough, today, signIsMeant: config.upstreamAnswers };
    const edit = planRowEdit(record, wish, stored, plan);
    judge(record, shown);
    const row = await updateRows(tx, act, stored, wish.scope, edit);
    // A series that was moved to earlier days has days left for which it has no rows.
    if (edit.date && wish.scope !== "one" && stored.series?.kind === "fixed")
      while (!(await extendSeries(tx, { spaceId, through: extendedThrough, today, now: act.now })).done);
    return row;
  };
  try {
    return presentTransaction(await ledger.transaction(change), timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    const field = ["total_amount_cents", "amount_cents"].find((name) => isSaid(record, name)) ?? "date";
    return refuse(record, shown, field, { kind: "sumTooLarge" });
  }
}
