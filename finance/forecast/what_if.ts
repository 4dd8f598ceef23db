// Rows that are tried out in a forecast and written nowhere.
import { Type } from "typebox";
import { WrittenNumber } from "../../kernel/http/json.ts";
import { readDate, readInteger, readText } from "../fields/readers.ts";
import { addProblem, isSaid, type Submitted, saidField, submit } from "../fields/record.ts";
import { Day } from "../fields/schemas.ts";
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
export function readWhatIf(record: Submitted): Expected[] {
  const field = saidField(record, "what_if");
  if (field === undefined) return [];
  if (!Array.isArray(field.value)) {
    addProblem(record, "what_if", { kind: "notAList" });
    return [];
  }
  if (field.value.length > MOST) {
    addProblem(record, "what_if", { kind: "tooMany", values: { most: MOST } });
    return [];
  }
  return field.value.flatMap((item, index) => readItem(record, item, `what_if.${index}`) ?? []);
}

function readItem(record: Submitted, item: unknown, name: string): Expected | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item) || item instanceof WrittenNumber) {
    addProblem(record, name, { kind: "notAnObject" });
    return;
  }
  const given = submit(undefined, item);
  const date = readDate(given, "date");
  const cents = readInteger(given, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS });
  const description = readText(given, "description") ?? "";
  for (const needed of ["date", "amount_cents"]) if (!isSaid(given, needed)) addProblem(given, needed, { kind: "blank" });
  for (const [key, problems] of given.problems) for (const each of problems) addProblem(record, `${name}.${key}`, each);
  if (given.problems.size > 0) return;
  const nowhere = { account_id: null, transaction_id: null, credit_card_id: null, credit_card_invoice_id: null };
  return { kind: "what_if", date: date as string, amount_cents: cents as number, paid: false, description, ...nowhere };
}
