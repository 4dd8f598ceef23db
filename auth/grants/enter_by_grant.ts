// Lets a user in who has a role on this server. Roles are looked up for each call: no token says them, so one that was taken away is gone at once.
import { requireActiveCaller } from "../account/caller.ts";
import { findAccount } from "../account/queries_change.ts";
import { isRecent } from "../account/recent_proof.ts";
import type { AuthCaller, AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { Administrator } from "./administrator.ts";
import { listRoles } from "./queries.ts";

export async function enterByGrant(
  { db, config }: Pick<AuthWorld, "db" | "config">,
  caller: AuthCaller & { userId: string },
  now: Date,
): Promise<Administrator> {
  const roles = await listRoles(db, caller.userId);
  if (roles.length === 0) throw fail.notAdmin();
  const account = requireActiveCaller(await findAccount(db, caller, config, now), caller, now);
  const hasPasskey = (account.session_amr ?? []).some(({ method }) => method === "passkey");
  if (account.session_aal !== "aal2" && !hasPasskey) throw fail.adminNeedsStrongSession();
  return { kind: "user", roles, isRecent: isRecent(account, now) };
}
