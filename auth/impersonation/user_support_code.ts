// POST /user/support-code: the signed-in user lets an administrator see their account, once, within an hour.
import { Type } from "typebox";
import { requireActiveCaller, requireFullProof } from "../account/caller.ts";
import { findAccount } from "../account/queries_change.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { keepSupportCode } from "./queries.ts";
import { hashOfSupportCode, newSupportCode } from "./support_code.ts";

const LIVES_SECONDS = 3600;

export const postUserSupportCode = endpoint({
  method: "POST",
  path: "/user/support-code",
  access: "user",
  summary: "A code with which an administrator may see this account once; it replaces an earlier one",
  ignoresBody: true,
  reply: Type.Object({ code: Type.String(), expires_at: Type.Integer({ description: "Seconds since 1970" }) }),
  refuses: [422],
  handle: async ({ db, config, caller, now }) => {
    if (!config.impersonationEnabled) throw fail.impersonationDisabled();
    const account = requireActiveCaller(
      await findAccount(db, { ...caller, userId: caller.userId as string }, config, now),
      caller,
      now,
    );
    requireFullProof(account, fail.supportCodeNeedsAal2);
    const code = newSupportCode();
    const expiresAt = new Date(now.getTime() + LIVES_SECONDS * 1000);
    await keepSupportCode(db, account.id, hashOfSupportCode(code), expiresAt);
    return { code, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  },
});
