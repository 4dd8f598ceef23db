// Does to one user what a job is for, by the functions that do it to a single user, in the transaction that notes the outcome.
import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../kernel/sql/database.ts";
import type { AdminAct } from "../admin/admin_act.ts";
import { changedUser } from "../admin/change_user.ts";
import { endSessionsIn } from "../admin/end_session.ts";
import { removeUserIn, softDeleteUserIn } from "../admin/remove_user.ts";
import { readUserBody, type UserRequest } from "../admin/user_body.ts";
import { writeChangedUser } from "../admin/write_changed_user.ts";
import type { Administrator } from "../grants/administrator.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { isBanned } from "../users/ban.ts";
import type { Metadata } from "../users/metadata.ts";
import { lockUser } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { BulkJob } from "./job.ts";
import type { JobUser, JobUserResult, ReversibleFields } from "./queries_users.ts";

export interface Performance {
  job: BulkJob;
  act: AdminAct;
  administrator: Administrator;
}

const skipped = (error: string): JobUserResult => ({ outcome: "skipped", error });

export async function perform(tx: Db, row: JobUser, { job, act, administrator }: Performance): Promise<JobUserResult> {
  const { user_id: id } = row;
  // Whoever selects users by what they have in common does not mean themselves.
  if (id === job.actor_id) return skipped("own_account");
  const [locked, user] = await Promise.all([lockUser(tx, id), findUserWithIdentities(tx, id)]);
  if (!user) return skipped("user_not_found");
  if (job.act === "erase") {
    await removeUserIn(tx, id, { act, administrator });
    return { outcome: "done" };
  }
  if (!locked) return skipped("user_deleted");
  if (job.act === "delete") {
    await softDeleteUserIn(tx, id, { act, administrator });
    return { outcome: "done" };
  }
  if (job.act === "sign_out") {
    await endSessionsIn(tx, id, act);
    return { outcome: "done" };
  }
  await requireOutranks(tx, administrator, id);
  const change = changeOf(job, row, user, act.now);
  if (typeof change === "string") return skipped(change);
  await writeChangedUser(tx, id, changedUser(user, requestOf(change.after), undefined, act.now), act);
  return { outcome: "done", ...change };
}

/** What is to change, or why nothing does. */
function changeOf({ act, parameters }: BulkJob, row: JobUser, user: UserWithIdentities, now: Date) {
  if (act === "undo") return undoneChange(row, user, now);
  if (act === "set_app_metadata") {
    const after = parameters.app_metadata ?? {};
    const before = keysOf(after, user.raw_app_meta_data);
    return isDeepStrictEqual(before, after) ? "unchanged" : { before: { app_metadata: before }, after: { app_metadata: after } };
  }
  if (act === "confirm_email") return confirmation(user, now);
  if (act === "unban" && !isBanned(user.banned_until, now)) return "unchanged";
  const until = act === "ban" ? (parameters.banned_until ?? null) : null;
  return { before: { banned_until: user.banned_until?.toISOString() ?? null }, after: { banned_until: until } };
}

function confirmation({ email, email_confirmed_at: confirmedAt }: UserWithIdentities, now: Date) {
  if (email === null) return "email_missing";
  if (confirmedAt !== null) return "unchanged";
  return { before: { email_confirmed: { email, at: null } }, after: { email_confirmed: { email, at: now.toISOString() } } };
}

/** What somebody changed since stays as it is. */
function undoneChange({ before, after }: JobUser, user: UserWithIdentities, now: Date) {
  if (!before || !after) return "unchanged";
  if (!isDeepStrictEqual(currentOf(before, user), before)) return "changed_since";
  const isOver = typeof after.banned_until === "string" && new Date(after.banned_until) <= now;
  return { before, after: isOver ? { banned_until: null } : after };
}

function currentOf(before: ReversibleFields, user: UserWithIdentities): ReversibleFields {
  const { email, email_confirmed_at: at, banned_until: until } = user;
  if (before.email_confirmed) return { email_confirmed: { email: email ?? "", at: at?.toISOString() ?? null } };
  if (before.app_metadata) return { app_metadata: keysOf(before.app_metadata, user.raw_app_meta_data) };
  return { banned_until: until?.toISOString() ?? null };
}

/** Null for what is not there, as in a merge. */
function keysOf(keys: Metadata, metadata: Metadata): Metadata {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, metadata[key] ?? null]));
}

function requestOf({ app_metadata: metadata, banned_until: until, email_confirmed: confirmed }: ReversibleFields): UserRequest {
  if (confirmed !== undefined)
    return {
      ...readUserBody({ email_confirm: confirmed.at !== null }),
      withdrawsEmail: confirmed.at === null,
      fields: ["email_confirm"],
    };
  if (metadata !== undefined) return readUserBody({ app_metadata: metadata as Record<string, unknown> });
  return { ...readUserBody({}), ban: until == null ? "none" : new Date(until), fields: ["ban_duration"] };
}
