// Writes what PUT /user has decided, in the transaction that has locked the account.
import type { Db } from "../../kernel/sql/database.ts";
import type { Act } from "../audit/act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { deleteFlows } from "../flow_states/queries.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { type NewIdentity, putAddressIdentity, readUserWithIdentities } from "../identities/queries.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { type Issue, writeIssue } from "../one_time_tokens/write_issue.ts";
import { deleteSessions } from "../sessions/queries.ts";
import { type ChangedColumns, updateUser } from "../users/queries.ts";
import { noteChanges, type UserChange } from "../users/queries_changes.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { Account } from "./queries_change.ts";

export interface AccountChange {
  before: Account;
  columns: ChangedColumns;
  /** Access by everything older than the new password ends: other sessions, links and codes under way. */
  isNewPassword: boolean;
  sessionId: string | undefined;
  issues: readonly Issue[];
  /** Tokens that the change makes void. Those that `issues` replace are not among them. */
  voided: readonly Purpose[];
  /** Made, or brought up to date where the user has one of that provider. */
  identities: readonly NewIdentity[];
  action: AuditAction;
  traits: AuditTraits;
  /** For other services. */
  changes: readonly UserChange[];
}

/** The statements travel together, and the user is read last. */
export async function writeChange(tx: Db, change: AccountChange, act: Act & { jobSchema: string }): Promise<UserWithIdentities> {
  const { before, columns, isNewPassword, sessionId, issues, voided, identities, action, traits, changes } = change;
  const { jobSchema, now } = act;
  const { id } = before;
  const writes = [
    updateUser(tx, id, columns, { now }),
    ...(isNewPassword ? [deleteFlows(tx, id), endCodes(tx, id), deleteSessions(tx, id, sessionId)] : []),
    ...(voided.length > 0 ? [voidTokens(tx, id, voided)] : []),
    ...issues.map((issue) => writeIssue(tx, id, issue, jobSchema)),
    ...identities.map((identity) => putAddressIdentity(tx, id, identity)),
    noteChanges(tx, id, changes, now),
    logAct(tx, act, { action, actor: { ...before, ...columns }, traits }),
  ];
  const [user] = await Promise.all([readUserWithIdentities(tx, id), ...writes]);
  return user;
}
