// What a change of email address and a change of phone number have in common.
import { randomUUID } from "node:crypto";
import type { NewIdentity } from "../identities/queries.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { Account } from "./queries_change.ts";

/**
 * `nothing`: the user has it already. `apply`: it changes at once. `ask`: it waits for its confirmation. `pretend`: it belongs to another
 * user, and is answered like `ask`, so that the caller does not learn that.
 */
export type AddressStep = "nothing" | "apply" | "ask" | "pretend";

/** What a change that waits for its confirmation is confirmed by. */
export const CHANGE_PURPOSES: readonly Purpose[] = ["email_change_new", "email_change_current", "phone_change"];

/** No change waits any more. */
export const NO_CHANGE: ChangedColumns = {
  email_change: null,
  email_change_sent_at: null,
  phone_change: null,
  phone_change_sent_at: null,
};

/** The identity that a confirmed address is. */
export function addressIdentity({ id }: Account, address: { email: string } | { phone: string }, now: Date): NewIdentity {
  const provider = "email" in address ? "email" : "phone";
  const identityData = { sub: id, ...address, email_verified: provider === "email", phone_verified: provider === "phone" };
  return { id: randomUUID(), provider, providerId: id, identityData, now };
}
