// Sends a user a mail that people ask for themselves, when they ask an administrator instead. Pauses and limits are the same.
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { claimSend } from "../limits/claim_send.ts";
import { type MailMatter, mailClaim } from "../limits/mail_limits.ts";
import { requireReachable } from "../mail/reachable.ts";
import { issueByMail } from "../one_time_tokens/issue.ts";
import { confirmationMail, magicLinkMail, type RequestedMail, recoveryMail } from "../otp_requests/mails.ts";
import { otpStep } from "../otp_requests/otp_step.ts";
import type { ListedMessage } from "../outbox/listed_message.ts";
import type { OutboxRow } from "../outbox/seal.ts";
import { isBanned } from "../users/ban.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { type AdminAct, adminActOf } from "./admin_act.ts";
import type { AdminInput } from "./create_user.ts";
import { renewUnconfirmed, type Transactions, writeConfirmation, writeRecovery } from "./write_link.ts";

export const USER_MAILS = ["recovery", "magic_link", "confirmation", "invite"] as const;

export type UserMail = (typeof USER_MAILS)[number];

export async function sendUserMail(
  input: AdminInput<{ template: UserMail }>,
  userId: string,
  redirectTo: string,
): Promise<ListedMessage> {
  const { db, body } = input;
  const user = await findUserWithIdentities(db, userId);
  if (!user) throw fail.userUnknown();
  await requireOutranks(db, input.caller.administrator, userId);
  const mail = await planUserMail(input, user, { template: body.template, redirectTo, act: adminActOf(input) });
  await claimSend(db, mail.claim);
  // Another request confirmed or changed the address concurrently.
  if (!(await mail.write(db))) throw fail.emailConfirmed();
  return listed(mail.message);
}

interface UserMailPlan {
  template: UserMail;
  redirectTo: string;
  act: AdminAct;
}

type MailWorld = Pick<AuthWorld, "config" | "serverKeys" | "redirectTo"> & { now: Date; request?: Pick<Request, "headers"> };

/** The mail, what it claims of the limits, and how it is written. Throws where this user gets none. */
export async function planUserMail(world: MailWorld, user: UserWithIdentities, { template, redirectTo, act }: UserMailPlan) {
  const { config, now } = world;
  const email = requireMailable(user, template, { config, now });
  const { mail, action } = planOf(template, user, config);
  if (template === "magic_link" || template === "invite") await requireReachable(email, config);
  // The browser is the administrator's, so its language says nothing of the user's.
  const request = { headers: { ...world.request?.headers, "accept-language": undefined } };
  const data = user.raw_user_meta_data;
  const keepsPassword = template === "magic_link" ? { keepsPassword: false } : {};
  const issue = issueByMail({ ...mail, ...keepsPassword, to: email, redirectTo, data }, { ...world, request });
  const writing = { issue, action, act, jobSchema: config.jobSchema };
  const whom = { id: user.id, email };
  return {
    claim: mailClaim({ ...world, about: PAUSES[template], address: email }),
    message: issue.message as OutboxRow,
    /** Undefined where the address was confirmed or changed meanwhile. */
    write: (db: Transactions) => {
      if (template === "invite")
        return renewUnconfirmed(db, { ...whom, encryptedPassword: null, data: {}, isInvited: true }, writing);
      return mail.template === "confirmation" ? writeConfirmation(db, whom, writing) : writeRecovery(db, whom, writing);
    },
  };
}

/** What public endpoints have between two mails of a kind. */
const PAUSES: Readonly<Record<UserMail, MailMatter>> = {
  recovery: "recovery",
  magic_link: "recovery",
  confirmation: "confirmation",
  invite: "invite",
};

function requireMailable(
  user: UserWithIdentities,
  template: UserMail,
  { config, now }: { config: AuthConfig; now: Date },
): string {
  if (user.deleted_at !== null) throw fail.userDeleted();
  if (isBanned(user.banned_until, now)) throw fail.userBanned();
  if (user.is_sso_user) throw fail.ssoUserManaged();
  if (user.email === null) throw fail.userWithoutEmail();
  const asksToConfirm = template === "confirmation" || template === "invite";
  if (asksToConfirm && user.email_confirmed_at !== null) throw fail.emailConfirmed();
  if (!config.externalEmailEnabled && template !== "invite") throw fail.emailLoginsDisabled();
  if (!config.externalEmailMagicLinkEnabled && template === "magic_link") throw fail.magicLinkDisabled();
  return user.email;
}

/** A magic link for somebody who is unconfirmed asks to confirm, as POST /otp does. */
function planOf(template: UserMail, user: UserWithIdentities, config: AuthConfig): Pick<RequestedMail, "mail" | "action"> {
  if (template === "recovery") return recoveryMail(config);
  if (template === "invite") {
    const path = config.mailerUrlPathsInvite;
    return { mail: { kind: "invite", template: "invite", path }, action: "user_invited" };
  }
  const owner = { is_confirmed: user.email_confirmed_at !== null };
  const rules = { createUser: false, autoconfirm: config.mailerAutoconfirm, disableSignup: true };
  const asksToConfirm = template === "confirmation" || otpStep(owner, rules) === "confirm";
  return asksToConfirm ? confirmationMail(config) : magicLinkMail(config);
}

function listed({ id, kind, template, createdAt, expiresAt }: OutboxRow): ListedMessage {
  const nothingYet = { delivered_at: null, failed_at: null, attempts: 0, last_error: null };
  return { id, kind, template, created_at: createdAt, expires_at: expiresAt, ...nothingYet };
}
