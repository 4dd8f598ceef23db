// Rows that are tried out in a forecast and written nowhere.
import { Type } from "typebox";
import { isObject } from "../fields/inside.ts";
import { readDate, readInteger, readText } from "../fields/readers.ts";
import { isPresent, presentField, type Submitted, submit } from "../fields/record.ts";
import { Day } from "../fields/schemas.ts";
import {
  invalid,
  joinProblems,
  orElse,
  problemIf,
  problemsInside,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { Expected } from "./project.ts";

const MOST = 500;

export const WhatIf = Type.Array(
  Type.Object({
    date: Day({ description: "What is past counts today; what is after the last day does not count" }),
    amount_cents: Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS }),
    description: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  {
    maxItems: MOST,
    description: "Rows as if they were there, on no account, so that they count for whichever are named; nothing is written",
  },
);

/** What is wrong with one is answered under `what_if`, its index and the name of the field. */
export function readWhatIf(record: Submitted): WithProblems<Expected[]> {
  const field = presentField(record, "what_if");
  if (field === undefined) return valid([]);
  if (!Array.isArray(field.value)) return { value: [], problems: [["what_if", { kind: "notAList" }]] };
  if (field.value.length > MOST) return { value: [], problems: [["what_if", { kind: "tooMany", values: { most: MOST } }]] };
  const items = field.value.map((item, index) => readItem(item, `what_if.${index}`));
  return {
    value: items.map(({ value }) => value).filter((each) => each !== undefined),
    problems: joinProblems(...items.map(({ problems }) => problems)),
  };
}

function readItem(item: unknown, name: string): WithProblems<Expected | undefined> {
  if (!isObject(item)) return invalid(name, { kind: "notAnObject" });
  const submitted = submit(undefined, item);
  const { value, problems } = readAll({
    date: readDate(submitted, "date"),
    amount_cents: readInteger(submitted, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS }),
    description: orElse(readText(submitted, "description"), ""),
  });
  const all = joinProblems(
    problems,
    problemIf(!isPresent(submitted, "date"), "date", { kind: "blank" }),
    problemIf(!isPresent(submitted, "amount_cents"), "amount_cents", { kind: "blank" }),
  );
  const { date, amount_cents, description } = value;
  if (date === undefined || amount_cents === undefined) return { value: undefined, problems: problemsInside(name, all) };
  const nowhere = { account_id: null, transaction_id: null, credit_card_id: null, credit_card_invoice_id: null };
  return {
    value: { kind: "what_if", date, amount_cents, paid: false, description, ...nowhere },
    problems: problemsInside(name, all),
  };
}
