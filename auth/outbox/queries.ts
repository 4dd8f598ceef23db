// The table `outbox`. When a message is due is told by the clock of the database, because all replicas share that one.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { auditPayload } from "../audit/entry.ts";
import { auditInsert } from "../audit/queries.ts";
import type { OutboxKind, OutboxRow } from "./seal.ts";

/** The name of the job that delivers one message. */
export const DELIVER = "deliver";

/**
 * Writes the row, or no row where the condition does not hold; returns its id. Stands alone or as the body of a CTE, so that a mail is
 * written by the statement that it is about. The row is made before, by `sealMail`:
 *
 *     with new_user as (insert into users ... returning id),
 *          mail as (${outboxInsert(row, sql`exists (select from new_user)`)}),
 *          mail_job as (${outboxJob(config.dbNamespace, row, sql`mail`)})
 *     select new_user.id, (select count(*) from mail_job) as jobs from new_user
 *
 * PostgreSQL runs an insert in a CTE in any case, a select only if something reads it: read `mail_job`, else the mail leaves no sooner
 * than the next sweep finds it.
 */
export function outboxInsert(row: OutboxRow, condition: Sql = sql`true`): Sql {
  return sql`
    insert into outbox (id, kind, template, address_key, sealed, created_at, expires_at)
    select ${row.id}::uuid, ${row.kind}::text, ${row.template}::text, ${row.addressKey}::bytea, ${row.sealed}::bytea,
           ${row.createdAt}::timestamptz, ${row.expiresAt}::timestamptz
     where ${condition}
    returning id`;
}

/** Adds the job for the row if the CTE named `written` has one. Something must read the CTE that this becomes. */
export function outboxJob(schema: string, { id }: Pick<OutboxRow, "id">, written: Sql): Sql {
  return sql`select ${deliveryJob(schema, id)} from ${written}`;
}

export async function writeMessage(tx: Db, schema: string, row: OutboxRow): Promise<void> {
  await tx.one(sql`
    with message as (${outboxInsert(row)}),
         job as (${outboxJob(schema, row, sql`message`)})
    select count(*) from job`);
}

/** The key keeps a message from having two jobs that wait. */
function deliveryJob(schema: string, id: string, runAt?: Date): Sql {
  return addJob(schema, DELIVER, { id }, { key: id, ...(runAt && { runAt }) });
}

export interface WaitingMessage {
  id: string;
  kind: OutboxKind;
  template: string;
  sealed: Buffer;
  created_at: Date;
  expires_at: Date | null;
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
    returning id, kind, template, sealed, created_at, expires_at, attempts`);
}

/** What a gateway gave for a message: by its own id the message can be found there. */
export interface Receipt {
  gateway: string;
  messageId: string;
}

export async function markDelivered(db: Db, id: string, now: Date, receipt?: Receipt): Promise<void> {
  const delivery = sql`
    update outbox set delivered_at = ${now}, sealed = null, last_error = null
     where id = ${id} and delivered_at is null and failed_at is null`;
  await db.run(receipt ? sql`with message as (${delivery} returning id) ${receiptInsert(id, receipt, now)}` : delivery);
}

/** Whom the message went to is not told: who sees the receipt at the gateway sees it there. */
function receiptInsert(id: string, { gateway, messageId }: Receipt, now: Date): Sql {
  const traits = { outbox_id: id, gateway, gateway_message_id: messageId };
  const payload = auditPayload({ action: "message_sent", actor: { role: gateway }, traits });
  return auditInsert({ payload, ip: "", now, from: sql`message` });
}

export async function markFailed(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db.run(sql`
    update outbox set failed_at = ${now}, sealed = null, last_error = ${reason}
     where id = ${id} and delivered_at is null and failed_at is null`);
}

/** Puts a message back for a later try. */
export async function postpone(db: Db, schema: string, id: string, seconds: number, reason: string): Promise<void> {
  const runAt = new Date(Date.now() + seconds * 1000);
  await db.one(sql`
    with message as (
           update outbox set due_at = now() + make_interval(secs => ${seconds}), last_error = ${reason}
            where id = ${id} and delivered_at is null and failed_at is null
           returning id),
         job as (select ${deliveryJob(schema, id, runAt)} from message)
    select count(*) from job`);
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

export async function addDeliveryJob(db: Db, schema: string, id: string): Promise<void> {
  await db.one(sql`select ${deliveryJob(schema, id)}`);
}

/** Removes what was written before this moment and has left or failed, which is when it was emptied. */
export function purgeOutbox(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from outbox
     where id in (select id from outbox where sealed is null and created_at < ${before} limit 10000)`);
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
