// POST /admin/mail/test: sends a mail without a link or a code, at once, and shows what the mail server said. Nothing is queued.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimSend } from "../limits/claim_send.ts";
import { mailClaim } from "../limits/mail_limits.ts";
import type { RenderedMail } from "../mail/mail.ts";
import { type DialogueLine, NotNow, openMailTransport, sendAloud, Undeliverable } from "../mail/transport.ts";
import { NeededEmailField, readEmail } from "../users/address.ts";

type Way = "smtp" | "mailbox";

const LONGEST_SECONDS = 60;

export const testAdminMail = endpoint({
  method: "POST",
  path: "/admin/mail/test",
  access: "admin",
  right: "mail:test",
  summary: "Send a mail to try the mail server, and show the dialogue",
  body: Type.Object({ to: NeededEmailField }),
  reply: Type.Object({
    sent: Type.Boolean({ description: "Whether the mail server has taken it" }),
    by: Type.Unsafe<Way>({
      type: "string",
      enum: ["smtp", "mailbox"],
      description: "mailbox: the folder of a server without SMTP",
    }),
    problem: Type.Optional(Type.String()),
    dialogue: Type.Array(
      Type.Object({
        from: Type.Unsafe<DialogueLine["from"]>({ type: "string", enum: ["client", "server"] }),
        line: Type.String(),
      }),
      { description: "Without what signs in" },
    ),
  }),
  refuses: [422, 429],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async (input) => {
    const { body, config, db, hooks, log, mailbox, now } = input;
    const to = readEmail(body.to);
    if (hooks.sendEmail) throw fail.mailSentByHook();
    const { smtpHost } = config;
    if (smtpHost === undefined && mailbox === undefined) throw fail.mailServerMissing();
    await claimSend(db, mailClaim({ ...input, address: to }));
    const dialogue: DialogueLine[] = [];
    const send =
      smtpHost === undefined
        ? openMailTransport({ config, log, mailbox, now: () => now })
        : (mail: RenderedMail) => sendAloud({ ...config, smtpHost }, mail, (line) => dialogue.push(line));
    const problem = await send(mailTo(to, config.siteUrl)).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Undeliverable || error instanceof NotNow) return error.message;
        throw error;
      },
    );
    const by: Way = smtpHost === undefined ? "mailbox" : "smtp";
    return { sent: problem === undefined, by, ...(problem !== undefined && { problem }), dialogue };
  },
});

/** In both languages, because nobody knows who reads it. */
function mailTo(to: string, siteUrl: string): RenderedMail {
  const subject = "Teste de e-mail / Mail test";
  const lines = [`${siteUrl} envia e-mails. Nada precisa ser feito.`, `${siteUrl} sends mail. There is nothing to do.`];
  return {
    id: randomUUID(),
    type: "test",
    to,
    subject,
    subjectWithoutSecrets: subject,
    text: lines.join("\n\n"),
    html: lines.map((line) => `<p>${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`).join(""),
  };
}
