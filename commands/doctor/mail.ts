// Checks mail: where it goes, and whether the mail server accepts the sign-in. Nothing is sent.
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Facts, type Finding, within } from "./finding.ts";

const SUBJECT = "mail";
const LONGEST_WAIT_SECONDS = 10;
const PORT_WITH_TLS = 465;

export async function checkMail({ home, auth: { config } }: Facts): Promise<Finding[]> {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPass: pass } = config;
  if (host === undefined) {
    const mailbox = join(home, "mailbox");
    const text = `AUTHSVC_SMTP_HOST is not set: start writes mail to ${mailbox}; auth run alone cannot send any`;
    return [{ level: "ok", subject: SUBJECT, text }];
  }
  const timeoutMs = LONGEST_WAIT_SECONDS * 1000;
  const transport = createTransport({
    host,
    port,
    secure: port === PORT_WITH_TLS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(user !== undefined && { auth: { user, pass: pass ?? "" } }),
  });
  try {
    await within(LONGEST_WAIT_SECONDS, transport.verify());
    return [{ level: "ok", subject: SUBJECT, text: `${host}, port ${port}, ${user ? "accepts the sign-in" : "answers"}` }];
  } catch (error) {
    const problem = explain(error as MailError, host, port);
    return [{ level: "FAIL", subject: SUBJECT, text: pass ? problem.replaceAll(pass, "***") : problem }];
  } finally {
    transport.close();
  }
}

interface MailError extends Error {
  code?: string;
  errno?: number;
  responseCode?: number;
  response?: string;
}

function explain(error: MailError, host: string, port: number): string {
  const { code = "", message } = error;
  const response = error.response ? `; it said: ${error.response.slice(0, 200)}` : "";
  const server = `${host}, port ${port},`;
  if (code === "EAUTH") return `${server} rejects the sign-in: correct AUTHSVC_SMTP_USER and AUTHSVC_SMTP_PASS${response}`;
  if (error.responseCode) return `${server} rejects the connection: ask its operator${response}`;
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `the host name ${host} is unknown: correct AUTHSVC_SMTP_HOST`;
  if (code === "ETLS" || /certificate|SSL|TLS/i.test(message)) {
    const advice = `${PORT_WITH_TLS} is for TLS from the first byte, others for STARTTLS: correct AUTHSVC_SMTP_PORT, or the server's certificate`;
    // OpenSSL puts the reason between the routine's name and numbers.
    const reason = message.match(/:SSL routines:[^:]*:([^:]+)/)?.[1] ?? message;
    return `${server} fails at TLS (${reason}); ${advice}`;
  }
  const advice = "start it, or correct AUTHSVC_SMTP_HOST and AUTHSVC_SMTP_PORT, or allow the connection in the firewall";
  return `${server} cannot be reached (${message}): ${advice}`;
}
