// The log of administrators. Entries are added, and their texts forgotten; triggers refuse all else.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { AdminActDetails, AdminActEntry, AdminActRow } from "./admin_act.ts";

export async function insertAdminAct(tx: Pick<Db, "run">, { id, createdAt, entry, details }: AdminActRow): Promise<void> {
  await tx.run(sql`
    insert into admin_acts (id, created_at, entry, details, digest)
    values (${id}, ${createdAt}, ${entry}::text::json, ${details}::text::json, sha256(convert_to(${entry}::text, 'UTF8')))`);
}

export interface AdminActFilter {
  /** Administrators and those to whom something was done. */
  userId?: string | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  ip?: string | undefined;
  requestId?: string | undefined;
  before?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface ListedAdminAct {
  position: number;
  entry: AdminActEntry | null;
  details: AdminActDetails | null;
}

/** Newest first. */
export function listAdminActs(db: Db, filter: AdminActFilter, most: number): Promise<ListedAdminAct[]> {
  const { userId, actorId, action, ip, requestId, before, from, to } = filter;
  const conditions = [
    userId === undefined ? sql`` : sql`and (entry ->> 'subject_id' = ${userId} or entry ->> 'actor_id' = ${userId})`,
    actorId === undefined ? sql`` : sql`and entry ->> 'actor_id' = ${actorId}`,
    action === undefined ? sql`` : sql`and entry ->> 'action' = ${action}`,
    ip === undefined ? sql`` : sql`and entry ->> 'ip_address' = ${ip}`,
    requestId === undefined ? sql`` : sql`and entry ->> 'request_id' = ${requestId}`,
    before === undefined ? sql`` : sql`and position < ${before}::bigint`,
    from === undefined ? sql`` : sql`and created_at >= ${from}::timestamptz`,
    to === undefined ? sql`` : sql`and created_at < ${to}::timestamptz`,
  ].reduce((all, each) => sql`${all} ${each}`);
  return db.many(sql`
    select position, entry, details from admin_acts where position is not null ${conditions} order by position desc limit ${most}::int8`);
}

export interface ChainedAct {
  position: number;
  entry: string | null;
  details: string | null;
  digest: Buffer;
  chain: Buffer;
}

/** As they are stored, byte for byte, oldest first. */
export function readChain(db: Db, after: number, most: number): Promise<ChainedAct[]> {
  return db.many(sql`
    select position, entry::text as entry, details::text as details, digest, chain
      from admin_acts
     where position > ${after}
     order by position
     limit ${most}`);
}

export interface ChainEnd {
  position: number;
  chain: Buffer;
  unchained: number;
}

export function readChainEnd(db: Db): Promise<ChainEnd> {
  return db.one(sql`
    select position, chain,
           (select count(*) from admin_acts where admin_acts.position is null or admin_acts.position > admin_act_chain.position) as unchained
      from admin_act_chain`);
}

/** What the acts say of users who are gone. Returns how many were found. */
export function forgetDetails(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    update admin_acts
       set details = null
     where id in (
       select id
         from admin_acts
        where details is not null and entry ->> 'subject_id' is not null and created_at < ${before}
          and not exists (select from users where users.id::text = entry ->> 'subject_id' and users.deleted_at is null)
        limit 10000)`);
}
