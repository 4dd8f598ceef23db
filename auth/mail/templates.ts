// The bodies of mails for which no template is configured, as templates too: the same placeholders, filled by the same code.
import type { MailTemplate } from "./mail.ts";

export interface Body {
  html: string;
  text: string;
}

interface Words {
  heading: string;
  sentence: string;
  /** What the button says. A mail without one has no link. */
  button?: string;
  /** Stands above the code. A mail without it shows none. */
  code?: string;
  /** What to do if the mail comes unexpected. */
  otherwise: string;
}

const IGNORE = "If you did not ask for this, you can ignore this mail: nothing will change.";

const NOT_YOU = "If that was not you, ask for a new password at once: somebody else may be in your account.";

const WORDS: Record<MailTemplate, Words> = {
  invite: {
    heading: "You have been invited",
    sentence: "You have been invited to create a user on {{ .SiteURL }}. Accept the invitation to get started.",
    button: "Accept the invitation",
    code: "Or enter this code:",
    otherwise: "If you do not want to join, you can ignore this mail.",
  },
  confirmation: {
    heading: "Confirm your email address",
    sentence: "Please confirm that {{ .Email }} is your address to finish signing up.",
    button: "Confirm your address",
    code: "Or enter this code:",
    otherwise: "If you did not sign up, you can ignore this mail: without a confirmation the address is not used.",
  },
  recovery: {
    heading: "Reset your password",
    sentence: "Somebody, hopefully you, asked for a new password for {{ .Email }}.",
    button: "Reset your password",
    code: "Or enter this code:",
    otherwise: IGNORE,
  },
  magic_link: {
    heading: "Your sign-in link",
    sentence: "Follow this link to sign in as {{ .Email }}. It works once.",
    button: "Sign in",
    code: "Or enter this code:",
    otherwise: IGNORE,
  },
  email_change: {
    heading: "Confirm your new email address",
    sentence: "Please confirm the change of your address from {{ .Email }} to {{ .NewEmail }}.",
    button: "Confirm the change",
    code: "Or enter this code:",
    otherwise: "If you did not ask for this, do not confirm it, and change your password: somebody may know it.",
  },
  reauthentication: {
    heading: "Confirm that it is you",
    sentence: "Somebody who is signed in as {{ .Email }} wants to change something important.",
    code: "Enter this code to go on:",
    otherwise: "If that was not you, tell nobody this code, and change your password.",
  },
  password_changed: {
    heading: "Your password was changed",
    sentence: "The password of {{ .Email }} on {{ .SiteURL }} has just been changed. Other devices have been signed out.",
    otherwise: NOT_YOU,
  },
  email_changed: {
    heading: "Your email address was changed",
    sentence: "The address of your account on {{ .SiteURL }} was changed from {{ .OldEmail }} to {{ .Email }}.",
    otherwise: NOT_YOU,
  },
  phone_changed: {
    heading: "Your phone number was changed",
    sentence: "The phone number of {{ .Email }} on {{ .SiteURL }} is now {{ .Phone }}.",
    otherwise: NOT_YOU,
  },
  identity_linked: {
    heading: "A new sign-in method was linked",
    sentence: "{{ .Email }} on {{ .SiteURL }} can now be signed in to by {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  identity_unlinked: {
    heading: "A sign-in method was removed",
    sentence: "{{ .Email }} on {{ .SiteURL }} can no longer be signed in to by {{ .Provider }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_enrolled: {
    heading: "A new verification method was added",
    sentence: "{{ .Email }} on {{ .SiteURL }} has a new verification method: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  mfa_factor_unenrolled: {
    heading: "A verification method was removed",
    sentence: "A verification method of {{ .Email }} on {{ .SiteURL }} was removed: {{ .FactorType }}.",
    otherwise: NOT_YOU,
  },
  new_device: {
    heading: "A new device has signed in",
    sentence: "Somebody, hopefully you, has signed in to {{ .Email }} on {{ .SiteURL }} by {{ .Device }}, from {{ .IP }}.",
    otherwise: NOT_YOU,
  },
  space_invitation: {
    heading: "You have been invited",
    sentence:
      "{{ .Data.inviter }} invites you to share their finances on {{ .SiteURL }}. Sign in with the address {{ .Email }}, or sign up with it, to accept.",
    button: "Accept the invitation",
    otherwise: "If you do not know who this is, or do not want to join, you can ignore this mail: nothing will change.",
  },
  address_taken: {
    heading: "You already have an account",
    sentence: "Somebody tried to use {{ .SendingTo }} for an account on {{ .SiteURL }}, where it already belongs to yours.",
    otherwise:
      "If that was you, sign in instead, or ask for a new password. If not, you need to do nothing: nothing has changed.",
  },
};

/** The built-in template. Where a mail is sent without a code or a link, the part that would show it is left out. */
export function defaultBody(template: MailTemplate, has: { link: boolean; code: boolean }): Body {
  const words = WORDS[template];
  const { button, code, ...rest } = words;
  const shown: Words = { ...rest, ...(button && has.link && { button }), ...(code && has.code && { code }) };
  return { html: htmlOf(shown), text: textOf(shown) };
}

function textOf({ heading, sentence, button, code, otherwise }: Words): string {
  const link = button === undefined ? [] : [`${button}:\n{{ .ConfirmationURL }}`];
  const digits = code === undefined ? [] : [`${code} {{ .Token }}`];
  return `${[heading, sentence, ...link, ...digits, otherwise].join("\n\n")}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = "margin:0 0 24px;font-size:16px;line-height:1.5;color:#333a44";
const SMALL = "margin:0 0 16px;font-size:14px;line-height:1.5;color:#667080";

/** One column of tables, because that is what every mail program can lay out; styles inline, because many drop the others. */
function htmlOf({ heading, sentence, button, code, otherwise }: Words): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px 24px 16px;${FONT}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#14181f">${heading}</h1>
<p style="${PARAGRAPH}">${sentence}</p>
${button === undefined ? "" : linkPart(button)}${code === undefined ? "" : codePart(code)}<p style="${SMALL}">${otherwise}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function linkPart(button: string): string {
  const look = "display:inline-block;padding:14px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none";
  return `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="${look};background:#1f5eff;border-radius:8px">${button}</a></p>
<p style="${SMALL}">If the button does not work, copy this link into your browser:<br>
<a href="{{ .ConfirmationURL }}" style="color:#1f5eff;word-break:break-all">{{ .ConfirmationURL }}</a></p>
`;
}

function codePart(code: string): string {
  const look = "margin:0 0 24px;font-size:30px;font-weight:700;letter-spacing:6px;color:#14181f";
  return `<p style="${SMALL}">${code}</p>
<p style="${look};font-family:Menlo,Consolas,monospace">{{ .Token }}</p>
`;
}
