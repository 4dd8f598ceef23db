// The log as events: one for each kind of change that a post made to a kind of record, and one for each notice.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface SpaceNow {
  version: number;
  time_zone: string;
}

/** Undefined where the space is gone. */
export function findSpaceNow(db: Db, spaceId: number): Promise<SpaceNow | undefined> {
  return db.maybeOne<SpaceNow>(sql`select version, time_zone from spaces where space_id = ${spaceId}`);
}

export interface LoggedEvent {
  version: number;
  /** Of its first entry. */
  n: number;
  at: Date;
  user_id: number | null;
  token_id: number | null;
  request_id: string | null;
  entity: string;
  action: "create" | "update" | "delete";
  count: number;
  /** Of the first records. */
  ids: number[];
  /** Of an import, where that changed. */
  state: string | null;
  /** What was noticed, as notice.ts says it. */
  notice: { type: string } | null;
}

interface Posts {
  first: number;
  last: number;
}

export const MOST_IDS = 100;

/** Of posts that follow each other, in order. */
export function listEvents(db: Db, spaceId: number, { first, last }: Posts): Promise<LoggedEvent[]> {
  return db.many<LoggedEvent>(sql`
    select version, min(n) as n, min(at) as at, min(user_id) as user_id, min(token_id) as token_id, min(request_id) as request_id, entity,
           action, count(*) as count, to_jsonb((array_agg(entity_id order by n))[1:${MOST_IDS}::int]) as ids,
           min(after ->> 'state') filter (where entity = 'import') as state,
           (array_agg(after) filter (where entity = 'notice'))[1] as notice
      from changes
     where space_id = ${spaceId} and version between ${first} and ${last}
     group by version, entity, action, case when entity = 'notice' then n end
     order by version, min(n)`);
}

export interface ChangedColumns {
  version: number;
  entity: string;
  columns: string[];
}

/** Which columns changed of what was updated. */
export function listChangedColumns(db: Db, spaceId: number, { first, last }: Posts): Promise<ChangedColumns[]> {
  return db.many<ChangedColumns>(sql`
    select version, entity, jsonb_agg(distinct name) as columns
      from changes cross join lateral jsonb_object_keys(after) as name
     where space_id = ${spaceId} and version between ${first} and ${last} and action = 'update' and jsonb_typeof(after) = 'object'
     group by version, entity`);
}
