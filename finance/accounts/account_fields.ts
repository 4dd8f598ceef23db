// The fields of an account that a client may set.
import { Type } from "typebox";
import { ExpectedField } from "../fields/expected.ts";
import { readFlag, readInteger } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { joinProblems, orElse, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { accounts } from "../tables/accounts.ts";
import { type Settable, settableFields } from "../tables/settable.ts";
import type { AccountRow } from "./account.ts";

export interface AccountFields extends Settable<typeof accounts>, Pick<AccountRow, "opening_cents"> {}

export interface AccountRequest {
  fields: AccountFields;
  /** False where the client does not ask for it, or says what is so already. There is always a default account, so false asks for nothing. */
  becomesDefault: boolean;
}

const plainFields = settableFields(accounts);

const fields = {
  default: Type.Optional(Type.Boolean({ description: "true moves the default here; false is ignored" })),
  opening_balance_cents: Type.Optional(Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS })),
};

export const NewAccountBody = Type.Object({ ...plainFields.newSchemas, ...fields });
export const AccountBody = Type.Object({ ...plainFields.schemas, ...fields, ...ExpectedField });

/** What is absent stays as it is stored, or begins as a new account does. */
export function readAccount(record: Submitted, stored?: AccountRow): WithProblems<AccountRequest> {
  const { description, institution_name, ...plain } = plainFields.readComplete(record, stored);
  const texts = readAll({ description, institution_name });
  const isDefault = readFlag(record, "default");
  const rest = readAll({
    ...plain,
    opening_cents: orElse(
      readInteger(record, "opening_balance_cents", { least: -MOST_CENTS, most: MOST_CENTS }),
      stored?.opening_cents ?? 0,
    ),
  });
  const becomesDefault = isDefault.value === true && !stored?.default;
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
