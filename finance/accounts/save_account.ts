// Writes accounts: whatever is set, exactly one of them is the default afterwards.
import type { Db } from "../../kernel/sql/database.ts";
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { judge, refuse, type Submitted } from "../fields/record.ts";
import { isPastSums, lockSpace, type Space } from "../ledger/queries_space.ts";
import { type AccountRow, presentAccount, UNSAVED_ACCOUNT } from "./account.ts";
import { type AccountWish, readAccount } from "./account_fields.ts";
import { defaultAccount } from "./default_account.ts";
import { insertAccount, listAccounts, nextAccountId, updateAccount } from "./queries.ts";

type Write = Pick<WriteInput<unknown>, "record" | "ledger" | "act">;

export function createAccount({ record, ledger, act }: Write): Promise<object> {
  const { fields, becomesDefault } = readAccount(record);
  judge(record, UNSAVED_ACCOUNT);
  return ledger.transaction(async (tx) => {
    const [space, accounts, id] = await Promise.all([...lockAccounts(tx, act.caller.spaceId), nextAccountId(tx)]);
    const current = becomesDefault ? id : space.default_account_id;
    const defaultAccountId = defaultAccount([...accounts, { id, archived: fields.archived }], current);
    await withinSums(record, UNSAVED_ACCOUNT, insertAccount(tx, act, { id, fields, defaultAccountId }));
    const made = { ...fields, id, default: id === defaultAccountId, created_at: act.now, updated_at: act.now };
    return presentAccount(made, act.caller.timeZone);
  });
}

/** `wish` says what becomes of the account; unless told, what the record asks for. */
export function changeAccount(
  { record, ledger, act }: Write,
  id: number,
  wish = (account: AccountRow): AccountWish => readAccount(record, account),
): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, accounts] = await Promise.all(lockAccounts(tx, spaceId));
    const account = accounts.find((each) => each.id === id);
    if (!account) throw fail.recordUnknown();
    const { fields, becomesDefault } = wish(account);
    const shown = presentAccount(account, timeZone);
    judge(record, shown);
    const after = accounts.map((each) => (each === account ? { ...each, ...fields } : each));
    const defaultAccountId = defaultAccount(after, becomesDefault ? id : space.default_account_id);
    await withinSums(record, shown, updateAccount(tx, act, account, { fields, defaultAccountId }));
    return presentAccount({ ...account, ...fields, default: id === defaultAccountId, updated_at: act.now }, timeZone);
  });
}

/** Sent together: the second is answered as of the moment when the first has its turn. */
function lockAccounts(tx: Db, spaceId: number): [Promise<Space>, Promise<AccountRow[]>] {
  return [lockSpace(tx, spaceId), listAccounts(tx, spaceId)];
}

async function withinSums(record: Submitted, shown: Readonly<Record<string, unknown>>, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isPastSums(error)) throw error;
    refuse(record, shown, "opening_balance_cents", { kind: "sumTooLarge" });
  }
}
