// Notifies a user by mail of a change to their account, in the transaction of the change, where that is switched on.
import type { Request } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { isAuthorized } from "../mail/authorized.ts";
import { languagesOf } from "../mail/language.ts";
import type { MailVariables } from "../mail/mail.ts";
import { type Notification, notificationSettings } from "../mail/notifications.ts";
import { writeMessage } from "./queries.ts";
import { type OutboxKeys, sealMail } from "./seal.ts";

/** The account as it was before: a notice must not go only to an attacker's new address. */
export interface Recipient {
  id: string;
  email: string | null;
  email_confirmed_at: Date | null;
  raw_user_meta_data: Readonly<Record<string, unknown>>;
}

/** `request`: the user's own, which says what they read where their metadata does not. */
interface NoticeWorld {
  config: AuthConfig;
  serverKeys: OutboxKeys;
  request: Pick<Request, "headers">;
  now: Date;
}

export interface Notice {
  what: Notification;
  variables?: Partial<MailVariables>;
}

export function emailChanged(before: string | null, after: string): Notice {
  return { what: "email_changed", variables: { email: after, ...(before !== null && { oldEmail: before }) } };
}

export function phoneChanged(before: string | null, after: string): Notice {
  return { what: "phone_changed", variables: { phone: after, ...(before !== null && { oldPhone: before }) } };
}

/** Not to an unconfirmed address: it may belong to another person. */
export async function notify(
  tx: Pick<Db, "run">,
  { config, serverKeys, request, now }: NoticeWorld,
  { id, email, email_confirmed_at: confirmedAt, raw_user_meta_data: data }: Recipient,
  { what, variables: more }: Notice,
): Promise<void> {
  if (!notificationSettings(config)[what].isOn || email === null || confirmedAt === null || !isAuthorized(email, config)) return;
  const variables = { email, data, ...languagesOf(request), ...more };
  await writeMessage(tx, config.jobSchema, sealMail(serverKeys, { template: what, to: email, variables }, now), id);
}
