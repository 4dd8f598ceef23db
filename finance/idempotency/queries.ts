// The table `idempotency_keys`. Answers of what is written are kept by the post that writes it.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { AnswerToStore, KeyedRequest, StoredAnswer } from "./stored_answer.ts";

/** What was answered under the key, unless that is too long ago. */
export function findStoredAnswer(db: Db, { spaceId, key, forgetBefore }: KeyedRequest): Promise<StoredAnswer | undefined> {
  return db.maybeOne<StoredAnswer>(sql`
    select request_hash, status, body
      from idempotency_keys
     where space_id = ${spaceId} and key = ${key} and created_at > ${forgetBefore}`);
}

/** For the answer to a request that wrote nothing: what stands under the key afterwards, which may be another request's answer. */
export async function keepIfAbsent(db: Db, keyed: KeyedRequest, { status, body }: AnswerToStore): Promise<StoredAnswer> {
  const { spaceId, key, requestHash, forgetBefore, now } = keyed;
  await db.run(sql`
    insert into idempotency_keys as kept (space_id, key, request_hash, status, body, created_at)
    values (${spaceId}, ${key}, ${requestHash}, ${status}, ${body}, ${now})
    on conflict (space_id, key) do update
       set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where kept.created_at <= ${forgetBefore}`);
  return (await findStoredAnswer(db, keyed)) ?? { request_hash: requestHash, status, body };
}
