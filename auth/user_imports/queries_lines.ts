// The tables `user_import_parts` and `user_import_results`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface Part {
  number: number;
  first_line: number;
  sealed: Buffer;
}

export async function insertPart(tx: Db, importId: string, { number, first_line: firstLine, sealed }: Part, lines: number) {
  await tx.run(sql`
    insert into user_import_parts (import_id, number, first_line, lines, sealed)
    values (${importId}, ${number}, ${firstLine}, ${lines}, ${sealed}::bytea)`);
}

/** The next that is to be worked on. Nobody else works on it before this transaction has ended. */
export function lockNextPart(tx: Db, importId: string): Promise<Part | undefined> {
  return tx.maybeOne<Part>(sql`
    select number, first_line, sealed
      from user_import_parts
     where import_id = ${importId} and not settled
     order by number
     limit 1
       for update`);
}

/** What is imported is forgotten here. */
export async function settlePart(tx: Db, importId: string, number: number, keeps: boolean): Promise<void> {
  await tx.run(sql`
    update user_import_parts set settled = true, sealed = ${keeps ? sql`sealed` : sql`null`}
     where import_id = ${importId} and number = ${number}`);
}

export async function unsettleParts(tx: Db, importId: string): Promise<void> {
  await tx.run(sql`update user_import_parts set settled = false where import_id = ${importId}`);
}

/** Of imports that have ended. */
export function purgeParts(db: Db): Promise<number> {
  return db.run(sql`
    delete from user_import_parts
     where (import_id, number) in (
       select import_id, user_import_parts.number
         from user_import_parts join user_imports on user_imports.id = import_id
        where ended_at is not null
        limit 1000)`);
}

export async function deleteParts(tx: Db, importId: string): Promise<void> {
  await tx.run(sql`delete from user_import_parts where import_id = ${importId}`);
}

export type ImportOutcome = "imported" | "existing" | "refused";

export interface LineResult {
  line: number;
  outcome: ImportOutcome;
  user_id: string | null;
  name: string | null;
  notes: string[];
}

/** Those of the import take the place of those of the dry run. */
export async function putResults(tx: Db, importId: string, results: readonly LineResult[]): Promise<void> {
  await tx.run(sql`
    insert into user_import_results (import_id, line, outcome, user_id, name, notes)
    select ${importId}::uuid, line, outcome, user_id, name, notes
      from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb)
        as result (line int, outcome text, user_id uuid, name text, notes jsonb)
    on conflict (import_id, line) do update
       set outcome = excluded.outcome, user_id = excluded.user_id, name = excluded.name, notes = excluded.notes`);
}

export interface LineFilter {
  outcome?: ImportOutcome | undefined;
  after: number;
}

export function listResults(db: Db, importId: string, { outcome, after }: LineFilter, most: number): Promise<LineResult[]> {
  return db.many<LineResult>(sql`
    select line, outcome, user_id, coalesce(users.email, users.phone, name) as name, notes
      from user_import_results
      left join users on users.id = user_id
     where import_id = ${importId} and line > ${after} and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}
     order by line
     limit ${most}::int8`);
}

/** Of imports that ended before this time. */
export function purgeResults(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from user_import_results
     where (import_id, line) in (
       select import_id, line
         from user_import_results join user_imports on user_imports.id = import_id
        where ended_at < ${before}
        limit 10000)`);
}
