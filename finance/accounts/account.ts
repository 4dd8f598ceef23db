// A bank account as the database keeps it, and as the API shows it.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { ACCOUNT_TYPES, accounts } from "../tables/accounts.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import type { VisibleColumns } from "../tables/table.ts";
import type { StoredAccount } from "../tables/tables.ts";

export interface AccountRow extends StoredAccount {
  created_at: Date;
  updated_at: Date;
  default: boolean;
}

const Text = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.String({ format: "date-time" });

export const AccountReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Text,
  archived: Type.Boolean(),
  created_at: Moment,
  updated_at: Moment,
  default: Type.Boolean(),
  type: Type.String({ enum: [...ACCOUNT_TYPES] }),
  institution_id: Type.String(),
  institution_name: Text,
  kind: Type.Null(),
  opening_balance_cents: Type.Integer(),
  hide_balance: Type.Boolean(),
  reserved_cents: Type.Optional(
    Type.Integer({ description: "What goals have reserved on the account; only where accounts are read, and there is anything" }),
  ),
  balance_cents: Type.Optional(Type.Integer({ description: "What is on the account today; beside available_cents" })),
  available_cents: Type.Optional(
    Type.Integer({ description: "The balance less what is reserved; negative where more is reserved than is there" }),
  ),
  balance: Type.Optional(
    Type.String({ description: "What is on the account today, as text for people; only where one is read" }),
  ),
});

export function presentAccount(account: AccountRow, timeZone: string) {
  return {
    id: account.id,
    name: account.name,
    description: account.description,
    archived: account.archived,
    created_at: momentText(account.created_at, timeZone),
    updated_at: momentText(account.updated_at, timeZone),
    default: account.default,
    type: account.type,
    institution_id: account.institution_id,
    institution_name: account.institution_name,
    kind: null,
    opening_balance_cents: account.opening_cents,
    hide_balance: account.hide_balance,
  } satisfies VisibleColumns<typeof accounts>;
}

/** What a refused new account is shown as, under the fields that were submitted. */
export const UNSAVED_ACCOUNT = emptyRecord(AccountReply, accounts, { default: false, opening_balance_cents: 0 });
