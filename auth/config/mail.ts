// Mail: the server it goes through, and what it says. What only changes the look of a mail is cosmetic: it never stops the start.
import { configTable } from "../../kernel/config/config.ts";
import {
  bool,
  duration,
  exactHttpUrl,
  exactText,
  integer,
  line,
  pattern,
  text,
  wholeSeconds,
} from "../../kernel/config/formats.ts";
import { hostNames, lowerCaseHosts, mailHeaders, mailTemplate, urlPath } from "./formats.ts";

export const smtp = configTable({
  smtpHost: {
    env: "SMTP_HOST",
    format: pattern("an IP address or a host name", /^[A-Za-z0-9.:_-]+$/),
    unset: "mail cannot be sent",
    doc: "Mail server.",
  },
  smtpPort: {
    env: "SMTP_PORT",
    format: integer(1, 65535),
    initial: 587,
    doc: "Port of the mail server. 465 means TLS from the first byte, any other port STARTTLS where the server offers it.",
  },
  smtpUser: { env: "SMTP_USER", format: text, unset: "no sign-in at the mail server", doc: "User name at the mail server." },
  smtpPass: { env: "SMTP_PASS", format: exactText, secret: true, doc: "Password at the mail server." },
  smtpAdminEmail: {
    env: "SMTP_ADMIN_EMAIL",
    format: pattern("an email address", /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/),
    doc: "From address of all mails. Required when `SMTP_HOST` is set.",
  },
  smtpSenderName: {
    env: "SMTP_SENDER_NAME",
    format: line,
    cosmetic: true,
    unset: "the address in `SMTP_ADMIN_EMAIL`",
    doc: "Name shown as the sender.",
  },
  smtpHeaders: {
    env: "SMTP_HEADERS",
    format: mailHeaders,
    initial: {},
    cosmetic: true,
    doc: "Further headers of every mail. `$messageType` in a value is replaced by the kind of mail.",
  },
  smtpMaxFrequencySeconds: {
    env: "SMTP_MAX_FREQUENCY",
    format: duration,
    unset: "900 for confirmations, 60 for magic links and recovery",
    doc: "Least time between two mails of one kind to one user. Once set, it rules every kind.",
  },
});

