// What a mail is made of, before it has a body.

/** The mails of this service. The last two are notices: they carry no link and no code, and have no template variable of their own. */
export type MailTemplate =
  | "invite"
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication"
  | "password_changed"
  | "address_taken";

/** What a template may show. `SiteURL` and `SendingTo` are added when the mail is rendered. */
export interface MailVariables {
  /** The address of the account, which in a change of address is the old one. */
  email: string;
  newEmail?: string | undefined;
  confirmationUrl?: string | undefined;
  /** The code to type. */
  token?: string | undefined;
  tokenHash?: string | undefined;
  redirectTo?: string | undefined;
  /** The user's `user_metadata`. */
  data?: Readonly<Record<string, unknown>> | undefined;
}

export interface Mail {
  template: MailTemplate;
  /** Exactly one address. */
  to: string;
  variables: MailVariables;
  /** From here on the link or code is worth nothing, so the mail is not sent any more. Notices have none. */
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
  html: string;
  text: string;
}

/**
 * True for one plain address of ASCII characters. Whatever a mail library could read as a list, a name or a comment, or could fold
 * into another address, is none: the address that is mailed must be the one that is stored.
 */
export function isPlainAddress(address: string): boolean {
  return address.length <= 320 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address);
}
