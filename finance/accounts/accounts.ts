// GET, POST /accounts and GET, PUT, DELETE /accounts/:id: bank accounts. Archived ones are listed too.
// Where what is: account_fields.ts reads what is submitted, save_account.ts and remove_account.ts write, default_account.ts chooses the default one,
// account.ts is what is shown.
import { Type } from "typebox";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { AccountReply, presentAccount } from "./account.ts";
import { AccountBody, NewAccountBody } from "./account_fields.ts";
import { balanceText } from "./balance_text.ts";
import { findAccountWithBalance, listAccountsWithReserved } from "./queries.ts";
import { removeAccount } from "./remove_account.ts";
import { changeAccount, createAccount } from "./save_account.ts";

const AccountPath = Type.Object({ id: Type.String() });

/** A hundred thousand rows go in a few seconds; there may be more. A socket that is silent for a minute is closed. */
const LONGEST_DELETE_SECONDS = 55;

export const getAccounts = endpoint({
  method: "GET",
  path: "/accounts",
  access: "reader",
  summary: "All accounts, archived ones too, oldest first",
  reply: Type.Array(AccountReply),
  handle: async ({ db, caller }) =>
    (await listAccountsWithReserved(db, caller.spaceId)).map((each) => ({
      ...presentAccount(each, caller.timeZone),
      ...(each.reserved_cents > 0 && { reserved_cents: each.reserved_cents }),
    })),
});

export const postAccounts = writeEndpoint({
  method: "POST",
  path: "/accounts",
  summary: "Create an account; the first one becomes the default",
  body: NewAccountBody,
  reply: AccountReply,
  status: 201,
  handle: createAccount,
});

export const getAccount = endpoint({
  method: "GET",
  path: "/accounts/:id",
  access: "reader",
  summary: "An account, with what is on it today",
  params: AccountPath,
  reply: AccountReply,
  handle: async ({ params, db, caller, now }) => {
    const today = dayIn(caller.timeZone, now);
    const account = await findAccountWithBalance(db, caller.spaceId, readPathId(params.id), today);
    if (!account) throw fail.recordUnknown();
    const { balance_cents, reserved_cents } = account;
    // Typed clients refuse keys that they do not know, so that whoever has no goals sees none.
    const amounts = reserved_cents > 0 && { balance_cents, reserved_cents, available_cents: balance_cents - reserved_cents };
    return { ...presentAccount(account, caller.timeZone), ...amounts, balance: balanceText(balance_cents) };
  },
});

export const putAccount = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/accounts/:id",
  summary: "Change an account; what is absent stays as it is",
  params: AccountPath,
  body: AccountBody,
  reply: AccountReply,
  refuses: [409],
  handle: (input) => changeAccount(input, readPathId(input.params.id)),
});

export const deleteAccount = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/accounts/:id",
  summary: "Delete an account and all transactions on it; the other side of its transfers stays as a plain transaction",
  params: AccountPath,
  body: Type.Object({ force: Type.Optional(Type.Boolean({ description: "false refuses if there are transactions on it" })) }),
  reply: AccountReply,
  timeoutSeconds: LONGEST_DELETE_SECONDS,
  handle: (input) => removeAccount(input, readPathId(input.params.id)),
});
