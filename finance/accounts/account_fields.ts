// The fields of an account that a client may set.
import { Type } from "typebox";
import { ExpectedField } from "../fields/expected.ts";
import { readFlag, readInteger, readOneOf, readText, readTextOrNull } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { Filled } from "../fields/schemas.ts";
import { joinProblems, orElse, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { ACCOUNT_TYPES } from "../tables/accounts.ts";
import { LONGEST_DESCRIPTION } from "../tables/kinds.ts";
import type { AccountRow } from "./account.ts";

const LONGEST_INSTITUTION_ID = 100;

export type AccountFields = Pick<
  AccountRow,
  "name" | "description" | "type" | "archived" | "institution_id" | "institution_name" | "hide_balance" | "opening_cents"
>;

export interface AccountRequest {
  fields: AccountFields;
  /** False where the client does not ask for it, or says what is so already. There is always a default account, so false asks for nothing. */
  becomesDefault: boolean;
}

const fields = {
  type: Type.Optional(Type.String({ enum: [...ACCOUNT_TYPES] })),
  description: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_DESCRIPTION }), Type.Null()])),
  default: Type.Optional(Type.Boolean({ description: "true moves the default here; false is ignored" })),
  archived: Type.Optional(Type.Boolean()),
  institution_id: Type.Optional(Filled({ maxLength: LONGEST_INSTITUTION_ID })),
  institution_name: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
  hide_balance: Type.Optional(
    Type.Boolean({
      description: "true leaves it out of balances, forecast, overview, agenda and net worth, unless it is named there",
    }),
  ),
  opening_balance_cents: Type.Optional(Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS })),
};

export const NewAccountBody = Type.Object({ name: Filled(), ...fields });
export const AccountBody = Type.Object({ name: Type.Optional(Filled()), ...fields, ...ExpectedField });

const FRESH = {
  name: "",
  description: null,
  type: "checking",
  archived: false,
  institution_id: "default",
  institution_name: null,
  hide_balance: false,
  opening_cents: 0,
  default: false,
} as const;

/** What is absent stays as it is stored, or begins as a new account does. */
export function readAccount(record: Submitted, stored?: AccountRow): WithProblems<AccountRequest> {
  const before = stored ?? FRESH;
  const texts = readAll({
    description: orElse(readTextOrNull(record, "description", { most: LONGEST_DESCRIPTION }), before.description),
    institution_name: orElse(readTextOrNull(record, "institution_name"), before.institution_name),
  });
  const isDefault = readFlag(record, "default");
  const rest = readAll({
    name: orElse(readText(record, "name", stored ? { filled: true } : { required: true }), before.name),
    type: orElse(readOneOf(record, "type", ACCOUNT_TYPES), before.type),
    archived: orElse(readFlag(record, "archived"), before.archived),
    institution_id: orElse(
      readText(record, "institution_id", { most: LONGEST_INSTITUTION_ID, filled: true }),
      before.institution_id,
    ),
    hide_balance: orElse(readFlag(record, "hide_balance"), before.hide_balance),
    opening_cents: orElse(
      readInteger(record, "opening_balance_cents", { least: -MOST_CENTS, most: MOST_CENTS }),
      before.opening_cents,
    ),
  });
  const becomesDefault = isDefault.value === true && !before.default;
  return {
    value: { fields: { ...texts.value, ...rest.value }, becomesDefault },
    problems: joinProblems(
      texts.problems,
      isDefault.problems,
      rest.problems,
      problemIf(becomesDefault && rest.value.archived, "default", { kind: "archived" }),
    ),
  };
}
