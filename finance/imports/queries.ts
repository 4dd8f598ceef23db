// The tables `imports` and `import_lines`. What posts write of them, they write by themselves.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { storedColumns } from "../rows/queries.ts";
import { seriesColumns } from "../series/queries.ts";
import { imports } from "../tables/imports.ts";
import { selectList } from "../tables/table.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import type { Decision } from "./decision.ts";
import type { About, ImportRow, VerdictCount } from "./import_record.ts";
import type { BadLine, ImportLine } from "./line.ts";
import type { LineVerdict, Verdict } from "./matching/verdict.ts";

const columns = sql`${selectList(imports)}, progress`;

export function findImport(db: Db, spaceId: number, id: number): Promise<ImportRow | undefined> {
  return db.maybeOne<ImportRow>(sql`select ${columns} from imports where space_id = ${spaceId} and id = ${id}`);
}

/** Newest first. */
export function listImports(db: Db, spaceId: number, { before, most }: { before: number; most: number }): Promise<ImportRow[]> {
  return db.many<ImportRow>(sql`
    select ${columns} from imports where space_id = ${spaceId} and id < ${before} order by id desc limit ${most}`);
}

export type NewImport = Pick<
  ImportRow,
  "id" | "account_id" | "credit_card_id" | "invoice" | "file_name" | "sha256" | "statement" | "lines"
> & { about: About };

/** That of this file and statement which counts for the place. */
export function findApplied(
  db: Db,
  spaceId: number,
  row: Omit<NewImport, "about" | "id" | "lines">,
): Promise<ImportRow | undefined> {
  return db.maybeOne<ImportRow>(sql`
    select ${columns} from imports
     where space_id = ${spaceId} and sha256 = ${row.sha256} and statement = ${row.statement} and state = 'applied'
       and account_id is not distinct from ${row.account_id}::int and credit_card_id is not distinct from ${row.credit_card_id}::int
       and invoice is not distinct from ${row.invoice}::int
     order by id desc
     limit 1`);
}

/** As one that is being read. */
export async function insertImport(db: Db, spaceId: number, row: NewImport, now: Date): Promise<void> {
  await db.run(sql`
    insert into imports (space_id, id, account_id, credit_card_id, invoice, state, file_name, sha256, statement, lines, about, created_at,
                         updated_at)
    values (${spaceId}, ${row.id}, ${row.account_id}, ${row.credit_card_id}, ${row.invoice}, 'reading', ${row.file_name}, ${row.sha256},
            ${row.statement}, ${row.lines}, ${row.about}, ${now}, ${now})`);
}

export interface StoredLine {
  n: number;
  line: ImportLine | BadLine;
  verdict: Verdict;
  reason: string;
  sure: boolean;
  target: LineVerdict["target"] | null;
  decision: Decision | null;
}

export async function insertLines(db: Db, spaceId: number, importId: number, lines: readonly StoredLine[]): Promise<void> {
  await db.run(sql`
    insert into import_lines (space_id, import_id, n, line, verdict, reason, sure, target, decision)
    select ${spaceId}, ${importId}, n, line, verdict, reason, sure, target, decision
      from jsonb_to_recordset(${lines}::jsonb) as given (n int, line jsonb, verdict text, reason text, sure boolean, target jsonb, decision jsonb)`);
}

export async function setProgress(db: Db, spaceId: number, id: number, progress: number): Promise<void> {
  await db.run(sql`update imports set progress = ${progress} where space_id = ${spaceId} and id = ${id}`);
}

export async function openPreview(db: Db, spaceId: number, id: number): Promise<void> {
  await db.run(sql`
    update imports set state = 'preview', progress = 0 where space_id = ${spaceId} and id = ${id} and state = 'reading'`);
}

/** Those that were not applied. False where there is none. */
export async function deletePreview(db: Db, spaceId: number, id: number): Promise<boolean> {
  const gone = await db.run(sql`
    delete from imports where space_id = ${spaceId} and id = ${id} and state in ('reading', 'preview')`);
  return gone > 0;
}

/** Previews that nobody applied, and what was being read by a process that ended. */
export async function deleteOldPreviews(db: Db, spaceId: number, before: { preview: Date; reading: Date }): Promise<void> {
  await db.run(sql`
    delete from imports
     where space_id = ${spaceId}
       and (state = 'preview' and updated_at < ${before.preview} or state = 'reading' and updated_at < ${before.reading})`);
}

/** A category or other words do not say yet what shall become of the line. */
const isAnswered = sql`coalesce(decision ?| array['action', 'income'], false)`;

export function countVerdicts(
  db: Db,
  spaceId: number,
  ids: readonly number[],
): Promise<(VerdictCount & { import_id: number })[]> {
  return db.many(sql`
    select import_id, verdict, sure, ${isAnswered} as decided, count(*)::int as lines
      from import_lines
     where space_id = ${spaceId} and import_id = any(${ids}::int[])
     group by import_id, verdict, sure, decided
     order by verdict`);
}

export interface LineWithTransaction extends StoredLine {
  /** What it became, where the import is applied. */
  transaction_id: number | null;
  /** What the purchase became that it is the IOF of. */
  purchase_id: number | null;
  /** The split transaction that it matches has another amount, and its parts will follow. */
  scales_parts: boolean;
}

interface LineFilter {
  verdict?: string | undefined;
  undecided?: boolean | undefined;
  after: number;
  most: number;
}

