// Changes and deletes transfers, by the id of either leg: both legs, always.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import type { Act } from "../changes/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readDate, readFlag, readId, readInteger, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import { deletePair, type PairEdit, updatePair } from "../ledger/queries_pair.ts";
import { findRow } from "../ledger/queries_rows.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { LONGEST_NOTES } from "../transactions/new_transaction.ts";
import { readTagNames } from "../transactions/tag_names.ts";
import { TransferFields } from "./create.ts";
import { FROM_NAMES, TO_NAMES } from "./sides.ts";

export const TransferBody = Type.Object({
  amount_cents: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: "The direction stays as it is" })),
  ...TransferFields,
});

/** The leg of a transfer; undefined for a transaction that is none. */
export interface Leg extends TransactionRow {
  oposite_transaction_id: number;
  oposite_account_id: number;
}

export async function findLeg(db: Db, spaceId: number, id: number): Promise<Leg | undefined> {
  const row = await findRow(db, spaceId, id);
  return row && row.oposite_transaction_id !== null ? (row as Leg) : undefined;
}

/** The leg that was named, as it is now. */
export async function changeTransfer({ record, ledger, act }: WriteInput<unknown>, id: number) {
  const { timeZone } = act.caller;
  let shown: Readonly<Record<string, unknown>> = NO_TRANSACTION;
  const change = async (tx: Db): Promise<TransactionRow> => {
    const leg = await lockLeg(tx, act, id);
    shown = presentTransaction(leg, timeZone);
    const edit = readEdit(record, leg);
    judge(record, shown);
    return updatePair(tx, act, leg, edit, "transfer");
  };
  try {
    return presentTransaction(await ledger.transaction(change), timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, shown, "amount_cents", { kind: "sumTooLarge" });
  }
}

/** The leg that went out, as it was. */
export function removeTransfer({ ledger, act }: WriteInput<unknown>, id: number) {
  return ledger.transaction(async (tx) => {
    const leg = await lockLeg(tx, act, id);
    const outgoing = leg.amount_cents < 0 ? leg : { id: leg.oposite_transaction_id, oposite_transaction_id: leg.id };
    const deleted = await deletePair(tx, act, outgoing, "transfer");
    return { ...presentTransaction(deleted, act.caller.timeZone), deleted: true };
  });
}

/** Sent together: the second is answered as of the moment when the first has its turn. */
async function lockLeg(tx: Db, { caller: { spaceId } }: Act, id: number): Promise<Leg> {
  const [, leg] = await Promise.all([lockSpace(tx, spaceId), findLeg(tx, spaceId, id)]);
  if (!leg) throw fail.recordUnknown();
  return leg;
}

function readEdit(record: Submitted, leg: Leg): PairEdit {
  refuseMoves(record, leg);
  return {
    description: readText(record, "description", { filled: true }),
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }),
    tags: readTagNames(record),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    amountCents: readAmount(record, leg),
  };
}

/** Of this leg. What it has already may be sent back, with its sign; a new amount has none. */
function readAmount(record: Submitted, { amount_cents: before }: Leg): number | undefined {
  const cents = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS });
  if (cents === undefined || cents === before) return;
  if (cents < 1) addProblem(record, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
  return before < 0 ? -cents : cents;
}

/** A transfer stays between its accounts. Whoever sends another one is told so, and not left to believe that it was moved. */
function refuseMoves(record: Submitted, leg: Leg): void {
  const isOut = leg.amount_cents < 0;
  const [from, to] = isOut ? [leg.account_id, leg.oposite_account_id] : [leg.oposite_account_id, leg.account_id];
  const kept: [string, number][] = [
    ...FROM_NAMES.map((name): [string, number] => [name, from]),
    ...TO_NAMES.map((name): [string, number] => [name, to]),
    ["account_id", leg.account_id],
    ["oposite_account_id", leg.oposite_account_id],
    ["oposite_transaction_id", leg.oposite_transaction_id],
    ["category_id", leg.category_id],
  ];
  for (const [name, before] of kept) {
    const id = readId(record, name, Number.MAX_SAFE_INTEGER);
    if (id !== undefined && id !== before) addProblem(record, name, { kind: "unchangeable" });
  }
}
