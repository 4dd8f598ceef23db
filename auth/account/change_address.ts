// What a change of email address and a change of phone number have in common.
import { randomUUID } from "node:crypto";
import type { NewIdentity } from "../identities/queries.ts";
import type { Account } from "./queries_change.ts";

/**
 * `nothing`: the user has it already. `apply`: it counts at once. `ask`: it waits for its confirmation. `pretend`: it is somebody
 * else's, and looks like `ask` to whoever must not learn that.
 */
export type AddressStep = "nothing" | "apply" | "ask" | "pretend";

/** The identity that a confirmed address is. */
export function addressIdentity({ id }: Account, address: { email: string } | { phone: string }, now: Date): NewIdentity {
  const provider = "email" in address ? "email" : "phone";
  const identityData = {
    sub: id,
    ...address,
    email_verified: provider === "email",
    phone_verified: provider === "phone",
  };
  return { id: randomUUID(), provider, providerId: id, identityData, now };
}
