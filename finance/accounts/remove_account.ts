// Deletes an account with all that is booked on it: there may be a million rows.
import { listMovesOn } from "../earmarks/queries.ts";
import { fail } from "../errors.ts";
import { readFlag } from "../fields/readers.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { seriesWithout } from "../series/without.ts";
import { presentAccount } from "./account.ts";
import { defaultAccount } from "./default_account.ts";
import { hasRows, listAccounts, listCardsPaidBy } from "./queries.ts";

/**
 * Other legs of its transfers become plain rows, its series end, the default account pays its cards, and goals lose what they had on
 * it. With `force=false` an account that has rows is kept.
 */
export function removeAccount(
  { record, writeAlone, act }: Pick<WriteInput<unknown>, "record" | "writeAlone" | "act">,
  id: number,
): Promise<object> {
  const { spaceId } = act.caller;
  return writeAlone(async (read, bulk) => {
    const [space, accounts, cards, moves] = await Promise.all([
      read.space,
      listAccounts(read, spaceId),
      listCardsPaidBy(read, spaceId, id),
      listMovesOn(read, spaceId, id),
    ]);
    const account = accounts.find((each) => each.id === id);
    if (!account) throw fail.recordUnknown();
    const view = presentAccount(account, act.caller.timeZone);
    const { value: force = true, problems } = readFlag(record, "force");
    throwIfInvalid(record, view, problems);
    if (!force && (await hasRows(read, spaceId, id))) refuse(record, view, "base", { kind: "inUse" });
    const series = await seriesWithout(read, spaceId, { column: "account_id", id }, act.now);
    await bulk.updateRows({ column: "oposite_account_id", id }, { oposite_transaction_id: null, oposite_account_id: null });
    await bulk.deleteRows({ column: "account_id", id });
    const others = accounts.filter((each) => each !== account);
    return {
      before: { accounts: [account], credit_cards: cards, series: series.before, goal_moves: moves },
      after: {
        credit_cards: cards.map((card) => ({ ...card, payment_account_id: null, updated_at: act.now })),
        series: series.after,
      },
      space: { default_account_id: defaultAccount(others, space.default_account_id) },
      answer: view,
    };
  });
}
