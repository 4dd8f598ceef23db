// The table `webhooks`. On a cluster it stays on the coordinator: which webhooks are due is asked before any space is known.
import { jobSchema } from "../../kernel/config/schema_name.ts";
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { behind, type Cursor } from "../changes/cursor.ts";
import type { OffReason, StoredWebhook } from "./webhook.ts";

const columns = sql`
  id, space_id, user_id, url, description, to_jsonb(events) as events, with_records, enabled, off_reason, off_at, secret, secret_at,
  old_secret, old_secret_until, version, n, failures, next_attempt_at, created_at, updated_at`;

export function listWebhooks(db: Db, spaceId: number): Promise<StoredWebhook[]> {
  return db.many<StoredWebhook>(sql`select ${columns} from webhooks where space_id = ${spaceId} order by id`);
}

export function findWebhook(db: Db, spaceId: number, id: number): Promise<StoredWebhook | undefined> {
  return db.maybeOne<StoredWebhook>(sql`select ${columns} from webhooks where space_id = ${spaceId} and id = ${id}`);
}

/** Nobody moves its cursor until the transaction ends. */
export function lockWebhook(tx: Db, spaceId: number, id: number): Promise<StoredWebhook | undefined> {
  return tx.maybeOne<StoredWebhook>(sql`
    select ${columns} from webhooks where space_id = ${spaceId} and id = ${id} for no key update`);
}

/** Whether its secret is still the one of that moment. */
export async function hasSecretOf(db: Db, spaceId: number, id: number, secretAt: Date): Promise<boolean> {
  const count = await db.run(sql`
    select id from webhooks
     where space_id = ${spaceId} and id = ${id} and date_trunc('second', secret_at) = date_trunc('second', ${secretAt}::timestamptz)`);
  return count === 1;
}

export async function putWebhook(tx: Db, webhook: StoredWebhook): Promise<void> {
  const { id, space_id: spaceId, user_id: userId, url, description, events, with_records: withRecords, enabled } = webhook;
  const { off_reason: reason, off_at: offAt, secret, secret_at: secretAt, old_secret: old, old_secret_until: oldUntil } = webhook;
  const { version, n, failures, next_attempt_at: nextAt, created_at: createdAt, updated_at: updatedAt } = webhook;
  await tx.run(sql`
    insert into webhooks (id, space_id, user_id, url, description, events, with_records, enabled, off_reason, off_at, secret, secret_at,
                          old_secret, old_secret_until, version, n, failures, next_attempt_at, created_at, updated_at)
    values (${id}, ${spaceId}, ${userId}, ${url}, ${description}, ${events}::text[], ${withRecords}, ${enabled}, ${reason}, ${offAt},
            ${secret}, ${secretAt}, ${old}, ${oldUntil}, ${version}, ${n}, ${failures}, ${nextAt}, ${createdAt}, ${updatedAt})
    on conflict (id) do update
       set user_id = excluded.user_id, url = excluded.url, description = excluded.description, events = excluded.events,
           with_records = excluded.with_records, enabled = excluded.enabled, off_reason = excluded.off_reason, off_at = excluded.off_at,
           secret = excluded.secret, secret_at = excluded.secret_at, old_secret = excluded.old_secret,
           old_secret_until = excluded.old_secret_until, version = excluded.version, n = excluded.n, failures = excluded.failures,
           next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at, lease = null, leased_until = null
     where webhooks.space_id = excluded.space_id`);
}

export async function deleteWebhook(tx: Db, spaceId: number, id: number): Promise<void> {
  await tx.run(sql`delete from webhooks where space_id = ${spaceId} and id = ${id}`);
}

/** Of a space that is erased. */
export async function deleteWebhooksOf(db: Db, spaceId: number): Promise<void> {
  await db.run(sql`delete from webhooks where space_id = ${spaceId}`);
}

export async function hasEnabled(db: Db, spaceId: number): Promise<boolean> {
  return (await db.run(sql`select id from webhooks where space_id = ${spaceId} and enabled limit 1`)) === 1;
}

