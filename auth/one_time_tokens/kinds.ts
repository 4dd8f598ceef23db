// The kinds of one-time tokens: how a token was issued decides what it may do, whatever type the caller names.
//
// What is where in this slice: token.ts makes a token, issue.ts the message around it, write_issue.ts writes both; queries.ts finds and
// spends.
// gateway_code.ts handles codes that an SMS gateway makes, decoy.ts addresses of other accounts.

/** What a token lets its owner do. A user has at most one for each; a new one replaces the old. */
export type Purpose =
  | "confirmation"
  | "recovery"
  | "email_change_new"
  | "email_change_current"
  | "phone_change"
  | "reauthentication";

/** What clients say they verify. `email` is their word for a code from a mail to come in with: of a sign-up or a magic link. */
export type VerificationType = EmailType | PhoneType;
export type EmailType = "signup" | "invite" | "recovery" | "magiclink" | "email_change" | "email";
export type PhoneType = "sms" | "phone_change";

interface KindRow {
  purpose: Purpose;
  /** By which types it is redeemed. The first is the one in its link. */
  types: readonly VerificationType[];
}

const KINDS = {
  signup: { purpose: "confirmation", types: ["signup", "email"] },
  // By `signup` too: an invited user may choose a password, as at a sign-up.
  invite: { purpose: "confirmation", types: ["invite", "signup", "email"] },
  sms: { purpose: "confirmation", types: ["sms"] },
  magiclink: { purpose: "recovery", types: ["magiclink", "email"] },
  // Its session sets a password without a nonce, so nothing else may pass for it, nor it for anything else.
  recovery: { purpose: "recovery", types: ["recovery"] },
  email_change_new: { purpose: "email_change_new", types: ["email_change"] },
  email_change_current: { purpose: "email_change_current", types: ["email_change"] },
  phone_change: { purpose: "phone_change", types: ["phone_change"] },
  reauthentication: { purpose: "reauthentication", types: [] },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof KINDS;
/** Of those that have a link. */
export type MailKind = "signup" | "invite" | "magiclink" | "recovery" | "email_change_new" | "email_change_current";
export type SmsKind = "sms" | "phone_change" | "reauthentication";

export function purposeOf(kind: Kind): Purpose {
  return KINDS[kind].purpose;
}

export function linkTypeOf(kind: MailKind) {
  return KINDS[kind].types[0];
}

/** Which tokens are redeemed by a type. */
export function kindsOf(type: VerificationType): Kind[] {
  const rows: [string, KindRow][] = Object.entries(KINDS);
  return rows.filter(([, { types }]) => types.includes(type)).map(([kind]) => kind as Kind);
}
