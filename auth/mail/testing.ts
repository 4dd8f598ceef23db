// Test support: auth with a mail server.
import { type SinkMail, startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { startTestAuth } from "../testing.ts";

/** With a mail server that takes what is sent, in order. Variables of auth by their names without the prefix. */
export async function startMailing(more: Record<string, string> = {}) {
  const smtp = await startSmtpSink();
  const server = { SMTP_HOST: smtp.host, SMTP_PORT: String(smtp.port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  const auth = await startTestAuth({ ...server, SMTP_MAX_FREQUENCY: "0", ...more }, undefined, { delivers: true });
  auth.clock.set(new Date());
  let received = 0;
  return {
    auth,
    next: async () => (await smtp.waitFor(++received, 20_000))[received - 1] as SinkMail,
    [Symbol.asyncDispose]: async () => {
      await auth[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

export const partOf = (mail: SinkMail, expected: string) => mail.parts.find(({ type }) => type === expected)?.text ?? "";
/** The recipient, the subject, and the language of the body. */
export const seenIn = (mail: SinkMail) => [
  mail.to[0],
  mail.headers.subject,
  /<html lang="([^"]*)">/.exec(partOf(mail, "text/html"))?.[1],
];
