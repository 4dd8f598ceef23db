// Email addresses and phone numbers as callers send them, in the one form that is stored and compared.
import { fail } from "../errors.ts";
import { isPlainAddress } from "../mail/mail.ts";

const LONGEST_EMAIL = 255;

const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]*$/;

/** The address in lower case. All outside of ASCII is refused, so that nothing can be folded into somebody else's address. */
export function readEmail(text: string): string {
  if (text === "") throw fail.emailRequired();
  if (text.length > LONGEST_EMAIL) throw fail.emailTooLong();
  const email = ASCII.test(text) ? text.toLowerCase() : "";
  const labels = email.slice(email.indexOf("@") + 1).split(".");
  const isDomain = labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label));
  if (!isDomain || !isPlainAddress(email)) throw fail.emailInvalid();
  return email;
}

/** The number's digits. Spaces and one leading `+` are taken, as people write them; brackets, dashes and other digits are not. */
export function readPhone(text: string): string {
  const digits = text.replaceAll(" ", "").replace(/^\+/, "");
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) throw fail.phoneInvalid();
  return digits;
}
