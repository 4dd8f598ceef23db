// Writes new users, with all that they begin with: each in one transaction.
import type { Database } from "../../kernel/sql/database.ts";
import type { Act } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { insertIdentity, type NewIdentity, readUserWithIdentities } from "../identities/queries.ts";
import { idle } from "../limits/idle.ts";
import { type Issue, writeIssue } from "../one_time_tokens/write_issue.ts";
import { openSession } from "../sessions/queries.ts";
import type { SignedIn } from "../sessions/session.ts";
import type { NewSession } from "../sessions/session_row.ts";
import { insertUser, lockUser, type NewUser, type Owner, updateUser } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";

/** A user whose address counts as confirmed, signed in; undefined where the address is taken. */
export function createConfirmedUser(
  db: Database,
  { user, identity }: { user: NewUser; identity: NewIdentity },
  session: NewSession,
): Promise<SignedIn | undefined> {
  return db.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return undefined;
    const traits = { provider: identity.provider, created: true, login: true };
    const [, sessionRow, , row] = await Promise.all([
      insertIdentity(tx, user.id, identity),
      openSession(tx, user.id, session),
      logAct(tx, session, { action: "user_signedup", actor: user, traits }),
      readUserWithIdentities(tx, user.id),
    ]);
    return { ...row, ...sessionRow };
  });
}

export function createAnonymousUser(db: Database, user: NewUser, session: NewSession): Promise<SignedIn> {
  return db.transaction(async (tx) => {
    const [, sessionRow, , row] = await Promise.all([
      insertUser(tx, user),
      openSession(tx, user.id, session),
      logAct(tx, session, { action: "login", actor: user, traits: { provider: "anonymous", created: true } }),
      readUserWithIdentities(tx, user.id),
    ]);
    return { ...row, ...sessionRow };
  });
}

/** A user who still has to confirm the address, with the message that asks for it; undefined where the address is taken. */
export function createUnconfirmedUser(
  db: Database,
  { user, identity, issue }: { user: NewUser; identity: NewIdentity; issue: Issue },
  act: Act & { jobSchema: string },
): Promise<UserWithIdentities | undefined> {
  return db.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return undefined;
    const [, , , row] = await Promise.all([
      insertIdentity(tx, user.id, identity),
      writeIssue(tx, user.id, issue, act.jobSchema),
      logAct(tx, act, {
        action: "user_confirmation_requested",
        actor: user,
        traits: { provider: identity.provider, created: true },
      }),
      readUserWithIdentities(tx, user.id),
    ]);
    return row;
  });
}

/** For an address that is registered already: only the entry in the log is written, in as many statements as a new user takes. */
export async function noteRepeatedSignUp(
  db: Database,
  owner: Owner,
  { user, identity, issue }: { user: NewUser; identity: NewIdentity; issue: Issue },
  act: Act & { jobSchema: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const idling = idle(tx);
    await insertUser(idling, user);
    await Promise.all([
      insertIdentity(idling, user.id, identity),
      writeIssue(idling, user.id, issue, act.jobSchema),
      logAct(tx, act, { action: "user_repeated_signup", actor: owner }),
      readUserWithIdentities(tx, owner.id),
    ]);
  });
}

/** Sends the confirmation again; nothing else changes. Undefined where the user has confirmed or left concurrently. */
export function remindUnconfirmedUser(
  db: Database,
  { id }: Owner,
  issue: Issue,
  act: Act & { jobSchema: string },
): Promise<UserWithIdentities | undefined> {
  const { jobSchema, now } = act;
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user || !waitsFor(issue.token.address, user)) return undefined;
    const [, , , row] = await Promise.all([
      updateUser(tx, id, { confirmation_sent_at: now }, { now }),
      writeIssue(tx, id, issue, jobSchema),
      logAct(tx, act, { action: "user_confirmation_requested", actor: user }),
      readUserWithIdentities(tx, id),
    ]);
    return row;
  });
}

/** The address itself, because a user may have confirmed another one. */
function waitsFor(
  address: string,
  user: Pick<UserWithIdentities, "email" | "phone" | "email_confirmed_at" | "phone_confirmed_at">,
) {
  return (
    (user.email === address && user.email_confirmed_at === null) || (user.phone === address && user.phone_confirmed_at === null)
  );
}
