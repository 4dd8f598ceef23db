// How mail leaves: through the mail server, into a folder, or not at all.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "node:util";
import type { SendMailOptions, SentMessageInfo, Transporter } from "nodemailer";
import type { Log } from "../../kernel/log/log.ts";
import { throwIfLeadsToMetadata } from "../../kernel/outbound/metadata_address.ts";
import { OutboundError } from "../../kernel/outbound/outbound_error.ts";
import type { AuthConfig } from "../config.ts";
import { isPlainAddress, type RenderedMail } from "./mail.ts";

/** Resolves when the mail is taken. `Undeliverable` says that trying again is of no use; any other error that it may be. */
export type MailTransport = (mail: RenderedMail) => Promise<void>;

/** The message is short and names nobody: it is kept in the database. */
export class Undeliverable extends Error {
  override name = "Undeliverable";
}

/** A failure that may pass. The message is short and names nobody. */
export class NotNow extends Error {
  override name = "NotNow";
}

type TransportConfig = Pick<
  AuthConfig,
  "apiExternalUrl" | "smtpHost" | "smtpPort" | "smtpUser" | "smtpPass" | "smtpAdminEmail" | "smtpSenderName" | "smtpHeaders"
>;

export interface MailTransportOptions {
  config: TransportConfig;
  log: Log;
  /** Where mails are written as files when no mail server is set. */
  mailbox?: string | undefined;
  /** Called for each mail that was written there. */
  onFile?: ((file: MailFile) => void) | undefined;
  now?: () => Date;
}

export interface MailFile {
  to: string;
  /** One line, without codes and links. */
  subject: string;
  path: string;
}

export function openMailTransport(options: MailTransportOptions): MailTransport {
  const { config, log, mailbox, onFile = () => {}, now = () => new Date() } = options;
  if (config.smtpHost !== undefined) return smtpTransport(config, config.smtpHost);
  if (mailbox !== undefined) return mailboxTransport(config, mailbox, { onFile, now });
  log.warn("mail cannot be sent, because SMTP_HOST is not set");
  return async () => {
    throw new Undeliverable("no mail server is set");
  };
}

const TIMEOUT_MS = 10_000;
/** A server that answers a byte at a time keeps all the timeouts below and must still end. */
const LONGEST_SEND_MS = 45_000;
const PORT_WITH_TLS = 465;

/** What was said between us and the mail server. */
export interface DialogueLine {
  from: "client" | "server";
  line: string;
}

const HIDDEN = "***";

/** As any mail is sent, telling each line of the dialogue but for what signs in. */
export async function sendAloud(
  config: TransportConfig & { smtpHost: string },
  mail: RenderedMail,
  onLine: (line: DialogueLine) => void,
): Promise<void> {
  const secrets = [config.smtpUser, config.smtpPass].filter((each): each is string => Boolean(each));
  const hidden = secrets.flatMap((each) => [each, Buffer.from(each).toString("base64")]);
  const hear = ({ tnx }: { tnx?: string }, message: unknown, ...values: unknown[]) => {
    if (tnx !== "client" && tnx !== "server") return;
    const text = format(message, ...values).slice(0, LONGEST_LINE);
    onLine({ from: tnx, line: hidden.reduce((line, secret) => line.replaceAll(secret, HIDDEN), text) });
  };
  const logger = { level: () => {}, trace: hear, debug: hear, info: hear, warn: hear, error: hear, fatal: hear };
  await smtpTransport(config, config.smtpHost, { logger, debug: true })(mail);
}

const LONGEST_LINE = 1_000;

/** Signs in at the mail server and sends nothing. Throws `NotNow` where that fails. */
export async function trySignIn(config: TransportConfig & { smtpHost: string }): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(smtpOptions(config, config.smtpHost));
  try {
    await throwIfLeadsToMetadata(config.smtpHost);
    await within(transport.verify());
  } catch (error) {
    throw error instanceof NotNow ? error : new NotNow(classifyError(error as SmtpError | OutboundError).message);
  } finally {
    transport.close();
  }
}

function smtpOptions(config: TransportConfig, host: string) {
  const { smtpPort: port, smtpUser: user, smtpPass: pass } = config;
  return {
    host,
    port,
    secure: port === PORT_WITH_TLS,
    name: new URL(config.apiExternalUrl).hostname,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user !== undefined && { auth: { user, pass: pass ?? "" } }),
  };
}

function smtpTransport(config: TransportConfig, host: string, more: object = {}): MailTransport {
  const transport = mailer({ ...more, ...smtpOptions(config, host) });
  return async (mail) => {
    const message = messageOf(mail, config);
    try {
      await throwIfLeadsToMetadata(host);
      await within(transport(message));
    } catch (error) {
      throw error instanceof NotNow ? error : classifyError(error as SmtpError | OutboundError);
    }
  };
}

async function within(work: Promise<unknown>): Promise<void> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new NotNow("the mail server took too long")), LONGEST_SEND_MS);
  try {
    await Promise.race([work, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * What the server says for ever about the recipient or the mail itself is final. What it says about us, our credentials or our
 * sender address is for the operator to mend, and the mail waits for that.
 */
function classifyError(error: SmtpError | OutboundError): Error {
  if (error instanceof OutboundError) return new NotNow(error.message);
  const { code, command = "", responseCode = 0 } = error;
  const failure = responseCode
    ? `the mail server said ${responseCode}`
    : `the mail server was not reached (${code ?? "no code"})`;
  const text = command === "" || command === "API" ? failure : `${failure} at ${command}`;
  const final = responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
  return final ? new Undeliverable(text) : new NotNow(text);
}

function mailboxTransport(
  config: TransportConfig,
  folder: string,
  { onFile, now }: { onFile: (file: MailFile) => void; now: () => Date },
): MailTransport {
  const compose = mailer({ streamTransport: true, buffer: true, disableFileAccess: true, disableUrlAccess: true });
  return async (mail) => {
    const { message } = await compose({ ...messageOf(mail, config), date: now() });
    // The time without colons, which some file systems do not take.
    const name = `${now().toISOString().replace(/[-:]/g, "")}-${mail.id}.eml`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Under another name until it is whole, so that nobody reads half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    } catch (error) {
      throw new NotNow(`the mailbox folder cannot be written (${(error as NodeJS.ErrnoException).code})`);
    }
    onFile({ to: mail.to, subject: mail.subjectWithoutSecrets, path: join(folder, name) });
  };
}

/** The library comes with the first mail: it takes seven megabytes. */
function mailer(options: object) {
  let transporter: Promise<Transporter> | undefined;
  return async (message: SendMailOptions): Promise<SentMessageInfo> => {
    transporter ??= import("nodemailer").then(({ createTransport }) => createTransport(options));
    return (await transporter).sendMail(message);
  };
}

/** Addresses are given as objects, because as text they would be parsed, and what is parsed can be more than one. */
function messageOf(mail: RenderedMail, config: TransportConfig): SendMailOptions {
  if (!isPlainAddress(mail.to)) throw new Undeliverable("the recipient is not one plain address");
  const host = new URL(config.apiExternalUrl).hostname;
  const sender = config.smtpAdminEmail ?? `noreply@${host}`;
  return {
    from: { name: config.smtpSenderName ?? sender, address: sender },
    to: { name: "", address: mail.to },
    envelope: { from: { name: "", address: sender }, to: [{ name: "", address: mail.to }] },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mail.id}@${host}>`,
    headers: Object.entries(config.smtpHeaders).flatMap(([key, values]) =>
      values.map((value) => ({ key, value: value.replaceAll("$messageType", mail.type) })),
    ),
  };
}
