// Claims the messages of a change of address; throws the 429 of a pause or a budget.
import type { Db } from "../../kernel/sql/database.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimSendIn } from "../limits/claim_send.ts";
import { pauseSeconds } from "../limits/mail_limits.ts";
import { sendClaim } from "../limits/send_limits.ts";
import type { Account } from "./queries_change.ts";

type Input = Pick<AuthInput<unknown>, "config" | "serverKeys" | "now">;

/** `current`: the address of the account, where a change is confirmed from both. */
export async function claimEmailChange(
  tx: Db,
  account: Account,
  email: string,
  current: string | null,
  input: Input,
): Promise<void> {
  const { config, now } = input;
  requirePause("email", account.email_change_sent_at, pauseSeconds("email_change", config), now);
  const claim = (address: string) => sendClaim({ ...input, about: "email_change", address: { email: address } });
  await claimSendIn(tx, claim(email));
  // This mail goes along with the other one, which has waited: it counts, and waits for nothing itself.
  if (current !== null) await claimSendIn(tx, { ...claim(current), pause: undefined });
}

export async function claimPhoneChange(tx: Db, account: Account, phone: string, input: Input): Promise<void> {
  const { config, now } = input;
  const isFree = fixedCodeOf(phone, config, now) !== undefined;
  if (!isFree) requirePause("phone", account.phone_change_sent_at, config.smsMaxFrequencySeconds, now);
  await claimSendIn(tx, sendClaim({ ...input, about: "confirmation", address: { phone } }));
}

/** A pause per user, beside that of the address: otherwise one user could have messages sent to ever new addresses. */
function requirePause(kind: "email" | "phone", sentAt: Date | null, seconds: number, now: Date): void {
  const wait = sentAt === null ? 0 : Math.ceil((sentAt.getTime() - now.getTime()) / 1000 + seconds);
  // A time ahead of now was written by a clock that has been corrected since.
  if (wait <= 0 || wait > seconds) return;
  const details = { values: { seconds: wait }, headers: { "retry-after": String(wait) } };
  throw kind === "email" ? fail.mailTooSoon(details) : fail.smsTooSoon(details);
}
