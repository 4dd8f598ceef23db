// Sends one user of a job a mail, as an administrator can send it to a single user: with the same pauses, limits and refusals.
import { Fault } from "../../kernel/errors.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { planUserMail, type UserMail } from "../admin/send_user_mail.ts";
import type { AuthWorld } from "../endpoint.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { findSendRefusal, type SendClaim } from "../limits/claim_send.ts";
import type { JobAct } from "./acts.ts";
import type { Performance } from "./perform.ts";
import type { JobUser, JobUserResult } from "./queries_users.ts";

const TEMPLATES: Partial<Record<JobAct, UserMail>> = { send_recovery: "recovery", send_invitation: "invite" };

export const mailOf = (act: JobAct): UserMail | undefined => TEMPLATES[act];

/** The limit of all mails is reached: the job goes on later. */
export class MailBudgetSpent extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super("the limit of mails is reached");
    this.seconds = seconds;
  }
}

/** What says that this user gets none, and nothing of the job or the server. */
const SKIPPED = ["user_deleted", "user_banned", "user_sso_managed", "email_missing", "email_already_confirmed"];

export type MailWorld = Pick<AuthWorld, "db" | "config" | "serverKeys" | "redirectTo">;

type Step = (tx: Db) => Promise<JobUserResult>;

/**
 * Looks at the user before the transaction that writes, because an address may be looked up in the DNS. Returns what that transaction
 * does, which throws MailBudgetSpent.
 */
export async function prepareMail(
  world: MailWorld,
  { user_id: id }: JobUser,
  template: UserMail,
  { job, act, administrator }: Performance,
): Promise<Step> {
  const skip = (error: string) => async (): Promise<JobUserResult> => ({ outcome: "skipped", error });
  if (id === job.actor_id) return skip("own_account");
  const user = await findUserWithIdentities(world.db, id);
  if (!user) return skip("user_not_found");
  try {
    const redirectTo = world.redirectTo(undefined);
    const mail = await planUserMail({ ...world, now: act.now }, user, { template, redirectTo, act });
    return async (tx) => {
      await requireOutranks(tx, administrator, id);
      if (await isMailedLately(tx, mail.claim)) return { outcome: "skipped", error: "over_email_send_rate_limit" };
      const isWritten = await mail.write({ transaction: (work) => work(tx) });
      return isWritten ? { outcome: "done" } : { outcome: "skipped", error: "email_already_confirmed" };
    };
  } catch (error) {
    if (error instanceof Fault && SKIPPED.includes(error.code)) return skip(error.code);
    throw error;
  }
}

/** Half of the limit is left to the people who ask for mails themselves. */
async function isMailedLately(tx: Db, claim: SendClaim): Promise<boolean> {
  const budgets = claim.budgets.map(({ counter, rate }) => ({ counter, rate: { ...rate, events: Math.ceil(rate.events / 2) } }));
  const refusal = await findSendRefusal(tx, { ...claim, budgets });
  if (refusal?.by === "budget") throw new MailBudgetSpent(refusal.seconds);
  return refusal !== undefined;
}
