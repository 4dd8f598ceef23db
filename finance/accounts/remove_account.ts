// Deletes an account with all that is booked on it.
import type { WriteInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFlag } from "../fields/readers.ts";
import { judge, refuse } from "../fields/record.ts";
import { hasRows } from "../ledger/queries_accounts.ts";
import { removeBookings } from "../ledger/queries_removal.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { presentAccount } from "./account.ts";
import { defaultAccount } from "./default_account.ts";
import { deleteAccount, listAccounts } from "./queries.ts";

/** `force=false` asks to keep an account that has rows. */
export function removeAccount(
  { record, ledger, act }: Pick<WriteInput<unknown>, "record" | "ledger" | "act">,
  id: number,
): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  return ledger.transaction(async (tx) => {
    const [space, accounts] = await Promise.all([lockSpace(tx, spaceId), listAccounts(tx, spaceId)]);
    const account = accounts.find((each) => each.id === id);
    if (!account) throw fail.recordUnknown();
    const shown = presentAccount(account, timeZone);
    const force = readFlag(record, "force") ?? true;
    judge(record, shown);
    if (!force && (await hasRows(tx, spaceId, id))) refuse(record, shown, "base", { kind: "inUse" });
    await removeBookings(tx, act, id);
    const others = accounts.filter((each) => each !== account);
    await deleteAccount(tx, act, account, defaultAccount(others, space.default_account_id));
    return shown;
  });
}
