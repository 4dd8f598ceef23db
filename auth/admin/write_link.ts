// Writes a one-time token for a user that an administrator names: with its mail, or for the administrator to hand over.
// Each returns the user, or undefined where the address was taken, confirmed or given up concurrently.
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { AuditAction } from "../audit/entry.ts";
import { insertIdentity, type NewIdentity, readUserWithIdentities } from "../identities/queries.ts";
import { putToken, voidTokens } from "../one_time_tokens/queries.ts";
import type { OneTimeToken } from "../one_time_tokens/token.ts";
import { type Issue, writeIssue } from "../one_time_tokens/write_issue.ts";
import { type ChangedColumns, insertUser, type LockedUser, lockUser, type NewUser, updateUser } from "../users/queries.ts";
import type { Metadata, UserWithIdentities } from "../users/user.ts";
import { type AdminAct, logAdminAct } from "./admin_act.ts";

/** The database, or a transaction that has begun already. */
export type Transactions = Pick<Database, "transaction">;

export interface Writing {
  issue: Issue;
  action: AuditAction;
  act: AdminAct;
  jobSchema: string;
}

export function createWithToken(
  db: Database,
  { user, identity }: { user: NewUser; identity: NewIdentity },
  { issue, action, act, jobSchema }: Writing,
): Promise<UserWithIdentities | undefined> {
  return db.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return undefined;
    const [, , , row] = await Promise.all([
      insertIdentity(tx, user.id, identity),
      writeIssue(tx, user.id, issue, jobSchema),
      logAdminAct(tx, act, action, user, { traits: { created: true } }),
      readUserWithIdentities(tx, user.id),
    ]);
    return row;
  });
}

/**
 * A confirmation token for an unconfirmed user. Whoever signed up may not own the address, so their password must not survive the owner's
 * invitation.
 */
export function renewUnconfirmed(
  db: Transactions,
  whom: { id: string; email: string; encryptedPassword: string | null; data: Metadata; isInvited: boolean },
  writing: Writing,
): Promise<UserWithIdentities | undefined> {
  const { encryptedPassword, data, isInvited } = whom;
  const { now } = writing.act;
  return writeToUser(db, whom, writing, (tx, user) => {
    if (user.email_confirmed_at !== null) return undefined;
    const columns: ChangedColumns = {
      confirmation_sent_at: now,
      ...(isInvited && { invited_at: now }),
      ...(user.confirmed_at === null && { encrypted_password: encryptedPassword }),
    };
    return updateUser(tx, user.id, columns, { added: { raw_user_meta_data: data }, now });
  });
}

/** The same token where the user asks for it, directly or through an administrator: the password stays. */
export function writeConfirmation(
  db: Transactions,
  whom: { id: string; email: string },
  writing: Writing,
): Promise<UserWithIdentities | undefined> {
  const { now } = writing.act;
  return writeToUser(db, whom, writing, (tx, user) =>
    user.email_confirmed_at === null ? updateUser(tx, user.id, { confirmation_sent_at: now }, { now }) : undefined,
  );
}

/** A token to come in with. */
export function writeRecovery(
  db: Transactions,
  whom: { id: string; email: string },
  writing: Writing,
): Promise<UserWithIdentities | undefined> {
  const { now } = writing.act;
  return writeToUser(db, whom, writing, (tx, user) => updateUser(tx, user.id, { recovery_sent_at: now }, { now }));
}

/**
 * One of the two tokens of a change of address. The last one that is redeemed makes the change. So the first call writes the other token
 * too, with a secret that nobody knows. Without `counterpart` one confirmation is enough.
 */
export function writeEmailChange(
  db: Database,
  { newEmail, counterpart, ...whom }: { id: string; email: string; newEmail: string; counterpart: OneTimeToken | undefined },
  writing: Writing,
): Promise<UserWithIdentities | undefined> {
  const { now } = writing.act;
  return writeToUser(db, whom, writing, async (tx, { id, email_change: before }) => {
    await updateUser(tx, id, { email_change: newEmail, email_change_sent_at: now }, { now });
    if (!counterpart) await voidTokens(tx, id, ["email_change_current"]);
    else if (before !== newEmail) await putToken(tx, id, counterpart);
  });
}

/** `update` returns undefined where nothing is to be written. */
function writeToUser(
  db: Transactions,
  whom: { id: string; email: string },
  { issue, action, act, jobSchema }: Writing,
  update: (tx: Db, user: LockedUser) => Promise<void> | undefined,
): Promise<UserWithIdentities | undefined> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, whom.id);
    const updated = user?.email === whom.email ? update(tx, user) : undefined;
    if (!user || !updated) return undefined;
    await Promise.all([updated, writeIssue(tx, user.id, issue, jobSchema), logAdminAct(tx, act, action, user)]);
    return readUserWithIdentities(tx, user.id);
  });
}
