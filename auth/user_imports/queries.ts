// The table `user_imports`. Leases are by the clock of the database, which all replicas share.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { ImportState, UserImport } from "./user_import.ts";

/** The name of the background job that works on one of them. */
export const WORK = "work_on_user_import";

const columns = trusted(
  "id, number, source, file_name, sealed_parameters, actor_kind, actor_id, request, state, error, parts, lines, bytes::float8 as bytes," +
    " imported, existing, refused, incomplete, created_at, started_at, ended_at",
);

export type NewImport = Pick<
  UserImport,
  "id" | "source" | "file_name" | "sealed_parameters" | "actor_kind" | "actor_id" | "request" | "created_at"
>;

/** False where so many are open already. */
export async function insertImport(tx: Db, row: NewImport, mostOpen: number): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into user_imports (id, source, file_name, sealed_parameters, actor_kind, actor_id, request, state, created_at, changed_at)
    select ${row.id}, ${row.source}, ${row.file_name}, ${row.sealed_parameters}::bytea, ${row.actor_kind}, ${row.actor_id}::uuid,
           ${row.request}::jsonb, 'receiving', ${row.created_at}, ${row.created_at}
     where (select count(*) from user_imports where ended_at is null) < ${mostOpen}::int8`);
  return inserted === 1;
}

export function findImport(db: Db, id: string): Promise<UserImport | undefined> {
  return db.maybeOne<UserImport>(sql`select ${columns} from user_imports where id = ${id}`);
}

export function lockImport(tx: Db, id: string): Promise<UserImport | undefined> {
  return tx.maybeOne<UserImport>(sql`select ${columns} from user_imports where id = ${id} for update`);
}

/** Newest first. */
export function listImports(db: Db, most: number): Promise<UserImport[]> {
  return db.many<UserImport>(sql`select ${columns} from user_imports order by number desc limit ${most}::int8`);
}

export async function noteReceived(tx: Db, id: string, part: { lines: number; bytes: number }, now: Date): Promise<void> {
  await tx.run(sql`
    update user_imports
       set parts = parts + 1, lines = lines + ${part.lines}, bytes = bytes + ${part.bytes}, changed_at = ${now}
     where id = ${id}`);
}

/** Whose right counts from here on, and what the entries of the logs say. */
export type Starter = Pick<UserImport, "actor_kind" | "actor_id" | "request">;

/** Counts anew. */
export async function beginPhase(tx: Db, id: string, state: "checking" | "importing", now: Date, by?: Starter): Promise<void> {
  await tx.run(sql`
    update user_imports
       set state = ${state}, imported = 0, existing = 0, refused = 0, incomplete = 0, changed_at = ${now},
           started_at = ${state === "importing" ? now : null}, actor_kind = coalesce(${by?.actor_kind ?? null}, actor_kind),
           actor_id = ${by ? sql`${by.actor_id}::uuid` : sql`actor_id`}, request = coalesce(${by?.request ?? null}::jsonb, request)
     where id = ${id}`);
}

/** False where it is in another state by now. */
export async function endPhase(
  db: Db,
  id: string,
  { from, to, error = null, now }: { from: readonly ImportState[]; to: ImportState; error?: string | null; now: Date },
): Promise<boolean> {
  const isEnd = to !== "checked";
  const changed = await db.run(sql`
    update user_imports
       set state = ${to}, error = ${error}, changed_at = ${now}, ended_at = ${isEnd ? now : null}, leased_until = now(),
           sealed_parameters = ${isEnd ? sql`null` : sql`sealed_parameters`}
     where id = ${id} and state = any(${from})`);
  return changed === 1;
}

export interface Counts {
  imported: number;
  existing: number;
  refused: number;
  incomplete: number;
}

export async function addCounts(tx: Db, id: string, { imported, existing, refused, incomplete }: Counts): Promise<void> {
  await tx.run(sql`
    update user_imports
       set imported = imported + ${imported}, existing = existing + ${existing}, refused = refused + ${refused},
           incomplete = incomplete + ${incomplete}
     where id = ${id}`);
}

/** Takes an import for a while, if nobody has it and no other is worked on. When that process dies, it is free again after that. */
export function leaseImport(db: Db, id: string, seconds: number): Promise<UserImport | undefined> {
  return db.maybeOne<UserImport>(sql`
    update user_imports
       set leased_until = now() + make_interval(secs => ${seconds})
     where id = ${id} and state in ('checking', 'importing') and leased_until <= now()
       and not exists (select from user_imports other where other.state in ('checking', 'importing') and other.leased_until > now())
    returning ${columns}`);
}

/** Undefined where it has ended meanwhile. */
export function renewImportLease(db: Db, id: string, seconds: number): Promise<UserImport | undefined> {
  return db.maybeOne<UserImport>(sql`
    update user_imports set leased_until = now() + make_interval(secs => ${seconds})
     where id = ${id} and state in ('checking', 'importing')
    returning ${columns}`);
}

export async function returnImportLease(db: Db, id: string): Promise<void> {
  await db.run(sql`update user_imports set leased_until = now() where id = ${id}`);
}

/** Those that nobody works on, the oldest first. */
export async function listIdleImports(db: Db, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from user_imports
     where state in ('checking', 'importing') and leased_until <= now()
     order by number
     limit ${most}::int8`);
  return rows.map(({ id }) => id);
}

/** The key keeps a job from waiting twice in the queue. */
export async function addImportWork(db: Pick<Db, "run">, jobSchema: string, id: string): Promise<void> {
  await db.run(sql`select ${addJob(jobSchema, WORK, { id }, { key: `${WORK} ${id}` })}`);
}

/** Those that wait for somebody since then. */
export function cancelForgotten(db: Db, before: Date, now: Date): Promise<number> {
  return db.run(sql`
    update user_imports set state = 'cancelled', error = 'forgotten', ended_at = ${now}, sealed_parameters = null
     where state in ('receiving', 'checked') and changed_at < ${before}`);
}

/** Those that ended before this time, once their results are purged. */
export function purgeImports(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from user_imports
     where id in (select id from user_imports ended
                   where ended_at < ${before} and not exists (select from user_import_results where import_id = ended.id)
                   limit 10000)`);
}
