// What the audit log says, for webhooks that follow it.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { LoggedEntry } from "./event.ts";
import { EVENT_ACTIONS } from "./event_types.ts";

/** The highest number that an entry was given, committed or not. */
export async function findLastNumber(db: Db): Promise<number> {
  const { last } = await db.one<{ last: number }>(
    sql`select case when is_called then last_value else 0 end as last from audit_log_entries_number_seq`,
  );
  return last;
}

export interface NumberedEntries {
  oldest_open: string;
  own_transaction: string;
  entries: LoggedEntry[];
}

/** In one statement, and so by one snapshot; it changes nothing, but has a transaction's id. */
export function listNumbered(db: Db, after: number, upTo: number): Promise<NumberedEntries> {
  return db.one<NumberedEntries>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open, pg_current_xact_id()::text as own_transaction,
           coalesce((
             select json_agg(json_build_object(
                      'number', number, 'id', id, 'created_at', created_at, 'ip_address', ip_address,
                      'payload', case when payload ->> 'action' = any(${EVENT_ACTIONS}::text[]) then payload end) order by number)
               from audit_log_entries
              where number > ${after}::bigint and number <= ${upTo}::bigint), '[]') as entries`);
}

export function findEntry(db: Db, id: string): Promise<LoggedEntry | undefined> {
  return db.maybeOne<LoggedEntry>(sql`
    select id, coalesce(number, 0) as number, payload, to_json(created_at) as created_at, ip_address from audit_log_entries where id = ${id}`);
}
