// Everything that follows from the configuration. It is made anew when settings change.
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { AuthConfig } from "./config.ts";
import type { AuthWorld } from "./endpoint.ts";
import { asksOfStrangers, openHooks } from "./hooks/hooks.ts";
import type { RecentCalls } from "./hooks/recent_calls.ts";
import { mailByHook, smsByHook } from "./hooks/send_message.ts";
import { openJwtKeys } from "./keys/jwt.ts";
import { EVEN_STEP_MS, EVEN_STEP_WITH_HOOK_MS } from "./limits/even_time.ts";
import type { MailFile } from "./mail/transport.ts";
import type { Senders } from "./outbox/deliver.ts";
import { mailSender } from "./outbox/mail_sender.ts";
import { redirectRules } from "./redirects/allow_list.ts";
import { smsMailbox } from "./sms/sms_mailbox.ts";
import { smsSender } from "./sms/sms_sender.ts";

export type Configured = Pick<AuthWorld, "config" | "keys" | "hooks" | "canText" | "mailbox" | "redirectTo" | "evenStepMs"> & {
  senders: Senders;
};

export interface ConfiguredOptions {
  db: Database;
  log: Log;
  now: () => Date;
  /** Keeps how a call of a hook went. */
  noteHookCall?: RecentCalls["note"];
  mailbox?: string | undefined;
  onMailFile?: ((file: MailFile) => void) | undefined;
  evenStepMs?: number | undefined;
  /** False: messages stay in the outbox. */
  delivers?: boolean | undefined;
}

export function configured(config: AuthConfig, options: ConfiguredOptions): Configured {
  const { db, log, now, mailbox, noteHookCall: note = () => {}, evenStepMs = EVEN_STEP_MS, delivers = true } = options;
  const hooks = openHooks({ config, db, log, now, note });
  const sms = smsByHook({ db, hooks, config }) ?? smsSender(config) ?? (mailbox ? smsMailbox(config, mailbox, now) : undefined);
  return {
    config,
    keys: openJwtKeys(config),
    hooks,
    senders: delivers
      ? { mail: mailByHook({ db, hooks, config }) ?? mailSender({ ...options, config }), ...(sms && { sms }) }
      : {},
    canText: sms !== undefined,
    mailbox: config.smtpHost === undefined && !hooks.sendEmail ? mailbox : undefined,
    redirectTo: redirectRules(config),
    evenStepMs: evenStepMs > 0 && asksOfStrangers(hooks) ? EVEN_STEP_WITH_HOOK_MS : evenStepMs,
  };
}
