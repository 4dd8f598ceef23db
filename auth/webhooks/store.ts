// Webhooks along the audit log, for kernel/webhooks/follow.ts, which delivers.
import type { Database } from "../../kernel/sql/database.ts";
import type { EventPage, FollowedEvent, WebhookStore } from "../../kernel/webhooks/follow.ts";
import { type CommitWatermark, openCommitWatermark, reachOf } from "./commit_watermark.ts";
import { bodyOf, eventsOf, pingBody } from "./event.ts";
import { PING } from "./event_types.ts";
import { advance, type Cursor, extendLease, leaseWebhook, noteFailure, releaseWebhook } from "./queries.ts";
import { type Delivery, listManual, noteAttempt, noteManual } from "./queries_deliveries.ts";
import { findEntry, findLastNumber, listNumbered } from "./queries_events.ts";
import { turnOff } from "./turn_off.ts";
import { type StoredWebhook, WHOLE } from "./webhook.ts";

interface Around {
  db: Database;
  now: () => Date;
}

interface LogPosition extends Cursor {
  /** Where an event is passed. */
  entryId: string | null;
}

const ENTRIES_AT_ONCE = 500;

export function openStore({ db, now }: Around): WebhookStore<StoredWebhook, LogPosition, never> {
  const horizon = openCommitWatermark();
  return {
    lease: (id, lease, at, until) => leaseWebhook(db, String(id), lease, at, until),
    extendLease: ({ id }, lease, until) => extendLease(db, id, lease, until),
    release: ({ id }, lease) => releaseWebhook(db, id, lease),
    readNext: (webhook, cursor) => readNext(db, horizon, webhook, cursor),
    cursorOf: ({ number, n }) => ({ number, n, entryId: null }),
    advance: ({ id }, lease, cursor, until) => advance(db, id, lease, cursor, until),
    noteAttempt: ({ id: webhookId }, { id, type, passed }, outcome, at) =>
      noteAttempt(db, webhookId, { message_id: id, type, entry_id: passed.entryId }, outcome, at),
    noteFailure: ({ id }, lease, failures, next) => noteFailure(db, id, lease, failures, next),
    turnOff: (webhook, lease, reason) => turnOff({ db, now }, webhook, lease, reason),
    listAsked: async ({ id }) =>
      (await listManual(db, id)).map((manual) => ({ ...manual, readBody: () => readAskedBody(db, id, manual) })),
    noteAsked: (_webhook, { id }, outcome, at) => noteManual(db, id, outcome, at),
    // The watcher comes again within a second, and an unsettled number does not appear sooner.
    isBehind: async () => false,
  };
}

async function readNext(
  db: Database,
  horizon: CommitWatermark,
  { events: types }: StoredWebhook,
  cursor: Cursor,
): Promise<EventPage<LogPosition> | undefined> {
  const after = cursor.n === WHOLE ? cursor.number : cursor.number - 1;
  const last = await findLastNumber(db);
  if (last <= after) return;
  const upTo = Math.min(last, after + ENTRIES_AT_ONCE);
  const { entries, oldest_open: oldestOpen, own_transaction: own } = await listNumbered(db, after, upTo);
  const settled = horizon.settledBy({ last, oldestOpen: BigInt(oldestOpen), ownTransaction: BigInt(own) });
  const reached = reachOf(
    entries.map(({ number }) => number),
    after,
    upTo,
    settled,
  );
  if (reached === after) return;
  const events = entries
    .filter(({ number }) => number <= reached)
    .flatMap(eventsOf)
    .filter(({ entry, n }) => entry.number > cursor.number || n > cursor.n)
    .filter(({ type }) => types.length === 0 || types.includes(type));
  return { events: events.map(asFollowed), end: { number: reached, n: WHOLE, entryId: null } };
}

function asFollowed(event: ReturnType<typeof eventsOf>[number]): FollowedEvent<LogPosition> {
  const { id, type, n, entry } = event;
  return { id, type, passed: { number: entry.number, n, entryId: entry.id }, readBody: async () => bodyOf(event) };
}

async function readAskedBody(db: Database, webhookId: string, delivery: Delivery): Promise<string | undefined> {
  if (delivery.type === PING) return pingBody(webhookId, delivery.created_at);
  const entry = delivery.entry_id === null ? undefined : await findEntry(db, delivery.entry_id);
  const event = entry && eventsOf(entry).find(({ id }) => id === delivery.message_id);
  return event && bodyOf(event);
}
