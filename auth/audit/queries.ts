// The audit log's statements. Entries are only ever added: there is no statement here that changes or deletes one. queries_list.ts reads them.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type AuditAction, type AuditPayload, type AuditTraits, logTypeOf } from "./entry.ts";

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

/**
 * The payload as an expression, for an actor that the statement itself finds; the arguments are columns of the insert's `from`.
 */
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
