// The audit log's statements. Entries are only ever added: there is no statement here that changes or deletes one.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type AuditAction, type AuditPayload, type AuditTraits, logTypeOf } from "./entry.ts";
import type { AuditQuery } from "./query.ts";

export interface AuditEntry {
  id: string;
  payload: AuditPayload;
  created_at: Date;
  ip_address: string;
}

export interface AuditInsert {
  payload: AuditPayload | Sql;
  ip: string;
  now: Date;
  /** Rows for which to write, such as the name of a CTE: one entry for each. None means once. */
  from?: Sql;
}

/** The whole insert, to be run alone or as a CTE of the statement that does what is written down. */
export function auditInsert({ payload, ip, now, from }: AuditInsert): Sql {
  return sql`
    insert into audit_log_entries (id, payload, created_at, ip_address)
    select gen_random_uuid(), ${payload}::json, ${now}::timestamptz, ${ip}::text ${from ? sql`from ${from}` : sql``}`;
}

/** The payload as an expression, for an actor whom the statement itself finds; the arguments are columns of the `from` of the insert. */
export function auditPayloadOf(act: {
  action: AuditAction;
  actor: { id: Sql; email: Sql; phone: Sql; name?: Sql; viaSso?: Sql };
  requestId?: string;
  traits?: AuditTraits | undefined;
}): Sql {
  const { action, actor, requestId, traits } = act;
  return sql`json_strip_nulls(json_build_object(
    'actor_id', ${actor.id},
    'actor_via_sso', ${actor.viaSso ?? sql`false`},
    'actor_username', coalesce(nullif(${actor.phone}, ''), ${actor.email}, ''),
    'actor_name', nullif(left(${actor.name ?? sql`null`}, 255), ''),
    'action', ${action}::text,
    'log_type', ${logTypeOf(action)}::text,
    'request_id', ${requestId ?? null}::text,
    'traits', ${traits ?? null}::json))`;
}

/** Beyond this many entries a total is a lower bound, and a search by part of a name goes no further back: a log grows without end. */
const WITHIN_REACH = 10_000;

/** One page, newest first. The total is exact up to `WITHIN_REACH`, and always more than what was listed while there is more to list. */
export async function listAudit(
  db: Db,
  { page, perPage, query }: { page: number; perPage: number; query: AuditQuery | undefined },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const offset = (page - 1) * perPage;
  const [rows, { counted }] = await Promise.all([
    db.many<AuditEntry>(sql`
      select id, payload, created_at, ip_address
        from (${newest(query, offset + perPage + 1)}) as found
       order by created_at desc, id desc
       limit ${perPage + 1}::int8 offset ${offset}::int8`),
    db.one<{ counted: number }>(sql`
      select count(*) as counted from (select from (${newest(query, WITHIN_REACH)}) as found limit ${WITHIN_REACH}::int8) as reached`),
  ]);
  return { entries: rows.slice(0, perPage), total: Math.max(counted, rows.length === 0 ? 0 : offset + rows.length) };
}

/** At least so many of the newest entries that match, if there are; an index serves each part, so that no log is too long for it. */
function newest(query: AuditQuery | undefined, most: number): Sql {
  if (query === undefined) {
    return sql`
      select id, payload, created_at, ip_address
        from audit_log_entries
       order by created_at desc, id desc
       limit ${most}::int8`;
  }
  if ("actions" in query) {
    return sql`
      select entry.id, entry.payload, entry.created_at, entry.ip_address
        from unnest(${query.actions}::text[]) as wanted (action)
       cross join lateral (
         select id, payload, created_at, ip_address
           from audit_log_entries
          where payload ->> 'action' = wanted.action
          order by created_at desc, id desc
          limit ${most}::int8) as entry`;
  }
  return sql`
    select id, payload, created_at, ip_address
      from audit_log_entries
     where id in (
       select id
         from audit_log_entries
        where lower(payload ->> 'actor_username') = lower(${query.author}::text)
       union
       select id
         from (${newest(undefined, WITHIN_REACH)}) as recent
        where payload ->> 'actor_username' ilike ${likePart(query.author)}::text
           or payload ->> 'actor_name' ilike ${likePart(query.author)}::text)`;
}

function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