const lineColumns = sql`n, line, verdict, reason, sure, target, decision`;

/** An expression. A transaction counts with the transfers that were split from it, as in the bank's line. */
const scalesParts = (spaceId: number): Sql => sql`exists (
  select from transactions as matched
   where matched.space_id = ${spaceId} and matched.parts is not null
     and matched.id = case when decision ->> 'action' = 'match' then (decision ->> 'transaction_id')::bigint
                           when coalesce(decision ->> 'action', 'accept') = 'accept' and verdict in ('match', 'part')
                           then (target ->> 'transactionId')::bigint end
     and coalesce((decision ->> 'category_id')::int = matched.category_id, true)
     and abs((line ->> 'cents')::bigint)
         <> abs(matched.amount_cents
                + coalesce((select sum(leg.amount_cents) from transactions as leg
                             where leg.space_id = ${spaceId} and leg.split_from_id = matched.id
                               and leg.account_id = matched.account_id), 0)))`;

export function listLines(db: Db, spaceId: number, importId: number, filter: LineFilter): Promise<LineWithTransaction[]> {
  const { verdict, undecided, after, most } = filter;
  const isOne: Sql = verdict === undefined ? sql`` : sql`and verdict = ${verdict}`;
  const waits: Sql = undecided ? sql`and not sure and not ${isAnswered}` : sql``;
  return db.many<LineWithTransaction>(sql`
    select ${lineColumns},
           (select transaction_id from source_links
             where source_links.space_id = ${spaceId} and source_links.import_id = ${importId} and source_links.line = import_lines.n
             order by id limit 1) as transaction_id,
           (select transaction_id from source_links
             where source_links.space_id = ${spaceId} and source_links.import_id = ${importId}
               and source_links.line = (import_lines.line ->> 'taxes')::int
             order by id limit 1) as purchase_id,
           ${scalesParts(spaceId)} as scales_parts
      from import_lines
     where space_id = ${spaceId} and import_id = ${importId} and n > ${after} ${isOne} ${waits}
     order by n
     limit ${most}`);
}

/** As they are stored; for those who go through all of them. */
export function listStoredLines(db: Db, spaceId: number, importId: number, after: number, most: number): Promise<StoredLine[]> {
  return db.many<StoredLine>(sql`
    select ${lineColumns} from import_lines
     where space_id = ${spaceId} and import_id = ${importId} and n > ${after} order by n limit ${most}`);
}

/** What somebody answered to another verdict is no answer to this one; their words and category stay. */
export async function setVerdicts(
  db: Db,
  spaceId: number,
  importId: number,
  verdicts: readonly Pick<StoredLine, "n" | "verdict" | "reason" | "sure" | "target">[],
): Promise<void> {
  await db.run(sql`
    update import_lines
       set verdict = given.verdict, reason = given.reason, sure = given.sure, target = given.target,
           decision = nullif(decision - array['action', 'credit_card_id', 'invoice'], '{}')
      from jsonb_to_recordset(${verdicts}::jsonb) as given (n int, verdict text, reason text, sure boolean, target jsonb)
     where import_lines.space_id = ${spaceId} and import_lines.import_id = ${importId} and import_lines.n = given.n`);
}

/** Only while it is a preview: how many lines it was. */
export function setDecision(
  db: Db,
  spaceId: number,
  importId: number,
  which: { n: number } | { verdict: string; sure?: boolean | undefined },
  decision: Decision | null,
): Promise<number> {
  const sure: Sql = "sure" in which && which.sure !== undefined ? sql`and sure = ${which.sure}` : sql``;
  // A line that asks which invoice it pays is answered by itself.
  const answerable: Sql = decision?.action === "accept" ? sql`and (target -> 'options') is null` : sql``;
  const chosen: Sql = "n" in which ? sql`n = ${which.n}` : sql`verdict = ${which.verdict} ${sure} ${answerable}`;
  return db.run(sql`
    update import_lines
       set decision = ${decision}::jsonb
     where space_id = ${spaceId} and import_id = ${importId} and ${chosen} and verdict <> 'error'
       and exists (select from imports where imports.space_id = ${spaceId} and imports.id = ${importId} and state = 'preview')`);
}

/** Rows that lines name, as they are stored. */
export function listTargets(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.many<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

/** Legs of transfers that were split from these rows, and are on their account. */
export function listSplitLegs(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.many<StoredRow>(sql`
    select ${storedColumns}
      from transactions as leg
     where space_id = ${spaceId} and split_from_id is not null and split_from_id = any(${ids}::bigint[])
       and exists (select from transactions as whole
                    where whole.space_id = ${spaceId} and whole.id = leg.split_from_id and whole.account_id = leg.account_id)
     order by id`);
}

export function listSeries(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredSeries[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.many<StoredSeries>(
    sql`select ${seriesColumns} from series where space_id = ${spaceId} and id = any(${ids}::bigint[])`,
  );
}

/** Of a space that is erased: the lines of some imports. How many went. */
export async function deleteSomeLines(db: Db, spaceId: number, most: number): Promise<number> {
  const { last } = await db.one<{ last: number | null }>(sql`
    select max(import_id) as last
      from (select import_id from import_lines where space_id = ${spaceId} order by import_id, n limit ${most}) as portion`);
  return last === null ? 0 : db.run(sql`delete from import_lines where space_id = ${spaceId} and import_id <= ${last}`);
}
