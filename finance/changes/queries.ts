// The table `changes`: the log of a space, which only ever grows.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Cursor } from "./cursor.ts";

type Row = Readonly<Record<string, unknown>>;

export interface LoggedEntry {
  version: number;
  n: number;
  at: Date;
  /** Null where nobody asked for it. */
  user_id: number | null;
  token_id: number | null;
  request_id: string | null;
  action: "create" | "update" | "delete";
  entity: string;
  entity_id: number;
  before: Row | null;
  after: Row | null;
}

const columns = sql`version, n, at, user_id, token_id, request_id, action, entity, entity_id, before, after`;

export function listEntriesAfter(db: Db, spaceId: number, { version, n }: Cursor, most: number): Promise<LoggedEntry[]> {
  return db.many<LoggedEntry>(sql`
    select ${columns} from changes
     where space_id = ${spaceId} and (version, n) > (${version}::bigint, ${n}::int)
     order by version, n
     limit ${most}`);
}

/** What became of a transaction after it was made. */
export function listEntriesOfTransaction(
  db: Db,
  spaceId: number,
  transactionId: number,
  { version, n }: Cursor,
  most: number,
): Promise<LoggedEntry[]> {
  return db.many<LoggedEntry>(sql`
    select ${columns} from changes
     where space_id = ${spaceId} and entity = 'transaction' and action <> 'create' and entity_id = ${transactionId}
       and (version, n) > (${version}::bigint, ${n}::int)
     order by version, n
     limit ${most}`);
}

export function listEntriesOfPost(db: Db, spaceId: number, version: number, most: number): Promise<LoggedEntry[]> {
  return db.many<LoggedEntry>(sql`
    select ${columns} from changes where space_id = ${spaceId} and version = ${version} order by n limit ${most}`);
}

/** The posts of a request; two are enough to know that there are several. */
export async function listPostsOfRequest(db: Db, spaceId: number, requestId: string): Promise<number[]> {
  const rows = await db.many<{ version: number }>(sql`
    select version from changes where space_id = ${spaceId} and request_id = ${requestId} and n = 0 order by version limit 2`);
  return rows.map(({ version }) => version);
}
