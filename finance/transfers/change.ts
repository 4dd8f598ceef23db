// Changes and deletes transfers, by the id of either leg: both legs, always.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { readDate, readFlag, readId, readInteger } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, type Problems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { Reader } from "../post/reader.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { findOtherLeg, findStoredRow } from "../rows/queries.ts";
import { findRow } from "../rows/queries_list.ts";
import { presentTransaction, type TransactionRow } from "../rows/row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import { editPair, type PairEdit } from "../transactions/pair.ts";
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
export function changeTransfer({ record, act, write }: WriteInput<unknown>, id: number) {
  return write(async (read) => {
    const [leg, other] = await findLegs(read, act.caller.spaceId, id);
    const stored = showRow(leg, NO_CARD) as Leg;
    const view = presentTransaction(stored, act.caller.timeZone);
    const { value: edit, problems } = readEdit(record, stored);
    throwIfInvalid(record, view, joinProblems(checkMoves(record, stored), problems));
    const after = editPair(leg, other, edit, act.now);
    return {
      before: { transactions: [leg, other] },
      after: { transactions: after },
      answer: presentTransaction(showRow(after[0], NO_CARD), act.caller.timeZone),
      sumTooLarge: () => refuse(record, view, "amount_cents", { kind: "sumTooLarge" }),
    };
  });
}

/** The leg that went out, as it was. */
export function removeTransfer({ act, write }: WriteInput<unknown>, id: number) {
  return write(async (read) => {
    const legs = await findLegs(read, act.caller.spaceId, id);
    const outgoing = legs.find(({ amount_cents: cents }) => cents < 0) as StoredRow;
    const answer = { ...presentTransaction(showRow(outgoing, NO_CARD), act.caller.timeZone), deleted: true };
    return { before: { transactions: legs }, after: {}, answer };
  });
}

/** The leg that was named, and the other. */
async function findLegs(read: Reader, spaceId: number, id: number): Promise<[StoredRow, StoredRow]> {
  const [leg, other] = await Promise.all([findStoredRow(read, spaceId, id), findOtherLeg(read, spaceId, id)]);
  if (!leg || !other) throw fail.recordUnknown();
  return [leg, other];
}

function readEdit(record: Submitted, leg: Leg): WithProblems<PairEdit> {
  return readAll({
    ...plainFields.read(record),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    amountCents: readAmount(record, leg),
  });
}

/** Of this leg. What it has already may be sent back, with its sign; a new amount has none. */
function readAmount(record: Submitted, { amount_cents: before }: Leg): WithProblems<number | undefined> {
  const { value: cents, problems } = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS });
  if (cents === undefined || cents === before) return { value: undefined, problems };
  return {
    value: before < 0 ? -cents : cents,
    problems: problemIf(cents < 1, "amount_cents", { kind: "tooSmall", values: { least: 1 } }),
  };
}

/** A transfer stays between its accounts. Whoever sends another one gets a refusal, and is not left to believe that it was moved. */
function checkMoves(record: Submitted, leg: Leg): Problems {
  const isOut = leg.amount_cents < 0;
  const [from, to] = isOut ? [leg.account_id, leg.oposite_account_id] : [leg.oposite_account_id, leg.account_id];
  const unchanged: [string, number][] = [
    ...FROM_NAMES.map((name): [string, number] => [name, from]),
    ...TO_NAMES.map((name): [string, number] => [name, to]),
    ["account_id", leg.account_id],
    ["oposite_account_id", leg.oposite_account_id],
    ["oposite_transaction_id", leg.oposite_transaction_id],
    ["category_id", leg.category_id],
  ];
  return joinProblems(
    ...unchanged.flatMap(([name, before]) => {
      const { value: id, problems } = readId(record, name, Number.MAX_SAFE_INTEGER);
      return [problems, problemIf(id !== undefined && id !== before, name, { kind: "unchangeable" })];
    }),
  );
}
