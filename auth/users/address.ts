// Email addresses and phone numbers as callers send them, in the one form that is stored and compared.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";
import { isPlainAddress } from "../mail/mail.ts";

const LONGEST_EMAIL = 255;

const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]*$/;

const ATOM = "[a-zA-Z0-9_!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const TOP_LABEL = "[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

const EMAIL = `${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${TOP_LABEL}`;
const Email = Type.String({ description: "An email address" });

/** As the API document describes an address that need not be there; an empty text says that it is not. */
export const EmailField = documentedOnly(Email, { maxLength: LONGEST_EMAIL, pattern: `^(${EMAIL})?$` });
/** One that has to be there. */
export const NeededEmailField = documentedOnly(Email, { maxLength: LONGEST_EMAIL, pattern: `^${EMAIL}$` });
export const PHONE_PATTERN = "^( *\\+? *[1-9]( *[0-9]){1,14} *)?$";

export const PhoneField = documentedOnly(Type.String({ description: "E.164, with or without the plus sign" }), {
  pattern: PHONE_PATTERN,
});

/** One that has to be there. */
export const NeededPhoneField = documentedOnly(Type.String({ description: "E.164, with or without the plus sign" }), {
  pattern: PHONE_PATTERN.replace(/^\^\((.*)\)\?\$$/, "^$1$"),
});

/** The address in lower case. Characters outside of ASCII are refused, so that nothing folds into another address. */
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
