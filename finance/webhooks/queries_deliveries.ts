// The table `webhook_deliveries`: what became of each event, for some days.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Outcome } from "../../kernel/webhooks/follow.ts";

export interface Delivery {
  id: number;
  message_id: string;
  type: string;
  /** Which post, and which entry of it. Null for a ping. */
  version: number | null;
  n: number | null;
  asked: boolean;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  status: number | null;
  error: string | null;
  created_at: Date;
  attempted_at: Date | null;
}

export interface Of {
  spaceId: number;
  webhookId: number;
}
export type Message = Pick<Delivery, "message_id" | "type" | "version" | "n">;

const columns = sql`id, message_id, type, version, n, asked, state, attempts, status, error, created_at, attempted_at`;

/** The latest first; `before`: an id. */
export function listDeliveries(db: Db, { spaceId, webhookId }: Of, before: number, most: number): Promise<Delivery[]> {
  return db.many<Delivery>(sql`
    select ${columns} from webhook_deliveries
     where space_id = ${spaceId} and webhook_id = ${webhookId} and id < ${before}
     order by id desc
     limit ${most}`);
}

export function findDelivery(db: Db, { spaceId, webhookId }: Of, id: number): Promise<Delivery | undefined> {
  return db.maybeOne<Delivery>(sql`
    select ${columns} from webhook_deliveries where space_id = ${spaceId} and webhook_id = ${webhookId} and id = ${id}`);
}

export function listRequested(db: Db, { spaceId, webhookId }: Of): Promise<Delivery[]> {
  return db.many<Delivery>(sql`
    select ${columns} from webhook_deliveries
     where space_id = ${spaceId} and webhook_id = ${webhookId} and asked and state = 'waiting'
     order by id`);
}

export function insertRequested(tx: Db, { spaceId, webhookId }: Of, message: Message, now: Date): Promise<Delivery> {
  const { message_id: messageId, type, version, n } = message;
  return tx.one<Delivery>(sql`
    insert into webhook_deliveries (space_id, webhook_id, message_id, type, version, n, asked, state, created_at)
    values (${spaceId}, ${webhookId}, ${messageId}, ${type}, ${version}, ${n}, true, 'waiting', ${now})
    returning ${columns}`);
}

/** What became of an event that was next; the same row however often it is tried. */
export async function noteAttempt(
  db: Db,
  { spaceId, webhookId }: Of,
  message: Message,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const { message_id: messageId, type, version, n } = message;
  const { state, status, error } = outcome;
  await db.run(sql`
    insert into webhook_deliveries as known (space_id, webhook_id, message_id, type, version, n, asked, state, attempts, status, error,
                                             created_at, attempted_at)
    values (${spaceId}, ${webhookId}, ${messageId}, ${type}, ${version}, ${n}, false, ${state}, 1, ${status}, ${error}, ${now}, ${now})
    on conflict (webhook_id, message_id) where not asked do update
       set state = excluded.state, attempts = known.attempts + 1, status = excluded.status, error = excluded.error,
           attempted_at = excluded.attempted_at`);
}

export async function recordOutcome(db: Db, { spaceId, webhookId }: Of, id: number, outcome: Outcome, now: Date): Promise<void> {
  const { state, status, error } = outcome;
  await db.run(sql`
    update webhook_deliveries set state = ${state}, attempts = attempts + 1, status = ${status}, error = ${error}, attempted_at = ${now}
     where space_id = ${spaceId} and webhook_id = ${webhookId} and id = ${id}`);
}

/** Of a webhook that starts elsewhere in the log: what waited to be tried again never will be. */
export async function giveUpWaiting(tx: Db, { spaceId, webhookId }: Of): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set state = 'failed'
     where space_id = ${spaceId} and webhook_id = ${webhookId} and not asked and state = 'waiting'`);
}

/** Some at a time; how many there were. */
export function deleteDeliveries(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries
     where id = any(array(select id from webhook_deliveries where created_at < ${before} order by created_at limit ${most}))`);
}
