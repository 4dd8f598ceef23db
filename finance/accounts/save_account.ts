// Writes accounts: whatever is set, exactly one of them is the default afterwards.
import { fail } from "../errors.ts";
import { requireExpected } from "../fields/expected.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, type WithProblems } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { type AccountRow, presentAccount, UNSAVED_ACCOUNT } from "./account.ts";
import { type AccountRequest, readAccount } from "./account_fields.ts";
import { defaultAccount } from "./default_account.ts";
import { listAccounts } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "write" | "act">;

export function createAccount({ record, write, act }: Write): Promise<object> {
  const { value: request, problems } = readAccount(record);
  throwIfInvalid(record, UNSAVED_ACCOUNT, problems);
  const { fields, becomesDefault } = request;
  return write(async (read) => {
    const [space, accounts, ids] = await Promise.all([
      read.space,
      listAccounts(read, act.caller.spaceId),
      read.ids("accounts", 1),
    ]);
    const account = { ...fields, id: ids[0] as number, created_at: act.now, updated_at: act.now };
    const current = becomesDefault ? account.id : space.default_account_id;
    const defaultId = defaultAccount([...accounts, account], current);
    return {
      before: {},
      after: { accounts: [account] },
      space: { default_account_id: defaultId },
      answer: presentAccount({ ...account, default: account.id === defaultId }, act.caller.timeZone),
      sumTooLarge: () => refuse(record, UNSAVED_ACCOUNT, "opening_balance_cents", { kind: "sumTooLarge" }),
    };
  });
}

/** `request` says what becomes of the account; unless given, what the record asks for. */
export function changeAccount(
  { record, write, act }: Write,
  id: number,
  request = (account: AccountRow): WithProblems<AccountRequest> => readAccount(record, account),
): Promise<object> {
  return write(async (read) => {
    const [space, accounts] = await Promise.all([read.space, listAccounts(read, act.caller.spaceId)]);
    const account = accounts.find((each) => each.id === id);
    if (!account) throw fail.recordUnknown();
    const view = presentAccount(account, act.caller.timeZone);
    const { value, problems } = request(account);
    throwIfInvalid(record, view, joinProblems(requireExpected(record, view), problems));
    const { fields, becomesDefault } = value;
    const changed = { ...account, ...fields, updated_at: act.now };
    const all = accounts.map((each) => (each === account ? changed : each));
    const defaultId = defaultAccount(all, becomesDefault ? id : space.default_account_id);
    return {
      before: { accounts: [account] },
      after: { accounts: [changed] },
      space: { default_account_id: defaultId },
      answer: presentAccount({ ...changed, default: id === defaultId }, act.caller.timeZone),
      sumTooLarge: () => refuse(record, view, "opening_balance_cents", { kind: "sumTooLarge" }),
    };
  });
}
