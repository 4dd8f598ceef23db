// FA-01: the bytes of every receipt are there, as many as are said. No key of the database holds the two together.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Question } from "./queries_sums.ts";

export const FILE_QUESTIONS: readonly Question[] = [
  {
    invariant: "FA-01",
    table: "transactions",
    find: (spaceId) => sql`
      select jsonb_build_object('id', transactions.id, 'attachment_id', file ->> 'id') as key,
             jsonb_build_object('size_bytes', (file ->> 'size_bytes')::bigint, 'type', file ->> 'type') as recorded,
             jsonb_build_object('size_bytes', stored.bytes, 'type', stored.media_type) as computed
        from transactions
       cross join jsonb_array_elements(attachments) as file
        left join lateral (
             select media_type, size_bytes, chunks,
                    (select coalesce(sum(octet_length(bytes)), 0)::bigint from attachment_chunks
                      where attachment_chunks.space_id = ${spaceId} and file_id = attachment_files.id) as bytes,
                    (select count(*) from attachment_chunks
                      where attachment_chunks.space_id = ${spaceId} and file_id = attachment_files.id
                        and n < attachment_files.chunks) as numbered
               from attachment_files
              where attachment_files.space_id = ${spaceId} and sha256 = file ->> 'id') as stored on true
       where transactions.space_id = ${spaceId} and attachments is not null
         and ((file ->> 'size_bytes')::bigint, file ->> 'type', stored.size_bytes, stored.chunks::bigint)
             is distinct from (stored.bytes, stored.media_type, stored.bytes, stored.numbered)`,
  },
];

/** The transactions that have this receipt. */
export function listRowsWith(db: Db, spaceId: number, id: string): Promise<{ key: Record<string, unknown> }[]> {
  return db.many(sql`
    select jsonb_build_object('id', id, 'attachment_id', ${id}::text) as key
      from transactions
     where space_id = ${spaceId} and attachments @> jsonb_build_array(jsonb_build_object('id', ${id}::text))
     order by id`);
}