/** Those of a space that may have something to do now. */
export async function listDue(db: Db, spaceId: number, now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from webhooks where space_id = ${spaceId} and enabled and (next_attempt_at is null or next_attempt_at <= ${now})
    union
    select webhook_id from webhook_deliveries where space_id = ${spaceId} and asked and state = 'waiting'
     order by id`);
  return rows.map(({ id }) => id);
}

export interface DueSpace {
  space_id: number;
  /** The first version that one of its webhooks was not sent; null where something was asked for. */
  next_version: number | null;
}

/** Some spaces after that one. */
export function listDueSpaces(db: Db, after: number, now: Date, most: number): Promise<DueSpace[]> {
  return db.many<DueSpace>(sql`
    select space_id, case when bool_or(asked) then null else min(next_version) end as next_version
      from (select space_id, case when n = ${behind(0).n} then version + 1 else version end as next_version, false as asked
              from webhooks
             where space_id > ${after} and enabled and (next_attempt_at is null or next_attempt_at <= ${now})
               and (leased_until is null or leased_until <= ${now})
             union all
            select space_id, 0, true from webhook_deliveries where space_id > ${after} and asked and state = 'waiting') as due
     group by space_id
     order by space_id
     limit ${most}`);
}

/** Some of those that have webhooks, after that one. */
export async function listWatchedSpaces(db: Db, after: number, most: number): Promise<number[]> {
  const rows = await db.many<{ space_id: number }>(sql`
    select distinct space_id from webhooks where space_id > ${after} and enabled order by space_id limit ${most}`);
  return rows.map(({ space_id: id }) => id);
}

/** Undefined where it is somebody else's just now, or gone. */
export function leaseWebhook(db: Db, id: number, lease: string, now: Date, until: Date): Promise<StoredWebhook | undefined> {
  return db.maybeOne<StoredWebhook>(sql`
    update webhooks set lease = ${lease}, leased_until = ${until}
     where id = ${id} and (leased_until is null or leased_until <= ${now})
    returning ${columns}`);
}

export async function releaseWebhook(db: Db, id: number, lease: string): Promise<void> {
  await db.run(sql`update webhooks set lease = null, leased_until = null where id = ${id} and lease = ${lease}`);
}

/** False where it was lost. */
export async function extendLease(db: Db, id: number, lease: string, until: Date): Promise<boolean> {
  return (await db.run(sql`update webhooks set leased_until = ${until} where id = ${id} and lease = ${lease}`)) === 1;
}

/** False where the lease was lost, because somebody changed the webhook or it took too long. */
export async function advance(db: Db, id: number, lease: string, { version, n }: Cursor, until: Date): Promise<boolean> {
  const moved = await db.run(sql`
    update webhooks set version = ${version}, n = ${n}, failures = 0, next_attempt_at = null, leased_until = ${until}
     where id = ${id} and lease = ${lease}`);
  return moved === 1;
}

export async function noteFailure(db: Db, id: number, lease: string, failures: number, next: Date): Promise<void> {
  await db.run(sql`update webhooks set failures = ${failures}, next_attempt_at = ${next} where id = ${id} and lease = ${lease}`);
}

/** False where the lease was lost. */
export async function switchOff(tx: Db, id: number, lease: string, reason: OffReason, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update webhooks set enabled = false, off_reason = ${reason}, off_at = ${now}, next_attempt_at = null
     where id = ${id} and lease = ${lease}`);
  return changed === 1;
}

/** The name of the job that looks after the webhooks of a space. */
export const DELIVER = "deliver_webhooks";

export async function addDeliveryJob(db: Db, schema: string, spaceId: number, runAt?: Date): Promise<void> {
  const key = `webhooks of ${spaceId}${runAt ? ` at ${runAt.toISOString()}` : ""}`;
  await db.one(sql`select ${addJob(jobSchema(schema), DELIVER, { space_id: spaceId }, { key, ...(runAt && { runAt }) })}`);
}
