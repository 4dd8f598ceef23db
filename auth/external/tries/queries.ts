// The statements on `provider_tries`.
import type { Db } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { ActingAdministrator } from "../../audit/act.ts";
import type { AuditActor } from "../../audit/entry.ts";

/** Who, from where and why. Entries of the logs take the time at which they are written. */
export interface TryRequest {
  ip: string;
  requestId: string;
  actor: AuditActor;
  administrator: ActingAdministrator;
}

export interface ProviderTry {
  id: string;
  provider: string;
  request: TryRequest;
  sealed_memory: Buffer | null;
  created_at: Date;
}

export interface NewTry {
  id: string;
  provider: string;
  begunBy: string;
  request: TryRequest;
  ticketHash: Buffer;
  now: Date;
}

/** Whoever begins another one has no use for the last, so that nobody stores many. */
export async function insertTry(tx: Db, { id, provider, begunBy, request, ticketHash, now }: NewTry): Promise<void> {
  await tx.run(sql`delete from provider_tries where begun_by = ${begunBy}`);
  await tx.run(sql`
    insert into provider_tries (id, provider, begun_by, request, ticket_hash, created_at)
    values (${id}, ${provider}, ${begunBy}, ${request}::jsonb, ${ticketHash}::bytea, ${now})`);
}

/** The try with this ticket. Of several callers one gets it, once. */
export function claimTicket(db: Db, ticketHash: Buffer, after: Date): Promise<ProviderTry | undefined> {
  return db.maybeOne<ProviderTry>(sql`
    update provider_tries set ticket_hash = null
     where ticket_hash = ${ticketHash}::bytea and created_at > ${after}
    returning id, provider, request, sealed_memory, created_at`);
}

export interface Departure {
  id: string;
  stateHash: Buffer;
  browserHash: Buffer;
  sealedMemory: Buffer | null;
}

/** The browser leaves for the provider. */
export async function noteDeparture(db: Db, { id, stateHash, browserHash, sealedMemory }: Departure): Promise<void> {
  await db.run(sql`
    update provider_tries
       set state_hash = ${stateHash}::bytea, browser_hash = ${browserHash}::bytea, sealed_memory = ${sealedMemory}::bytea
     where id = ${id}`);
}

/** The try with this state, for the browser that opened it. One caller gets it, once. */
export function claimTry(
  db: Db,
  stateHash: Buffer,
  browserHashes: readonly Buffer[],
  after: Date,
): Promise<ProviderTry | undefined> {
  const mine = browserHashes.map((hash) => sql`browser_hash = ${hash}::bytea`);
  const isMine = mine.reduce((all, each) => sql`${all} or ${each}`, sql`false`);
  return db.maybeOne<ProviderTry>(sql`
    update provider_tries set state_hash = null, browser_hash = null
     where state_hash = ${stateHash}::bytea and created_at > ${after} and (${isMine})
    returning id, provider, request, sealed_memory, created_at`);
}

export async function endTry(tx: Db, id: string, sealedOutcome: Buffer, now: Date): Promise<void> {
  await tx.run(sql`
    update provider_tries set sealed_outcome = ${sealedOutcome}::bytea, sealed_memory = null, ended_at = ${now} where id = ${id}`);
}

export interface OwnTry {
  id: string;
  provider: string;
  is_open: boolean;
  sealed_outcome: Buffer | null;
  created_at: Date;
}

/** For the administrator and the session that began it. */
export function findOwnTry(db: Db, id: string, begunBy: string, after: Date): Promise<OwnTry | undefined> {
  return db.maybeOne<OwnTry>(sql`
    select id, provider, ticket_hash is null as is_open, sealed_outcome, created_at
      from provider_tries
     where id = ${id} and begun_by = ${begunBy} and created_at > ${after}`);
}

export function purgeProviderTries(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from provider_tries where id in (select id from provider_tries where created_at < ${before} limit 10000)`);
}
