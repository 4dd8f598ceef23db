// A new password for the signed-in user.
import type { KeyObject } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import { macOfCode } from "../one_time_tokens/token.ts";
import type { ChangedColumns } from "../users/queries.ts";
import { CHANGE_PURPOSES, NO_CHANGE } from "./change_address.ts";
import type { Account } from "./queries_change.ts";

/** Every token that is out; each is a way around the new password. */
export const ALL_PURPOSES: readonly Purpose[] = ["confirmation", "recovery", ...CHANGE_PURPOSES, "reauthentication"];

/** A recent recovery link has proven what the nonce would prove. */
export function needsNonce(
  account: Pick<Account, "session_amr">,
  config: Pick<AuthConfig, "updatePasswordRequireReauthentication">,
): boolean {
  return config.updatePasswordRequireReauthentication && !isRecovery(account);
}

/** Who came by a recovery link has lost the password. */
export function needsCurrentPassword(
  account: Pick<Account, "session_amr" | "encrypted_password">,
  config: Pick<AuthConfig, "updatePasswordRequireCurrentPassword">,
): boolean {
  return config.updatePasswordRequireCurrentPassword && account.encrypted_password !== null && !isRecovery(account);
}

function isRecovery({ session_amr: amr }: Pick<Account, "session_amr">): boolean {
  return (amr ?? []).some(({ method }) => method === "recovery");
}

interface PasswordRequest {
  email?: string | undefined;
  phone?: string | undefined;
  nonce?: string | undefined;
  currentPassword?: string | undefined;
}

/** What can be refused before anything is computed. */
export function requirePasswordChange(account: Account, request: PasswordRequest, config: AuthConfig): void {
  const hasAddress = [account.email, account.phone, request.email, request.phone].some(Boolean);
  if (account.is_anonymous && !hasAddress) throw fail.anonymousPassword();
  if (needsNonce(account, config) && !request.nonce) throw fail.nonceMissing();
  if (needsCurrentPassword(account, config) && !request.currentPassword) throw fail.currentPasswordMissing();
}

/** A nonce is valid only for the address that it was sent to, which must still be the user's. */
export function noncesOf({ email, phone }: Account, nonce: string, key: KeyObject): Map<string, Buffer> {
  const addresses = [email, phone].filter((address) => address !== null);
  return new Map(addresses.map((address) => [address, macOfCode(nonce, "reauthentication", address, key)]));
}

/** A pending change of address is voided with the old password: an intruder may have requested it. */
export function passwordFields(encryptedPassword: string): ChangedColumns {
  return { encrypted_password: encryptedPassword, ...NO_CHANGE };
}
