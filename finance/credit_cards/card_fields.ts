// The fields of a credit card that a client may set.
import { Type } from "typebox";
import type { CardDays } from "../billing/cycle.ts";
import { ExpectedField } from "../fields/expected.ts";
import { readDate, readFlag, readIdOrNull, readInteger } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { Day, RecordId } from "../fields/schemas.ts";
import { ABSENT, joinProblems, orElse, problemIf, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
import { credit_cards } from "../tables/credit_cards.ts";
import { type Settable, settableFields } from "../tables/settable.ts";
import type { CardRow } from "./credit_card.ts";

export interface CardFields extends Settable<typeof credit_cards>, Pick<CardRow, "payment_account_id"> {}

export interface CardRequest {
  fields: CardFields;
  days: Omit<CardDays, "fromInvoice">;
  /** New days hold for invoices that are due on this day or later. */
  since: string | undefined;
  /** Purchases may leave and enter invoices that somebody paid. */
  force: boolean;
  /** False where the client does not ask for it, or says what is so already. */
  becomesDefault: boolean;
}

const plainFields = settableFields(credit_cards);

const MonthDay = Type.Integer({ minimum: 1, maximum: 31, description: "In a month that is too short its last day" });

const fields = {
  default: Type.Optional(Type.Boolean({ description: "true moves the default here; false is ignored" })),
  payment_account_id: Type.Optional(RecordId({ description: "Pays the invoices unless given" })),
};

export const NewCardBody = Type.Object({ ...plainFields.newSchemas, closing_day: MonthDay, due_day: MonthDay, ...fields });
export const CardBody = Type.Object({
  ...plainFields.schemas,
  closing_day: Type.Optional(MonthDay),
  due_day: Type.Optional(MonthDay),
  ...ExpectedField,
  ...fields,
  update_invoices_since: Type.Optional(
    Day({ description: "New days hold for invoices due since then; else from the open one on" }),
  ),
  force: Type.Optional(Type.Boolean({ description: "true moves purchases out of and into invoices that have payments" })),
});

/** What is absent stays as it is stored, or begins as a new card does. */
export function readCard(record: Submitted, stored?: CardRow): WithProblems<CardRequest> {
  const isDefault = readFlag(record, "default");
  const fields = readAll({
    ...plainFields.readComplete(record, stored),
    payment_account_id: orElse(readIdOrNull(record, "payment_account_id"), stored?.payment_account_id ?? null),
  });
  const becomesDefault = isDefault.value === true && !stored?.default;
  const newest = stored?.days.at(-1);
  const days = readAll({
    closingDay: readDay(record, "closing_day", newest?.closingDay),
    dueDay: readDay(record, "due_day", newest?.dueDay),
  });
  const change = readAll({
    since: stored ? readDate(record, "update_invoices_since") : ABSENT,
    force: stored ? orElse(readFlag(record, "force"), false) : valid(false),
  });
  return {
    value: { fields: fields.value, days: days.value, ...change.value, becomesDefault },
    problems: joinProblems(
      isDefault.problems,
      fields.problems,
      problemIf(becomesDefault && fields.value.archived, "default", { kind: "archived" }),
      days.problems,
      change.problems,
    ),
  };
}

/** There is no day that would do for a card whose day nobody has said. */
function readDay(record: Submitted, name: "closing_day" | "due_day", stored: number | undefined): WithProblems<number> {
  const { value: day = stored, problems } = readInteger(record, name, { least: 1, most: 31 });
  const isMissing = day === undefined && problems.length === 0;
  return { value: day ?? 1, problems: joinProblems(problems, problemIf(isMissing, name, { kind: "blank" })) };
}
