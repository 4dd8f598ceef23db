// Reads the audit log, newest first. Indexes serve time, action and whole names.
// Other searches scan a bounded number of entries per request: one more index would slow every sign-in and refresh.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { AuditPayload } from "./entry.ts";
import { type AuditFilter, type Position, readPosition } from "./filter.ts";

export interface AuditEntry {
  id: string;
  payload: AuditPayload;
  created_at: Date;
  ip_address: string;
}

export interface AuditList {
  entries: AuditEntry[];
  /** Where the next list begins; undefined where there is none. */
  next: string | undefined;
}

/** Beyond this many entries a total is a lower bound, and a search without an index stops for this request. */
export const WITHIN_REACH = 10_000;

/** As `filter.ts` reads it: whole microseconds, which a date of JavaScript has not. */
const position = sql`(extract(epoch from created_at) * 1000000)::bigint::text || '_' || id as position`;
const columns = sql`id, payload, created_at, ip_address`;
const newestFirst = sql`order by created_at desc, id desc`;

/** One page. The total is exact up to `WITHIN_REACH`, and always more than what was listed while there is more to list. */
export async function listAudit(
  db: Db,
  { page, perPage, query = {} }: { page: number; perPage: number; query: AuditFilter | undefined },
): Promise<AuditList & { total: number }> {
  const offset = (page - 1) * perPage;
  const [rows, { counted }] = await Promise.all([
    db.many<PositionedEntry>(sql`
      select ${columns}, ${position}
        from (${newest(query, offset + perPage + 1)}) as found
       ${newestFirst}
       limit ${perPage + 1}::int8 offset ${offset}::int8`),
    db.one<{ counted: number }>(sql`
      select count(*) as counted from (select from (${newest(query, WITHIN_REACH)}) as found limit ${WITHIN_REACH}::int8) as reached`),
  ]);
  return { ...presentEntries(rows, perPage), total: Math.max(counted, rows.length === 0 ? 0 : offset + rows.length) };
}

type PositionedEntry = AuditEntry & { position: string };

function presentEntries(rows: readonly PositionedEntry[], most: number, end?: string): AuditList {
  const entries = rows.slice(0, most);
  const next = rows.length > most ? entries.at(-1)?.position : end;
  return { entries: entries.map(({ position: _position, ...entry }) => entry), next };
}

/** The entries behind a cursor. Where no index serves it there may be few of them, or none, and still more behind. */
export async function followAudit(db: Db, filter: AuditFilter, most: number): Promise<AuditList> {
  const end = isSearch(filter) ? await findEnd(db, filter) : undefined;
  const within = { ...filter, ...(end && { notBefore: readPosition(end) }) };
  const rows = await db.many<PositionedEntry>(sql`
    select ${columns}, ${position} from (${newest(within, most + 1)}) as found ${newestFirst} limit ${most + 1}::int8`);
  return presentEntries(rows, most, end);
}

/** How far one search goes: the position of the last entry that it looks at, where there are more. */
async function findEnd(db: Db, filter: AuditFilter): Promise<string | undefined> {
  const { served } = splitFilter(filter);
  const row = await db.maybeOne<{ position: string }>(sql`
    select ${position} from (${newest(served, WITHIN_REACH + 1)}) as reached ${newestFirst} offset ${WITHIN_REACH - 1}::int8 limit 1`);
  return row?.position;
}

/** What no index serves, and the rest. */
function splitFilter({ author, userId, actorId, ip, requestId, ...served }: AuditFilter) {
  return { searched: { author, userId, actorId, ip, requestId }, served };
}

const isSearch = (filter: AuditFilter) => Object.values(splitFilter(filter).searched).some((each) => each !== undefined);

/** At least so many of the newest entries that match, if there are. */
function newest(filter: AuditFilter, most: number): Sql {
  if (isWholeName(filter)) return byAuthor(filter.author);
  if (!isSearch(filter)) return filter.actions ? byActions(filter, filter.actions, most) : byTime(filter, most);
  const { served, searched } = splitFilter(filter);
  const { author, userId, actorId, ip, requestId } = searched;
  return sql`
    select ${columns} from (${newest(served, WITHIN_REACH)}) as looked_at
     where true ${userId === undefined ? sql`` : sql`and ${isOfUser(userId)}`}
                ${actorId === undefined ? sql`` : sql`and payload ->> 'actor_id' = ${actorId}::text`}
                ${ip === undefined ? sql`` : sql`and ip_address = ${ip}::text`}
                ${requestId === undefined ? sql`` : sql`and payload ->> 'request_id' = ${requestId}::text`}
                ${author === undefined ? sql`` : sql`and ${isNamed(author)}`}`;
}

function byTime(filter: AuditFilter, most: number): Sql {
  return sql`select ${columns} from audit_log_entries where true ${inTime(filter)} ${newestFirst} limit ${most}::int8`;
}

function byActions(filter: AuditFilter, actions: readonly string[], most: number): Sql {
  return sql`
    select entry.id, entry.payload, entry.created_at, entry.ip_address
      from unnest(${actions}::text[]) as wanted (action)
     cross join lateral (
       select ${columns} from audit_log_entries
        where payload ->> 'action' = wanted.action ${inTime(filter)} ${newestFirst} limit ${most}::int8) as entry`;
}

/** Nothing but a name is looked for: a whole one is found however old its entries are. */
function isWholeName(filter: AuditFilter): filter is { author: string } {
  return filter.author !== undefined && Object.values(filter).filter((each) => each !== undefined).length === 1;
}

function byAuthor(author: string): Sql {
  return sql`
    select ${columns}
      from audit_log_entries
     where id in (
       select id
         from audit_log_entries
        where lower(payload ->> 'actor_username') = lower(${author}::text)
       union
       select id from (${byTime({}, WITHIN_REACH)}) as recent where ${isNamed(author)})`;
}

function inTime({ from, to, before, notBefore }: AuditFilter): Sql {
  return sql`${from ? sql`and created_at >= ${from}::timestamptz` : sql``} ${to ? sql`and created_at < ${to}::timestamptz` : sql``}
             ${before ? sql`and (created_at, id) < ${placeOf(before)}` : sql``}
             ${notBefore ? sql`and (created_at, id) >= ${placeOf(notBefore)}` : sql``}`;
}

const placeOf = ({ micros, id }: Position) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;

/** By them, or upon them. */
const isOfUser = (userId: string) =>
  sql`(payload ->> 'actor_id' = ${userId}::text or payload -> 'traits' ->> 'user_id' = ${userId}::text)`;

const isNamed = (part: string) =>
  sql`(payload ->> 'actor_username' ilike ${likePart(part)}::text or payload ->> 'actor_name' ilike ${likePart(part)}::text)`;

function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
