// What a call of POST /resend asks for.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { type CodeChallenge, readChallenge } from "../flow_states/pkce.ts";
import { readEmail, readPhone } from "../users/address.ts";
import type { Address } from "../users/queries.ts";

export interface ResendBody {
  type?: string;
  email?: string;
  phone?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export interface Resend {
  /** Of an address that an account is to move to, else of the one that it has. */
  isChange: boolean;
  address: Address;
  challenge: CodeChallenge | undefined;
}

/** What the parts of the endpoint are given. */
export interface ResendRequest extends Omit<Resend, "isChange"> {
  redirectTo: string;
}

type Switches = Pick<AuthConfig, "externalEmailEnabled" | "externalPhoneEnabled">;

export function readResend(body: ResendBody, config: Switches): Resend {
  const { email, phone } = body;
  // Clients that know no types ask for what a newcomer waits for.
  const type = body.type ?? (email ? "signup" : phone && "sms");
  const byMail = type === "signup" || type === "email_change";
  if (!byMail && type !== "sms" && type !== "phone_change") throw fail.resendTypeUnknown();
  if (!email && !phone) throw fail.resendAddressMissing();
  if (email && phone) throw fail.onlyOneAddress();
  const challenge = readChallenge(body);
  return { isChange: type.endsWith("_change"), address: byMail ? mailed(email, config) : texted(phone, config), challenge };
}

function mailed(email: string | undefined, config: Switches): Address {
  if (!email) throw fail.resendEmailMissing();
  if (!config.externalEmailEnabled) throw fail.emailOtpDisabled();
  return { email: readEmail(email) };
}

function texted(phone: string | undefined, config: Switches): Address {
  if (!phone) throw fail.resendPhoneMissing();
  if (!config.externalPhoneEnabled) throw fail.phoneOtpDisabled();
  return { phone: readPhone(phone) };
}
