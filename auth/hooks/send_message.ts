// The hooks that send mails and text messages in place of the mail server and the gateway.
// They are called after the commit, so no request waits for them, and a failed message is retried until it expires.
import { Fault } from "../../kernel/errors.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import type { MailTemplate, MailVariables } from "../mail/mail.ts";
import { notificationSettings } from "../mail/notifications.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import type { Sender } from "../outbox/deliver.ts";
import type { SmsVariables } from "../sms/sms_sender.ts";
import { presentUser } from "../users/user.ts";
import type { Hook, Hooks } from "./hooks.ts";

interface World {
  db: Db;
  hooks: Hooks;
  config: AuthConfig;
}

export function mailByHook({ db, hooks: { sendEmail: hook }, config }: World): Sender | undefined {
  if (!hook) return undefined;
  return async ({ template, to, userId = null, variables }) => {
    const user = await userOf(db, userId, { email: to });
    await hand(hook, { user, email_data: emailData(template as MailTemplate, variables as MailVariables, config) });
    return undefined;
  };
}

export function smsByHook({ db, hooks: { sendSms: hook } }: World): Sender | undefined {
  if (!hook) return undefined;
  return async ({ template, to, userId = null, variables }) => {
    const { code } = variables as SmsVariables;
    if (code === undefined) throw new Undeliverable("it has no code, which an SMS gateway was to make");
    const sms = { otp: code, phone: to, ...(template === "factor_code" && { sms_type: "mfa" }) };
    await hand(hook, { user: await userOf(db, userId, { phone: to }), sms });
    return undefined;
  };
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Recipients without an account have only the address. */
async function userOf(db: Db, id: string | null, address: object): Promise<object> {
  const user = id === null ? undefined : await findUserWithIdentities(db, id);
  return user ? presentUser(user) : { id: NOBODY, ...address };
}

const ACTION_TYPES: Partial<Record<MailTemplate, string>> = { confirmation: "signup", magic_link: "magiclink" };

/**
 * In Supabase Auth's form. For a change confirmed from both addresses its fields are crossed: `token` (current address) belongs
 * to `token_hash_new`, `token_new` to `token_hash`.
 */
export function emailData(template: MailTemplate, variables: MailVariables, config: AuthConfig) {
  const { token = "", tokenHash = "", counterpart, isForCurrent = false } = variables;
  const notification = template in notificationSettings(config) ? `${template}_notification` : undefined;
  return {
    token: counterpart?.token ?? token,
    token_hash: isForCurrent ? "" : tokenHash,
    token_new: counterpart ? token : "",
    token_hash_new: counterpart?.tokenHash ?? (isForCurrent ? tokenHash : ""),
    redirect_to: variables.redirectTo ?? variables.confirmationUrl ?? "",
    email_action_type: notification ?? ACTION_TYPES[template] ?? template,
    site_url: config.apiExternalUrl,
    old_email: variables.oldEmail ?? "",
    old_phone: variables.oldPhone ?? "",
    provider: variables.provider ?? "",
    factor_type: variables.factorType ?? "",
  };
}

/** What the hook says of a refusal may name the recipient, and reasons are kept and logged: its code is all that goes there. */
async function hand(hook: Hook, payload: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await hook(payload);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const reason = `the hook: ${error.status} ${error.code}`;
    throw error.code === "unknown" && error.status < 500 ? new Undeliverable(reason) : new NotNow(reason);
  }
}
