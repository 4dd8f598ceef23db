// Refuses requests that need a text message where none can ever be sent: the user would wait for a code in vain.
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";

export interface SmsWorld {
  config: AuthConfig;
  /** Whether a gateway, or the folder that stands in for one, takes text messages. */
  canText: boolean;
  now: Date;
}

/** Checked before the account is looked up, so that the answer does not reveal who has the number. Fixed codes need no message. */
export function requireSms(phone: string, { config, canText, now }: SmsWorld): void {
  if (!canText && fixedCodeOf(phone, config, now) === undefined) throw fail.smsCannotLeave();
}
