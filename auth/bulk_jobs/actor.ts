// Whoever created a job, as the job goes on: whether they still may is looked up for each batch, because the request is long over.
import type { AdminAct } from "../admin/admin_act.ts";
import { findKey } from "../api_keys/queries.ts";
import type { AuthCaller, AuthWorld } from "../endpoint.ts";
import { type Administrator, hasRight } from "../grants/administrator.ts";
import { listRolesInForce } from "../grants/queries.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { isBanned } from "../users/ban.ts";
import { rightOf } from "./acts.ts";
import type { BulkJob } from "./job.ts";

export type Actor = Pick<BulkJob, "actor_kind" | "actor_id">;
type World = Pick<AuthWorld, "db" | "config">;

export function actorOf({ administrator, userId }: AuthCaller): Actor {
  if (administrator?.kind === "api_key") return { actor_kind: "api_key", actor_id: administrator.id };
  return { actor_kind: administrator?.kind === "user" ? "user" : "token", actor_id: userId ?? null };
}

/** Undefined where they have lost the right that the job takes. */
export async function findActor(world: World, job: BulkJob, now: Date): Promise<Administrator | undefined> {
  const administrator = await findAdministrator(world, job, now);
  return administrator && hasRight(administrator, rightOf(job.act)) ? administrator : undefined;
}

/** Undefined where nobody is behind it any more. */
export async function findAdministrator({ db, config }: World, job: Actor, now: Date): Promise<Administrator | undefined> {
  const { actor_kind: kind, actor_id: id } = job;
  // An operator's token that names nobody cannot be taken back.
  if (id === null) return { kind: "token" };
  if (kind === "api_key") {
    const key = await findKey(db, id);
    return key && key.expires_at > now ? { kind, id, name: key.name, rights: key.rights } : undefined;
  }
  if (kind === "user") return { kind, roles: await listRolesInForce(db, id, now), isRecent: false };
  const user = await findUserWithIdentities(db, id);
  const isThere = user !== undefined && user.deleted_at === null && !isBanned(user.banned_until, now);
  return isThere && config.jwtAdminRoles.includes(user.role) ? { kind: "token" } : undefined;
}

/** For the entries of the logs: each names the job. */
export function actOfJob({ id, request }: BulkJob, now: Date): AdminAct {
  return { ...request, now, traits: { bulk_job_id: id } };
}
