// The fields of a credit card that a client may set.
import { Type } from "typebox";
import type { CardDays } from "../billing/cycle.ts";
import { ExpectedField } from "../fields/expected.ts";
import { readDate, readFlag, readIdOrNull, readInteger, readText, readTextOrNull } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { Day, Filled, RecordId } from "../fields/schemas.ts";
import { ABSENT, joinProblems, orElse, problemIf, readAll, valid, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { LONGEST_DESCRIPTION } from "../tables/kinds.ts";
import type { CardRow } from "./credit_card.ts";

const LONGEST_INSTITUTION_ID = 100;
const LONGEST_NETWORK = 40;
/** Whatever networks there are: a key of lower-case letters. */
const NETWORK = /^[a-z0-9][a-z0-9_-]*$/;

export type CardFields = Pick<
  CardRow,
  | "name"
  | "description"
  | "card_network"
  | "limit_cents"
  | "archived"
  | "institution_id"
  | "institution_name"
  | "payment_account_id"
>;

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

const Text = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const MonthDay = Type.Integer({ minimum: 1, maximum: 31, description: "In a month that is too short its last day" });

const needed = { name: Filled(), closing_day: MonthDay, due_day: MonthDay };
const fields = {
  description: Text(LONGEST_DESCRIPTION),
  card_network: Type.Optional(Type.String({ maxLength: LONGEST_NETWORK, pattern: NETWORK.source })),
  limit_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: "0 means no limit" })),
  archived: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Boolean({ description: "true moves the default here; false is ignored" })),
  institution_id: Type.Optional(Filled({ maxLength: LONGEST_INSTITUTION_ID })),
  institution_name: Text(255),
  payment_account_id: Type.Optional(RecordId({ description: "Pays the invoices unless given" })),
};

export const NewCardBody = Type.Object({ ...needed, ...fields });
export const CardBody = Type.Object({
  ...Type.Partial(Type.Object(needed)).properties,
  ...ExpectedField,
  ...fields,
  update_invoices_since: Type.Optional(
    Day({ description: "New days hold for invoices due since then; else from the open one on" }),
  ),
  force: Type.Optional(Type.Boolean({ description: "true moves purchases out of and into invoices that have payments" })),
});

const FRESH = {
  name: "",
  description: null,
  card_network: null,
  limit_cents: 0,
  archived: false,
  institution_id: "default",
  institution_name: null,
  payment_account_id: null,
  default: false,
} as const;

/** What is absent stays as it is stored, or begins as a new card does. */
export function readCard(record: Submitted, stored?: CardRow): WithProblems<CardRequest> {
  const before = stored ?? FRESH;
  const isDefault = readFlag(record, "default");
  const fields = readAll({
    name: orElse(readText(record, "name", stored ? { filled: true } : { required: true }), before.name),
    description: orElse(readTextOrNull(record, "description", { most: LONGEST_DESCRIPTION }), before.description),
    card_network: orElse(readNetwork(record), before.card_network),
    limit_cents: orElse(readInteger(record, "limit_cents", { least: 0, most: MOST_CENTS }), before.limit_cents),
    archived: orElse(readFlag(record, "archived"), before.archived),
    institution_id: orElse(
      readText(record, "institution_id", { most: LONGEST_INSTITUTION_ID, filled: true }),
      before.institution_id,
    ),
    institution_name: orElse(readTextOrNull(record, "institution_name"), before.institution_name),
    payment_account_id: orElse(readIdOrNull(record, "payment_account_id"), before.payment_account_id),
  });
  const becomesDefault = isDefault.value === true && !before.default;
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

function readNetwork(record: Submitted): WithProblems<string | null | undefined> {
  const { value, problems } = readTextOrNull(record, "card_network", { most: LONGEST_NETWORK, filled: true });
  const isWrong = typeof value === "string" && !NETWORK.test(value);
  return { value, problems: joinProblems(problems, problemIf(isWrong, "card_network", { kind: "invalid" })) };
}