export const mailer = configTable({
  mailerBrandName: {
    env: "MAILER_BRAND_NAME",
    format: line,
    cosmetic: true,
    unset: "no name",
    doc: "The name at the head of built-in mails. The all-in-one takes `WEB_BRAND_NAME`.",
  },
  mailerBrandColour: {
    env: "MAILER_BRAND_COLOUR",
    format: pattern("a colour as #rrggbb", /^#[0-9a-f]{6}$/i),
    cosmetic: true,
    unset: "ours",
    doc: "Colour of buttons and links in built-in mails, changed as little as it takes to be read. The all-in-one takes `WEB_BRAND_COLOUR`.",
  },
  mailerBrandLogo: {
    env: "MAILER_BRAND_LOGO",
    format: pattern("an https URL", /^https:\/\/[^\s"<>]+$/),
    cosmetic: true,
    unset: "no picture",
    doc: "A square PNG or JPEG beside the name in built-in mails: the only picture that they load. The all-in-one takes `WEB_BRAND_LOGO`, unless it is an SVG, if `WEB_EXTERNAL_URL` begins with https.",
  },
  mailerAutoconfirm: {
    env: "MAILER_AUTOCONFIRM",
    format: bool,
    initial: false,
    doc: "New email addresses count as confirmed, without a mail.",
  },
  mailerSecureEmailChangeEnabled: {
    env: "MAILER_SECURE_EMAIL_CHANGE_ENABLED",
    format: bool,
    initial: true,
    doc: "A change of address must be confirmed from the old and from the new address.",
  },
  mailerOtpExpSeconds: {
    env: "MAILER_OTP_EXP",
    format: wholeSeconds(1),
    initial: 3600,
    doc: "How long a link or code sent by mail is valid.",
  },
  mailerOtpLength: {
    env: "MAILER_OTP_LENGTH",
    format: integer(6, 10),
    initial: 6,
    cosmetic: true,
    doc: "Digits of a code sent by mail.",
  },
  mailerExternalHosts: {
    env: "MAILER_EXTERNAL_HOSTS",
    format: lowerCaseHosts,
    initial: [],
    doc: "Further hosts at which this service is reached. A mail links to the one of them that `X-Forwarded-Host`, or else `Host`, of its request names, by https; the path is that of `API_EXTERNAL_URL`.",
  },
  mailerEmailValidationExtended: {
    env: "MAILER_EMAIL_VALIDATION_EXTENDED",
    format: bool,
    initial: false,
    doc: "Refuses to mail a new address whose domain takes no mail by the DNS, or is reserved for tests. While the DNS does not answer, every address passes.",
  },
  mailerEmailValidationBlockedMx: {
    env: "MAILER_EMAIL_VALIDATION_BLOCKED_MX",
    format: hostNames,
    initial: [],
    doc: "Mail servers, as a JSON array of their names, to whose domains no new address may belong. Needs `MAILER_EMAIL_VALIDATION_EXTENDED`.",
  },
  mailerEmailValidationServiceUrl: {
    env: "MAILER_EMAIL_VALIDATION_SERVICE_URL",
    format: exactHttpUrl,
    unset: "no service is asked",
    doc: 'A service that is sent `{"email": ...}` before a new address is mailed; its answer `{"valid": false}` refuses. While it does not answer, every address passes.',
  },
  mailerEmailValidationServiceHeaders: {
    env: "MAILER_EMAIL_VALIDATION_SERVICE_HEADERS",
    format: mailHeaders,
    initial: {},
    secret: true,
    doc: "Headers for that service, as a JSON object of names and lists of values.",
  },
  mailerTemplateMaxAgeSeconds: {
    env: "MAILER_TEMPLATE_MAX_AGE",
    format: duration,
    initial: 600,
    cosmetic: true,
    doc: "How long a template that was fetched is used before it is fetched again, when the next mail needs it.",
  },
  mailerTemplateRetryIntervalSeconds: {
    env: "MAILER_TEMPLATE_RETRY_INTERVAL",
    format: duration,
    initial: 10,
    cosmetic: true,
    doc: "How long a template is not fetched again after it could not be had.",
  },
  mailerTemplateMaxSizeBytes: {
    env: "MAILER_TEMPLATE_MAX_SIZE",
    format: integer(1, 10_000_000),
    initial: 1_000_000,
    cosmetic: true,
    doc: "Most bytes of a template. A larger one counts as one that cannot be had.",
  },
  mailerUrlPathsInvite: linkPath("INVITE", "invitations"),
  mailerUrlPathsConfirmation: linkPath("CONFIRMATION", "sign-up confirmations"),
  mailerUrlPathsRecovery: linkPath("RECOVERY", "password recovery and magic links"),
  mailerUrlPathsEmailChange: linkPath("EMAIL_CHANGE", "changes of address"),
  mailerSubjectsInvite: subject("INVITE", "You have been invited"),
  mailerSubjectsConfirmation: subject("CONFIRMATION", "Confirm Your Signup"),
  mailerSubjectsRecovery: subject("RECOVERY", "Reset Your Password"),
  mailerSubjectsMagicLink: subject("MAGIC_LINK", "Your Magic Link"),
  mailerSubjectsEmailChange: subject("EMAIL_CHANGE", "Confirm Email Change"),
  mailerSubjectsReauthentication: subject("REAUTHENTICATION", "Confirm reauthentication"),
  mailerTemplatesInvite: template("INVITE"),
  mailerTemplatesConfirmation: template("CONFIRMATION"),
  mailerTemplatesRecovery: template("RECOVERY"),
  mailerTemplatesMagicLink: template("MAGIC_LINK"),
  mailerTemplatesEmailChange: template("EMAIL_CHANGE"),
  mailerTemplatesReauthentication: template("REAUTHENTICATION"),
  mailerSubjectsAddressTaken: subject("ADDRESS_TAKEN", "You already have an account"),
  mailerSubjectsSpaceInvitation: subject("SPACE_INVITATION", "You have been invited"),
  mailerTemplatesAddressTaken: template("ADDRESS_TAKEN"),
  mailerTemplatesSpaceInvitation: template("SPACE_INVITATION"),
});

function linkPath(kind: string, mails: string) {
  const doc = `Where the link in mails for ${mails} leads: a path on the host of \`API_EXTERNAL_URL\`, or a URL of its own.`;
  return { env: `MAILER_URLPATHS_${kind}`, format: urlPath, initial: "/verify", cosmetic: true, doc } as const;
}

export function subject(kind: string, initial: string) {
  const doc = `Subject of the ${wordsOf(kind)} mail.`;
  return { env: `MAILER_SUBJECTS_${kind}`, format: line, initial, cosmetic: true, doc } as const;
}

export function template(kind: string) {
  const doc = `HTML template of the ${wordsOf(kind)} mail. When it cannot be had, the built-in body is sent.`;
  const unset = "the built-in body";
  return { env: `MAILER_TEMPLATES_${kind}`, format: mailTemplate, cosmetic: true, unset, doc } as const;
}

function wordsOf(kind: string): string {
  return kind.toLowerCase().replaceAll("_", " ");
}
