// The table `idempotency_keys`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface Claim {
  spaceId: number;
  key: string;
  requestHash: Buffer;
  now: Date;
}

export interface Kept {
  request_hash: Buffer;
  status: number;
  body: string;
}

interface KeptAnswer {
  status: number;
  body: string;
}

const KEPT_MS = 24 * 3600 * 1000;
const MOST_PURGED = 1_000;

/**
 * Takes the key for this transaction; undefined if it was free, else what was answered under it. Whoever comes with a key that
 * another request is working on waits here for its end. Keys that are over are removed on the way, so that no space has to be searched for.
 */
export async function claimKey(tx: Db, claim: Claim): Promise<Kept | undefined> {
  const { spaceId, key, requestHash, now } = claim;
  const over = new Date(now.getTime() - KEPT_MS);
  const claimed = await tx.run(sql`
    with purged as (
           delete from idempotency_keys
            where space_id = ${spaceId} and key in (
                  select key from idempotency_keys
                   where space_id = ${spaceId} and created_at <= ${over} and key <> ${key} limit ${MOST_PURGED}))
    insert into idempotency_keys as kept (space_id, key, request_hash, status, body, created_at)
    values (${spaceId}, ${key}, ${requestHash}, 0, '', ${now})
    on conflict (space_id, key) do update
       set request_hash = excluded.request_hash, status = 0, body = '', created_at = excluded.created_at
     where kept.created_at <= ${over}`);
  if (claimed === 1) return;
  return tx.one<Kept>(sql`
    select request_hash, status, body from idempotency_keys where space_id = ${spaceId} and key = ${key}`);
}

export async function keepAnswer(tx: Db, { spaceId, key }: Claim, { status, body }: KeptAnswer): Promise<void> {
  await tx.run(sql`
    update idempotency_keys set status = ${status}, body = ${body} where space_id = ${spaceId} and key = ${key}`);
}

/** After its transaction was rolled back. If somebody else took the key meanwhile, theirs stands. */
export async function keepRefusal(db: Db, claim: Claim, { status, body }: KeptAnswer): Promise<void> {
  const { spaceId, key, requestHash, now } = claim;
  await db.run(sql`
    insert into idempotency_keys (space_id, key, request_hash, status, body, created_at)
    values (${spaceId}, ${key}, ${requestHash}, ${status}, ${body}, ${now})
    on conflict do nothing`);
}
