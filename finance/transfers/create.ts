// Writes a new transfer: one statement where all is well, and a second look where it is not.
import { type TSchema, Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import type { Act } from "../changes/queries.ts";
import type { WriteInput } from "../endpoint.ts";
import { readDate, readFlag, readInteger, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, isSaid, judge, refuse, type Submitted } from "../fields/record.ts";
import { Day, Filled, oneOfFields, RecordId, Tags } from "../fields/schemas.ts";
import { isPastSums, lockSpace } from "../ledger/queries_space.ts";
import { findArchived, insertTransfer, type NewTransfer } from "../ledger/queries_transfer.ts";
import { NO_TRANSACTION, presentTransaction, type TransactionRow } from "../ledger/row.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { LONGEST_NOTES } from "../transactions/new_transaction.ts";
import { readTagNames } from "../transactions/tag_names.ts";
import { FROM_NAMES, readSides, type Side, TO_NAMES } from "./sides.ts";

const Account = (description: string) => Type.Optional(RecordId({ description }));

/** What both a new transfer and a changed one may hold. */
export const TransferFields = {
  date: Type.Optional(Day({ description: "Today unless told" })),
  paid: Type.Optional(Type.Boolean({ description: "True unless told, if the date is not in the future" })),
  description: Type.Optional(Filled()),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NOTES }), Type.Null()])),
  tags: Type.Optional(Tags),
} satisfies Record<string, TSchema>;

export const NewTransferBody = Type.Object(
  {
    credit_account_id: Account("MONEY LEAVES THIS ACCOUNT, as a bookkeeper credits it. Not the account that receives it!"),
    debit_account_id: Account("MONEY ARRIVES ON THIS ACCOUNT, as a bookkeeper debits it. Not the account that pays!"),
    from_account_id: Account("The same as credit_account_id, by a name that cannot be misread"),
    to_account_id: Account("The same as debit_account_id, by a name that cannot be misread"),
    account_from_id: Account("The same as from_account_id"),
    account_to_id: Account("The same as to_account_id"),
    amount_cents: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
    ...TransferFields,
  },
  { allOf: [oneOfFields(FROM_NAMES), oneOfFields(TO_NAMES)] },
);

const DESCRIPTION = "Transferência";

export async function createTransfer({ record, ledger, act }: WriteInput<unknown>) {
  const sides = readSides(record);
  const rest = readRest(record, dayIn(act.caller.timeZone, act.now));
  const shown = unsaved(record);
  judge(record, shown);
  const transfer: NewTransfer = { ...rest, fromAccountId: sides.from.id as number, toAccountId: sides.to.id as number };
  try {
    const row = await insertTransfer(ledger.patient, act, transfer);
    const booked = row ?? (await ledger.transaction((tx) => lookAgain(tx, act, record, [sides.from, sides.to], transfer)));
    return presentTransaction(booked, act.caller.timeZone);
  } catch (error) {
    if (!isPastSums(error)) throw error;
    return refuse(record, shown, "amount_cents", { kind: "sumTooLarge" });
  }
}

/** Transfers do not repeat: one that was asked to is refused, rather than made once. */
function readRest(record: Submitted, today: string): Omit<NewTransfer, "fromAccountId" | "toAccountId"> {
  const date = readDate(record, "date") ?? today;
  if (!isSaid(record, "amount_cents")) addProblem(record, "amount_cents", { kind: "required" });
  for (const name of ["recurrence_attributes", "installments_attributes"])
    if (isSaid(record, name)) addProblem(record, name, { kind: "invalid" });
  return {
    amountCents: readInteger(record, "amount_cents", { least: 1, most: MOST_CENTS }) ?? 0,
    description: readText(record, "description", { filled: true }) ?? DESCRIPTION,
    date,
    paid: readFlag(record, "paid") ?? date <= today,
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }) ?? null,
    tags: readTagNames(record) ?? [],
  };
}

/** What a refused transfer looks like before its own fields are put in. */
function unsaved(record: Submitted): Readonly<Record<string, unknown>> {
  const sent = [...FROM_NAMES, ...TO_NAMES].filter((name) => record.fields.has(name));
  return { ...NO_TRANSACTION, ...Object.fromEntries(sent.map((name) => [name, null])) };
}

/**
 * Says which account was missing. If none is, the first statement had seen one as it was before it waited for its turn; now it is its
 * turn.
 */
async function lookAgain(tx: Db, act: Act, record: Submitted, sides: Side[], transfer: NewTransfer): Promise<TransactionRow> {
  const { spaceId } = act.caller;
  const ids = [transfer.fromAccountId, transfer.toAccountId];
  const [, archived] = await Promise.all([lockSpace(tx, spaceId), findArchived(tx, spaceId, ids)]);
  for (const { name, id } of sides) {
    const isArchived = archived.get(id as number);
    if (isArchived === undefined) addProblem(record, name, { kind: "unknown" });
    if (isArchived) addProblem(record, name, { kind: "archived" });
  }
  judge(record, unsaved(record));
  const row = await insertTransfer(tx, act, transfer);
  if (!row) throw new Error("a transfer was not written, and nothing is missing for it");
  return row;
}
