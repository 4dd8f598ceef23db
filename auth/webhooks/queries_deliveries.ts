// The table `webhook_deliveries`: the result of each event, for some days.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Outcome } from "../../kernel/webhooks/follow.ts";

export interface Delivery {
  id: number;
  message_id: string;
  type: string;
  /** Of the audit log. Null for a ping. */
  entry_id: string | null;
  asked: boolean;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  status: number | null;
  error: string | null;
  created_at: Date;
  attempted_at: Date | null;
}

export type Message = Pick<Delivery, "message_id" | "type" | "entry_id">;

const columns = sql`id, message_id, type, entry_id, asked, state, attempts, status, error, created_at, attempted_at`;

/** The latest first; `before`: an id. */
export function listDeliveries(db: Db, webhookId: string, before: number, most: number): Promise<Delivery[]> {
  return db.many<Delivery>(sql`
    select ${columns} from webhook_deliveries where webhook_id = ${webhookId} and id < ${before} order by id desc limit ${most}`);
}

export function findDelivery(db: Db, webhookId: string, id: number): Promise<Delivery | undefined> {
  return db.maybeOne<Delivery>(sql`select ${columns} from webhook_deliveries where webhook_id = ${webhookId} and id = ${id}`);
}

export function listManual(db: Db, webhookId: string): Promise<Delivery[]> {
  return db.many<Delivery>(sql`
    select ${columns} from webhook_deliveries where webhook_id = ${webhookId} and asked and state = 'waiting' order by id`);
}

export function insertManual(tx: Db, webhookId: string, message: Message, now: Date): Promise<Delivery> {
  const { message_id: messageId, type, entry_id: entryId } = message;
  return tx.one<Delivery>(sql`
    insert into webhook_deliveries (webhook_id, message_id, type, entry_id, asked, state, created_at)
    values (${webhookId}, ${messageId}, ${type}, ${entryId}, true, 'waiting', ${now})
    returning ${columns}`);
}

/** The result of the next event; retries update the same row. */
export async function noteAttempt(db: Db, webhookId: string, message: Message, outcome: Outcome, now: Date): Promise<void> {
  const { message_id: messageId, type, entry_id: entryId } = message;
  const { state, status, error } = outcome;
  await db.run(sql`
    insert into webhook_deliveries as known (webhook_id, message_id, type, entry_id, asked, state, attempts, status, error, created_at, attempted_at)
    values (${webhookId}, ${messageId}, ${type}, ${entryId}, false, ${state}, 1, ${status}, ${error}, ${now}, ${now})
    on conflict (webhook_id, message_id) where not asked do update
       set state = excluded.state, attempts = known.attempts + 1, status = excluded.status, error = excluded.error,
           attempted_at = excluded.attempted_at`);
}

export async function noteManual(db: Db, id: number, { state, status, error }: Outcome, now: Date): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set state = ${state}, attempts = attempts + 1, status = ${status}, error = ${error}, attempted_at = ${now}
     where id = ${id}`);
}

/** Of a webhook that skips what it missed: what waited to be tried again never will be. */
export async function giveUpWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set state = 'failed' where webhook_id = ${webhookId} and not asked and state = 'waiting'`);
}

const MOST_AT_ONCE = 10_000;

/** Some at a time; how many there were. */
export function purgeDeliveries(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries
     where id = any(array(select id from webhook_deliveries where created_at < ${before} order by created_at limit ${MOST_AT_ONCE}))`);
}
