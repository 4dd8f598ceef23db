// Phone numbers with a fixed code, for tests and app-store reviews. No message goes to them, so they cost nothing and wait for nothing.
import type { ConfigOf } from "../../kernel/config/config.ts";
import type { sms } from "./sms.ts";

export type FixedCodes = Pick<ConfigOf<typeof sms>, "smsTestOtp" | "smsTestOtpValidUntil">;

/** Undefined for all other numbers, and for these too once their time is over. */
export function fixedCodeOf(
  phone: string,
  { smsTestOtp: codes, smsTestOtpValidUntil: end }: FixedCodes,
  now: Date,
): string | undefined {
  return Object.hasOwn(codes, phone) && (end === undefined || now < end) ? codes[phone] : undefined;
}
