// The bytes of files: received in pieces, found by their hash, and counted for the quota.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { MediaType } from "../attachment_files/clean_file.ts";

export interface FileInSpace {
  spaceId: number;
  fileId: string;
}

/** A file that is being received, with the room that it may need. */
export async function insertFile(
  db: Db,
  { spaceId, fileId }: FileInSpace,
  { sizeBytes, now, keptUntil }: { sizeBytes: number; now: Date; keptUntil: Date },
): Promise<void> {
  await db.run(sql`
    insert into attachment_files (space_id, id, size_bytes, created_at, kept_until)
    values (${spaceId}, ${fileId}, ${sizeBytes}, ${now}, ${keptUntil})`);
}

export async function insertChunk(db: Db, { spaceId, fileId }: FileInSpace, n: number, bytes: Buffer): Promise<void> {
  await db.run(sql`
    insert into attachment_chunks (space_id, file_id, n, bytes) values (${spaceId}, ${fileId}, ${n}, ${bytes})`);
}

export interface FileFacts {
  sha256: string;
  type: MediaType;
  sizeBytes: number;
  chunks: number;
}

/** Names the file by its hash. False where it is gone; a unique violation where the space has the same file already. */
export async function nameFile(db: Db, { spaceId, fileId }: FileInSpace, facts: FileFacts, keptUntil: Date): Promise<boolean> {
  const rows = await db.run(sql`
    update attachment_files
       set sha256 = ${facts.sha256}, media_type = ${facts.type}, size_bytes = ${facts.sizeBytes}, chunks = ${facts.chunks},
           kept_until = greatest(kept_until, ${keptUntil}::timestamptz)
     where space_id = ${spaceId} and id = ${fileId}`);
  return rows === 1;
}

/** Has the space's files of these hashes stay until then at least, and answers which of them are there. */
export async function keepFiles(db: Db, spaceId: number, hashes: readonly string[], until: Date): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.many<{ sha256: string }>(sql`
    update attachment_files
       set kept_until = greatest(kept_until, ${until}::timestamptz)
     where space_id = ${spaceId} and sha256 = any(${hashes}::text[])
    returning sha256`);
  return new Set(rows.map(({ sha256 }) => sha256));
}

export async function deleteFile(db: Db, { spaceId, fileId }: FileInSpace): Promise<void> {
  await db.run(sql`delete from attachment_files where space_id = ${spaceId} and id = ${fileId}`);
}

/** What the space's files take, with those that come just now, and with those whose removal may still be undone. */
export async function countBytes(db: Db, spaceId: number): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from attachment_files where space_id = ${spaceId}`);
  return bytes;
}

/** The same without files that nothing refers to any more. `since`: younger ones may be about to be posted. */
export async function countUsedBytes(db: Db, spaceId: number, since: Date): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(size_bytes), 0)::bigint as bytes
      from attachment_files
     where space_id = ${spaceId}
       and (sha256 is null or created_at > ${since} or sha256 in (${referencedHashes(spaceId)}))`);
  return bytes;
}

/** Of all transactions of the space. */
const referencedHashes = (spaceId: number) => sql`
  select file ->> 'id'
    from transactions
   cross join jsonb_array_elements(attachments) as file
   where transactions.space_id = ${spaceId} and attachments is not null`;

export function findFile(
  db: Db,
  spaceId: number,
  sha256: string,
): Promise<{ id: string; chunks: number; size_bytes: number } | undefined> {
  return db.maybeOne(sql`
    select id, chunks, size_bytes from attachment_files where space_id = ${spaceId} and sha256 = ${sha256}`);
}

export async function readChunk(db: Db, { spaceId, fileId }: FileInSpace, n: number): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ bytes: Buffer }>(sql`
    select bytes from attachment_chunks where space_id = ${spaceId} and file_id = ${fileId} and n = ${n}`);
  return row?.bytes;
}

/** Of files that something refers to, in the order of their hashes. */
export function listFilesAfter(db: Db, spaceId: number, last: string, most: number): Promise<{ id: string; type: MediaType }[]> {
  return db.many(sql`
    select sha256 as id, media_type as type
      from attachment_files
     where space_id = ${spaceId} and sha256 > ${last} and sha256 in (${referencedHashes(spaceId)})
     order by sha256
     limit ${most}`);
}

export async function listHashes(db: Db, spaceId: number): Promise<Set<string>> {
  const rows = await db.many<{ sha256: string }>(sql`
    select sha256 from attachment_files where space_id = ${spaceId} and sha256 is not null`);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Those of them that nothing refers to, and that were received since. */
export async function deleteUnusedFiles(db: Db, spaceId: number, hashes: readonly string[], since: Date): Promise<void> {
  if (hashes.length === 0) return;
  await db.run(sql`
    delete from attachment_files
     where space_id = ${spaceId} and sha256 = any(${hashes}::text[]) and created_at >= ${since}
       and sha256 not in (${referencedHashes(spaceId)})`);
}

export async function hasFiles(db: Db, spaceId: number): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(sql`
    select exists (select from attachment_files where space_id = ${spaceId}) as has`);
  return has;
}

/** Files in use stay for the time in which their removal may be undone. Written seldom: only those that come near their end. */
export async function keepReferencedFiles(db: Db, spaceId: number, endingBefore: Date, until: Date): Promise<void> {
  await db.run(sql`
    update attachment_files
       set kept_until = ${until}
     where space_id = ${spaceId} and kept_until < ${endingBefore} and sha256 in (${referencedHashes(spaceId)})`);
}

/** Nothing finds these files by their hash from now on. In a transaction that keeps posts out: one of them could refer to a file. */
export async function releaseUnusedFiles(db: Db, spaceId: number, now: Date): Promise<void> {
  await db.run(sql`
    update attachment_files
       set sha256 = null
     where space_id = ${spaceId} and kept_until < ${now} and sha256 is not null and sha256 not in (${referencedHashes(spaceId)})`);
}

/** Files without a hash whose time is over. How many went. */
export function deleteSomeReleasedFiles(db: Db, spaceId: number, now: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from attachment_files
     where space_id = ${spaceId}
       and id in (select id from attachment_files
                   where space_id = ${spaceId} and sha256 is null and kept_until < ${now}
                   order by id limit ${most})`);
}

/** Of a space that is erased. */
export function deleteSomeFiles(db: Db, spaceId: number, most: number): Promise<number> {
  return db.run(sql`
    delete from attachment_files
     where space_id = ${spaceId}
       and id in (select id from attachment_files where space_id = ${spaceId} order by id limit ${most})`);
}
