// Books a new transfer: both legs, each with the id of the other.
import { type TSchema, Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { readDate, readFlag, readInteger } from "../fields/readers.ts";
import { isPresent, refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { Day, oneOfFields, RecordId } from "../fields/schemas.ts";
import { joinProblems, orElse, type Problems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { legsOf, type NewTransfer } from "../rows/legs.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { NO_TRANSACTION, presentTransaction } from "../rows/row.ts";
import { NO_CARD, showRow } from "../rows/transaction_row.ts";
import { findArchived } from "./queries.ts";
import { FROM_NAMES, readSides, type Side, TO_NAMES } from "./sides.ts";

const Account = (description: string) => Type.Optional(RecordId({ description }));

/** What both a new transfer and a changed one may hold. */
export const TransferFields = {
  date: Type.Optional(Day({ description: "Today unless given" })),
  paid: Type.Optional(Type.Boolean({ description: "True unless given, if the date is not in the future" })),
  ...plainFields.schemas,
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

export function createTransfer({ record, act, write }: WriteInput<unknown>) {
  const { value, problems } = readAll({
    sides: readSides(record),
    transfer: readRest(record, dayIn(act.caller.timeZone, act.now)),
  });
  const view = unsaved(record);
  throwIfInvalid(record, view, problems);
  const { spaceId, userId } = act.caller;
  const { sides, transfer } = value;
  const [from, to] = [sides.from.id as number, sides.to.id as number];
  return write(async (read) => {
    const [space, archived, ids] = await Promise.all([
      read.space,
      findArchived(read, spaceId, [from, to]),
      read.ids("transactions", 2),
    ]);
    throwIfInvalid(record, view, checkSides([sides.from, sides.to], archived));
    const legs = legsOf(transfer, { from, to, categoryId: space.transfers_category_id, ids, now: act.now, userId });
    return {
      before: {},
      after: { transactions: legs },
      answer: presentTransaction(showRow(legs[0], NO_CARD), act.caller.timeZone),
      sumTooLarge: () => refuse(record, view, "amount_cents", { kind: "sumTooLarge" }),
    };
  });
}

function checkSides(sides: readonly Side[], archived: ReadonlyMap<number, boolean>): Problems {
  return joinProblems(
    ...sides.map(({ name, id }) => {
      const isArchived = archived.get(id as number);
      return problemIf(isArchived !== false, name, { kind: isArchived ? "archived" : "unknown" });
    }),
  );
}

function readRest(record: Submitted, today: string): WithProblems<NewTransfer> {
  const date = orElse(readDate(record, "date"), today);
  const { description, ...plain } = plainFields.readComplete(record, { description: DESCRIPTION });
  const rest = readAll({
    amountCents: orElse(readInteger(record, "amount_cents", { least: 1, most: MOST_CENTS }), 0),
    description,
    paid: orElse(readFlag(record, "paid"), date.value <= today),
    ...plain,
  });
  return {
    value: { ...rest.value, date: date.value },
    problems: joinProblems(
      date.problems,
      problemIf(!isPresent(record, "amount_cents"), "amount_cents", { kind: "required" }),
      checkNotRepeated(record),
      rest.problems,
    ),
  };
}

/** Transfers do not repeat: one that was asked to is refused, rather than made once. */
function checkNotRepeated(record: Submitted): Problems {
  const names = ["recurrence_attributes", "installments_attributes"].filter((name) => isPresent(record, name));
  return names.map((name) => [name, { kind: "invalid" }]);
}

/** What a refused transfer looks like before its own fields are put in. */
function unsaved(record: Submitted): Readonly<Record<string, unknown>> {
  const names = [...FROM_NAMES, ...TO_NAMES].filter((name) => record.fields.has(name));
  return { ...NO_TRANSACTION, ...Object.fromEntries(names.map((name) => [name, null])) };
}
