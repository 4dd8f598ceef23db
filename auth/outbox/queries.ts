// The table `outbox`. When a message is due is decided by the clock of the database, because all replicas share that one.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { ListedMessage } from "./listed_message.ts";
import type { OutboxKind, OutboxRow } from "./seal.ts";

/** The name of the job that delivers one message. */
export const DELIVER = "deliver";

/** Writes a message and the job that delivers it, in the transaction that causes it. `userId`: the user it is about. */
export async function writeMessage(
  tx: Pick<Db, "run">,
  jobSchema: string,
  row: OutboxRow,
  userId: string | null = null,
): Promise<void> {
  const insert = sql`
    insert into outbox (id, kind, template, address_key, sealed, created_at, expires_at, user_id)
    values (${row.id}, ${row.kind}, ${row.template}, ${row.addressKey}::bytea, ${row.sealed}::bytea, ${row.createdAt}, ${row.expiresAt},
            ${userId})`;
  await Promise.all([tx.run(insert), addDeliveryJob(tx, jobSchema, row.id)]);
}

const outboxColumns = sql`
  outbox.id, kind, template, outbox.created_at, expires_at, delivered_at, failed_at, attempts, last_error, due_at,
  user_id, users.email as user_email`;

export interface WaitingMessage {
  id: string;
  kind: OutboxKind;
  template: string;
  sealed: Buffer;
  created_at: Date;
  expires_at: Date | null;
  user_id: string | null;
  /** This one included. */
  attempts: number;
}

/**
 * Takes a message for one try. While the try is under way nobody else gets it; when the process that took it dies, it is due
 * again after the lease. Two seconds are let pass for a job that comes early by another clock.
 */
export function claimMessage(db: Db, id: string, leaseSeconds: number): Promise<WaitingMessage | undefined> {
  return db.maybeOne<WaitingMessage>(sql`
    update outbox
       set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
     where id = ${id} and delivered_at is null and failed_at is null and due_at <= now() + interval '2 seconds'
    returning id, kind, template, sealed, created_at, expires_at, user_id, attempts`);
}

/** False where the message is done with already. */
export async function markDelivered(db: Db, id: string, now: Date): Promise<boolean> {
  const marked = await db.run(sql`
    update outbox set delivered_at = ${now}, sealed = null, last_error = null
     where id = ${id} and delivered_at is null and failed_at is null`);
  return marked === 1;
}

export async function markFailed(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db.run(sql`
    update outbox set failed_at = ${now}, sealed = null, last_error = ${reason}
     where id = ${id} and delivered_at is null and failed_at is null`);
}

/** Puts a message back for a later try; false where it is done with. */
export async function postpone(tx: Db, id: string, seconds: number, reason: string | null): Promise<boolean> {
  const postponed = await tx.run(sql`
    update outbox set due_at = now() + make_interval(secs => ${seconds}), last_error = ${reason}
     where id = ${id} and delivered_at is null and failed_at is null`);
  return postponed === 1;
}

/** Messages that should have been tried by now: their job was lost, or the process that had them died. */
export async function listOverdue(db: Db, seconds: number, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from outbox
     where delivered_at is null and failed_at is null and due_at < now() - make_interval(secs => ${seconds})
     order by due_at
     limit ${most}`);
  return rows.map(({ id }) => id);
}

/** The key keeps a message from having two jobs that wait. */
export async function addDeliveryJob(db: Pick<Db, "run">, jobSchema: string, id: string, runAt?: Date): Promise<void> {
  await db.run(sql`select ${addJob(jobSchema, DELIVER, { id }, { key: id, ...(runAt && { runAt }) })}`);
}

/** Removes emptied rows, delivered or failed, that were written before this time. */
export function purgeOutbox(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from outbox
     where id in (select id from outbox where sealed is null and created_at < ${before} limit 10000)`);
}

/** What was sent to a user or waits, newest first, without its contents. */
export function listMessages(db: Db, userId: string, most: number): Promise<ListedMessage[]> {
  return db.many<ListedMessage>(sql`
    select id, kind, template, created_at, expires_at, delivered_at, failed_at, attempts, last_error
      from outbox
     where user_id = ${userId}
     order by created_at desc, id
     limit ${most}::int8`);
}

export interface OutboxMessage extends ListedMessage {
  user_id: string | null;
  /** Of the user it is about, as it is now. */
  user_email: string | null;
  due_at: Date;
}

/** Messages to anybody that wait, the oldest first. */
export function listWaiting(db: Db, most: number): Promise<OutboxMessage[]> {
  return db.many<OutboxMessage>(sql`
    select ${outboxColumns}
      from outbox left join users on users.id = outbox.user_id
     where delivered_at is null and failed_at is null
     order by outbox.created_at, outbox.id
     limit ${most}::int8`);
}

/** Those that were given up, the last first. */
export function listFailed(db: Db, most: number): Promise<OutboxMessage[]> {
  return db.many<OutboxMessage>(sql`
    select ${outboxColumns}
      from outbox left join users on users.id = outbox.user_id
     where failed_at is not null
     order by failed_at desc, outbox.id
     limit ${most}::int8`);
}

export type LockedMessage = Pick<ListedMessage, "kind" | "template" | "last_error">;

/** Locks a message that waits, so that no try of it begins; undefined where there is none. */
export function lockWaiting(tx: Db, id: string): Promise<LockedMessage | undefined> {
  return tx.maybeOne<LockedMessage>(sql`
    select kind, template, last_error from outbox where id = ${id}::uuid and delivered_at is null and failed_at is null for update`);
}

export interface Backlog {
  waiting: number;
  /** When the oldest waiting message was written. */
  oldest: Date | null;
}

export function readBacklog(db: Db): Promise<Backlog> {
  return db.one<Backlog>(sql`
    select count(*) as waiting, min(created_at) as oldest from outbox where delivered_at is null and failed_at is null`);
}

/** What is known of the language of the user with this address: their metadata's word, and what they signed up in. */
export async function findLanguages(
  db: Db,
  email: string,
): Promise<{ locale: string | null; language: string | null } | undefined> {
  return db.maybeOne(sql`
    select raw_user_meta_data ->> 'locale' as locale, language
      from users
     where email = ${email.toLowerCase()} and deleted_at is null`);
}
