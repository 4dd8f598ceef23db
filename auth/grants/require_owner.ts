// Whether the caller owns this server, and is there now: their own session, with both factors if they have two, proved a short while ago.

import { requireActiveCaller, requireFullProof } from "../account/caller.ts";
import { findAccount } from "../account/queries_change.ts";
import { isRecent } from "../account/recent_proof.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { listRoles } from "./queries.ts";

type Input = Pick<AuthInput<unknown>, "db" | "config" | "now"> & { caller: AuthCaller };

/** Checked in the database each time: no token says it. */
export async function requireOwner(input: Input): Promise<UserWithIdentities> {
  const user = await requireOwnSession(input);
  if (!(await listRoles(input.db, user.id)).includes("owner")) throw fail.notOwner();
  return user;
}

/** For the log of administrators, once it is known. */
export function asOwner(caller: AuthCaller): AuthCaller {
  return { ...caller, administrator: { kind: "user", roles: ["owner"], isRecent: true } };
}

/** The same for somebody who is about to become one. */
export async function requireOwnSession({ db, config, caller, now }: Input): Promise<UserWithIdentities> {
  const account = requireActiveCaller(await findAccount(db, caller, config, now), caller, now);
  if (account.is_anonymous) throw fail.ownerAnonymous();
  requireFullProof(account, fail.ownerNeedsAal2);
  if (!isRecent(account, now)) throw fail.ownerProofMissing();
  return account;
}
