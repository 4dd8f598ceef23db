// Whether an address may be mailed, where EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES names the only ones.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";

export type Authorizing = Pick<AuthConfig, "externalEmailAuthorizedAddresses">;

export function isAuthorized(email: string, { externalEmailAuthorizedAddresses: authorized }: Authorizing): boolean {
  if (!authorized) return true;
  const plain = withoutLabel(email.toLowerCase());
  return authorized.some((each) => each.toLowerCase() === plain);
}

export function requireAuthorized(email: string, config: Authorizing): void {
  if (!isAuthorized(email, config)) throw fail.emailNotAuthorized();
}

/** Testers have many accounts in one mailbox. */
function withoutLabel(email: string): string {
  return email.replace(/\+[^@]*@/, "@");
}
