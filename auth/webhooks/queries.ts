// The table `webhooks`.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OffReason } from "../../kernel/webhooks/follow.ts";
import { type StoredWebhook, WHOLE } from "./webhook.ts";

const columns = sql`
  id, url, description, to_jsonb(events) as events, enabled, off_reason, off_at, secret, secret_at, old_secret, old_secret_until, number, n,
  failures, next_attempt_at, created_at, updated_at`;

export interface Cursor {
  number: number;
  n: number;
}

export function listWebhooks(db: Db): Promise<StoredWebhook[]> {
  return db.many<StoredWebhook>(sql`select ${columns} from webhooks order by created_at, id`);
}

export function findWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  return db.maybeOne<StoredWebhook>(sql`select ${columns} from webhooks where id = ${id}`);
}

/** Nobody moves its cursor until the transaction ends. */
export function lockWebhook(tx: Db, id: string): Promise<StoredWebhook | undefined> {
  return tx.maybeOne<StoredWebhook>(sql`select ${columns} from webhooks where id = ${id} for no key update`);
}

/** Nobody else adds one until the transaction ends, so that the count holds. */
export async function countWebhooks(tx: Db): Promise<number> {
  await tx.run(sql`lock table webhooks in share row exclusive mode`);
  return (await tx.one<{ count: number }>(sql`select count(*)::int as count from webhooks`)).count;
}

/** A delivery in progress loses its lease. */
export async function putWebhook(tx: Db, webhook: StoredWebhook): Promise<void> {
  const { id, url, description, events, enabled, off_reason: reason, off_at: offAt, secret, secret_at: secretAt } = webhook;
  const { old_secret: old, old_secret_until: oldUntil, number, n, failures, next_attempt_at: nextAt } = webhook;
  await tx.run(sql`
    insert into webhooks (id, url, description, events, enabled, off_reason, off_at, secret, secret_at, old_secret, old_secret_until, number, n,
                          failures, next_attempt_at, created_at, updated_at)
    values (${id}, ${url}, ${description}, ${events}::text[], ${enabled}, ${reason}, ${offAt}, ${secret}, ${secretAt}, ${old}, ${oldUntil},
            ${number}, ${n}, ${failures}, ${nextAt}, ${webhook.created_at}, ${webhook.updated_at})
    on conflict (id) do update
       set url = excluded.url, description = excluded.description, events = excluded.events, enabled = excluded.enabled,
           off_reason = excluded.off_reason, off_at = excluded.off_at, secret = excluded.secret, secret_at = excluded.secret_at,
           old_secret = excluded.old_secret, old_secret_until = excluded.old_secret_until, number = excluded.number, n = excluded.n,
           failures = excluded.failures, next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at, lease = null,
           leased_until = null`);
}

export async function deleteWebhook(tx: Db, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from webhooks where id = ${id}`)) === 1;
}

/** Whether there is anything to watch the log for. */
export async function hasWork(db: Db): Promise<boolean> {
  const { has } = await db.one<{ has: boolean }>(sql`
    select exists (select from webhooks where enabled)
        or exists (select from webhook_deliveries where asked and state = 'waiting') as has`);
  return has;
}

/** Those that the log has come further than, and those of which something was asked. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from webhooks cross join audit_log_entries_number_seq as given
     where enabled and (next_attempt_at is null or next_attempt_at <= ${now}) and (leased_until is null or leased_until <= ${now})
       and given.is_called and number < given.last_value + case when n < ${WHOLE}::int then 1 else 0 end
    union
    select webhook_id from webhook_deliveries where asked and state = 'waiting'`);
  return rows.map(({ id }) => id);
}

/** Undefined where another replica has the lease, or the webhook is gone. */
export function leaseWebhook(db: Db, id: string, lease: string, now: Date, until: Date): Promise<StoredWebhook | undefined> {
  return db.maybeOne<StoredWebhook>(sql`
    update webhooks set lease = ${lease}, leased_until = ${until}
     where id = ${id} and (leased_until is null or leased_until <= ${now})
    returning ${columns}`);
}

export async function releaseWebhook(db: Db, id: string, lease: string): Promise<void> {
  await db.run(sql`update webhooks set lease = null, leased_until = null where id = ${id} and lease = ${lease}`);
}

/** False where it was lost. */
export async function extendLease(db: Db, id: string, lease: string, until: Date): Promise<boolean> {
  return (await db.run(sql`update webhooks set leased_until = ${until} where id = ${id} and lease = ${lease}`)) === 1;
}

/** False where the lease was lost. */
export async function advance(db: Db, id: string, lease: string, { number, n }: Cursor, until: Date): Promise<boolean> {
  const moved = await db.run(sql`
    update webhooks set number = ${number}, n = ${n}, failures = 0, next_attempt_at = null, leased_until = ${until}
     where id = ${id} and lease = ${lease}`);
  return moved === 1;
}

export async function noteFailure(db: Db, id: string, lease: string, failures: number, next: Date): Promise<void> {
  await db.run(sql`update webhooks set failures = ${failures}, next_attempt_at = ${next} where id = ${id} and lease = ${lease}`);
}

/** False where the lease was lost. */
export async function switchOff(tx: Db, id: string, lease: string, reason: OffReason, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update webhooks set enabled = false, off_reason = ${reason}, off_at = ${now}, next_attempt_at = null
     where id = ${id} and lease = ${lease}`);
  return count === 1;
}

/** The name of the job that looks once whether something is due. */
export const DELIVER = "deliver_webhooks";

export async function addDeliveryJob(db: Db, jobSchema: string): Promise<void> {
  await db.one(sql`select ${addJob(jobSchema, DELIVER, {}, { key: DELIVER })}`);
}
