// Writes down what an arrival comes to, in the transaction that has locked the account.
import type { Db } from "../../../kernel/sql/database.ts";
import type { Act } from "../../audit/act.ts";
import type { AuditAction } from "../../audit/entry.ts";
import { logAct } from "../../audit/log_act.ts";
import { deleteFlowsAndLinks } from "../../flow_states/queries.ts";
import { endCodes } from "../../flow_states/queries_codes.ts";
import { type IssuedCode, issueExternalCode } from "../../flow_states/queries_external.ts";
import {
  deleteOtherIdentities,
  insertIdentity,
  type NewIdentity,
  readUserWithIdentities,
  renewIdentity,
} from "../../identities/queries.ts";
import { voidTokens } from "../../one_time_tokens/queries.ts";
import { type Issue, writeIssue } from "../../one_time_tokens/write_issue.ts";
import { deleteSessions, openSession } from "../../sessions/queries.ts";
import { deleteDevices } from "../../sessions/queries_devices.ts";
import type { SignedIn } from "../../sessions/session.ts";
import type { NewSession } from "../../sessions/session_row.ts";
import { type ChangedColumns, updateUser } from "../../users/queries.ts";
import { noteChanges, type UserChange } from "../../users/queries_changes.ts";
import type { Metadata } from "../../users/user.ts";

/** A session at once, a code with which one can be had, or neither. */
export type Ending = { session: NewSession } | { code: IssuedCode } | undefined;

export interface SignInWrite {
  /** As the account was, or as it was just inserted. */
  user: { id: string; email: string | null; phone: string | null };
  /** What becomes the account's address, and counts as confirmed. */
  adopts: string | undefined;
  confirms: boolean;
  strips: boolean;
  /** The address that waits for its confirmation. */
  waitsFor: string | undefined;
  /** The mail that asks for it. */
  issue: Issue | undefined;
  appMetadata: Metadata;
  userMetadata: Metadata;
  identity: NewIdentity;
  isKnown: boolean;
  /** Whether the account has just been made. */
  isNew: boolean;
  ending: Ending;
  /** In the audit log, where there is something to say. */
  action: AuditAction | undefined;
  /** For other services. */
  changes: readonly UserChange[];
}

/** Fails where the identity was taken meanwhile. Undefined where no session is opened. */
export async function writeSignIn(tx: Db, arrival: SignInWrite, act: Act & { jobSchema: string }): Promise<SignedIn | undefined> {
  const { user, identity, isKnown, strips, issue, ending, action, changes } = arrival;
  const { id } = user;
  const { jobSchema, now } = act;
  const columns = changedColumns(arrival, now);
  const writes = Promise.all([
    updateUser(tx, id, columns, { now }),
    isKnown ? renewIdentity(tx, id, identity) : insertIdentity(tx, id, identity),
    ...(strips ? [strip(tx, id, identity)] : []),
    ...(provesAddress(arrival) ? [voidTokens(tx, id)] : []),
    ...(issue ? [writeIssue(tx, id, issue, jobSchema)] : []),
    noteChanges(tx, id, changes, now),
    ...(action ? [logAct(tx, act, { action, actor: { ...user, ...columns }, traits: traitsOf(arrival) })] : []),
    ...(ending && "code" in ending ? [issueExternalCode(tx, id, ending.code, now)] : []),
  ]);
  if (!ending || !("session" in ending)) {
    await writes;
    return undefined;
  }
  // All of it travels together; what is sent last reads what the others have written.
  const [session, row] = await Promise.all([openSession(tx, id, ending.session), readUserWithIdentities(tx, id), writes]);
  return { ...row, ...session };
}

/** Nobody else's links and codes may do anything with an account whose address has just been proven. */
function provesAddress({ adopts, confirms, strips }: SignInWrite): boolean {
  return adopts !== undefined || confirms || strips;
}

function changedColumns(arrival: SignInWrite, now: Date): ChangedColumns {
  const { adopts, confirms, strips, waitsFor, issue, ending, appMetadata, userMetadata } = arrival;
  return {
    ...(adopts !== undefined && { email: adopts }),
    ...((adopts !== undefined || confirms) && { email_confirmed_at: now }),
    ...(waitsFor !== undefined && { email_change: waitsFor }),
    ...(provesAddress(arrival) && { email_change: null }),
    ...(issue && { email_change_sent_at: now }),
    ...(strips && { phone: null, phone_change: null, encrypted_password: null }),
    raw_app_meta_data: appMetadata,
    raw_user_meta_data: userMetadata,
    is_anonymous: false,
    ...(ending && "session" in ending && { last_sign_in_at: now }),
  };
}

/** Removes everything that the creator of an unconfirmed account could use to come back. */
async function strip(tx: Db, userId: string, keptIdentity: NewIdentity): Promise<void> {
  await Promise.all([
    deleteOtherIdentities(tx, userId, keptIdentity),
    deleteFlowsAndLinks(tx, userId),
    endCodes(tx, userId),
    deleteSessions(tx, userId),
    deleteDevices(tx, userId),
  ]);
}

function traitsOf({ identity, isNew, ending, action }: SignInWrite) {
  const opensSession = ending !== undefined && "session" in ending;
  return {
    provider: identity.provider,
    ...(isNew ? { created: true } : action === "user_signedup" && { confirmed: "email" }),
    ...(opensSession && action !== "login" && { login: true }),
  };
}
