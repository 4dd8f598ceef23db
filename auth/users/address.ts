// Email addresses and phone numbers as callers send them, in the one form that is stored and compared.
import { fail } from "../errors.ts";

const LONGEST_EMAIL = 255;

// What browsers take in an email field. The sets are spelt out and have no flag: one that ignores case would, by Unicode's rules, also
// take the Kelvin sign for a k, and so its sender for the owner of the plain address.
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+$/;
const DOMAIN_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

/** The address in lower case. All outside of ASCII is refused, so that nothing can be folded into somebody else's address. */
export function readEmail(text: string): string {
  if (text === "") throw fail.emailRequired();
  if (text.length > LONGEST_EMAIL) throw fail.emailTooLong();
  const [localPart = "", domain = "", ...more] = text.split("@");
  const labels = domain.split(".");
  const isDomain = labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
  // Browsers let two dots pass, and mail servers refuse the mail.
  const isLocalPart = LOCAL_PART.test(localPart) && !localPart.includes("..");
  if (!isLocalPart || !isDomain || more.length > 0) throw fail.emailInvalid();
  return text.toLowerCase();
}

/** The number's digits. Spaces and one leading `+` are taken, as people write them; brackets, dashes and other digits are not. */
export function readPhone(text: string): string {
  const digits = text.replaceAll(" ", "").replace(/^\+/, "");
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) throw fail.phoneInvalid();
  return digits;
}
