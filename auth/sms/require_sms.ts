// What would send a text message is refused at once where none can ever leave: a code that nobody gets is waited for in vain.
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";

export interface SmsWorld {
  config: AuthConfig;
  /** Whether a gateway, or the folder that stands in for one, takes text messages. */
  canText: boolean;
  now: Date;
}

/** Asked before anybody is looked up, so that the answer tells nothing of who has the number. One with a fixed code gets no message. */
export function requireSms(phone: string, { config, canText, now }: SmsWorld): void {
  if (!canText && fixedCodeOf(phone, config, now) === undefined) throw fail.smsCannotLeave();
}
