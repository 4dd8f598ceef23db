// Sends the mails of the outbox through the mail server, or into a folder.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { customTemplates } from "../mail/custom_templates.ts";
import { renderMail } from "../mail/render.ts";
import { type MailFile, openMailTransport } from "../mail/transport.ts";
import type { Sender } from "./deliver.ts";
import { inReadersLanguage } from "./in_readers_language.ts";
import { openMail } from "./seal.ts";

export interface MailSenderOptions {
  db: Database;
  config: AuthConfig;
  log: Log;
  now: () => Date;
  /** The folder that takes mail as files when no mail server is set. */
  mailbox?: string | undefined;
  /** Called for each mail that was written there. */
  onMailFile?: ((file: MailFile) => void) | undefined;
}

export function mailSender({ db, config, log, now, mailbox, onMailFile }: MailSenderOptions): Sender {
  const send = openMailTransport({ config, log, mailbox, onFile: onMailFile, now });
  const templates = customTemplates({ config, log, now });
  return async ({ id, template, ...contents }) => {
    const mail = await inReadersLanguage(db, openMail(contents, template));
    await send(renderMail(id, mail, config, await templates(mail)));
    return undefined;
  };
}
