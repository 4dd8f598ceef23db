// What a mail is made of, before it has a body.
import { isIPv4 } from "node:net";
import { domainToASCII } from "node:url";
import type { Notification } from "./notifications.ts";

/** The mails of this service. The last two have no template variable of their own. Notifications have neither a link nor a code. */
export type MailTemplate =
  | "invite"
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication"
  | Notification
  | "address_taken"
  | "space_invitation";

/** What a template may show. `SiteURL` and `SendingTo` are added when the mail is rendered. */
export interface MailVariables {
  /** The address of the account, which in a change of address is the old one. */
  email: string;
  newEmail?: string | undefined;
  /** Of notifications: what was before, and what it is about. */
  oldEmail?: string | undefined;
  phone?: string | undefined;
  oldPhone?: string | undefined;
  provider?: string | undefined;
  factorType?: string | undefined;
  device?: string | undefined;
  ip?: string | undefined;
  /** Who did it, of what administrators do. */
  administrator?: string | undefined;
  /** From which day on something holds, as `2026-11-20`. */
  day?: string | undefined;
  confirmationUrl?: string | undefined;
  /** The code to type. */
  token?: string | undefined;
  tokenHash?: string | undefined;
  /** For a hook: in a change of address, the token of the mail to the current address, or that this mail is that one. */
  counterpart?: { token: string; tokenHash: string } | undefined;
  isForCurrent?: boolean | undefined;
  redirectTo?: string | undefined;
  /** What the reader reads where their `locale` does not say: tags of languages, the most wanted first. */
  languages?: readonly string[] | undefined;
  /** The user's `user_metadata`. */
  data?: Readonly<Record<string, unknown>> | undefined;
}

export interface Mail {
  template: MailTemplate;
  /** Exactly one address. */
  to: string;
  variables: MailVariables;
  /** After this time the link or code is invalid, so the mail is not sent any more. Notices have none. */
  expiresAt?: Date | undefined;
}

/** A mail with its bodies, ready for a transport. */
export interface RenderedMail {
  /** The id in the outbox. It names the mail in its Message-ID, so that a repeated delivery can be recognised. */
  id: string;
  /** For the `$messageType` of SMTP_HEADERS. */
  type: string;
  to: string;
  subject: string;
  /** An operator's own subject may hold a code or a link. Here they are left out, so that it can be printed. */
  subjectWithoutSecrets: string;
  html: string;
  text: string;
}

// A dot at either end or two in a row would be put into quotes.
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const NAMES = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * True for one address that reaches the mail server byte for byte. Rejects what a mail library could read as a list, name or
 * comment, quote, or map to another domain.
 */
export function isPlainAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  return address.length <= 320 && DOT_ATOM.test(address.slice(0, Math.max(at, 0))) && isPlainDomain(address.slice(at + 1));
}

/** Mail libraries read domains as URL parsers do, for whom `0x7f.1` is 127.0.0.1. */
function isPlainDomain(domain: string): boolean {
  return NAMES.test(domain) && domainToASCII(domain) === domain && !isIPv4(domain);
}
