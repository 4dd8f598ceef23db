// Delivers what a webhook has not been sent yet: what somebody asked for, and then, along the log from its cursor, one event after the other.
// The cursor moves when an event was taken, or is none of its business: a process that is killed leaves it behind, and what it had sent is sent
// again, with the same id. An event that is not taken is tried again later and keeps those behind it waiting, so that they come in order.
import { randomUUID } from "node:crypto";
import type { Database } from "../../kernel/sql/database.ts";
import { behind, type Cursor } from "../changes/cursor.ts";
import { isHere } from "../members/queries.ts";
import { bodyOf, type Event, pingBody, readEvents } from "./event.ts";
import { PING } from "./event_types.ts";
import { advance, extendLease, findWebhook, leaseWebhook, noteFailure, releaseWebhook } from "./queries.ts";
import { type Delivery, listAsked, noteAsked, noteAttempt } from "./queries_deliveries.ts";
import { findSpaceNow } from "./queries_events.ts";
import { nextAttempt } from "./schedule.ts";
import { type Attempt, type Sending, secretsOf, send } from "./send.ts";
import { turnOff } from "./turn_off.ts";
import type { StoredWebhook } from "./webhook.ts";

export interface Following extends Sending {
  db: Database;
  /** Has the webhooks of a space looked after at that time. */
  wake(spaceId: number, at: Date): Promise<void>;
}

/** Longer than an attempt, and soon enough where a process was killed. */
const LEASE_MS = 60_000;
/** So long one webhook is served before others are. */
const LONGEST_MS = 30_000;
const POSTS_AT_ONCE = 20;

/** Whether there is more to do. */
export async function follow(following: Following, webhookId: number): Promise<boolean> {
  const { db, now } = following;
  const lease = randomUUID();
  const webhook = await leaseWebhook(db, webhookId, lease, now(), leaseEnd(now()));
  if (!webhook) return false;
  try {
    await deliverAsked(following, webhook, lease);
    if (isDue(webhook, now())) await deliverNext(following, webhook, lease);
  } finally {
    await releaseWebhook(db, webhookId, lease);
  }
  // Whoever was woken meanwhile found it leased.
  return isBehind(following, webhook);
}

async function isBehind({ db, now, signal }: Following, { id, space_id: spaceId }: StoredWebhook): Promise<boolean> {
  const webhook = await findWebhook(db, spaceId, id);
  if (!webhook || !isDue(webhook, now()) || signal.aborted) return false;
  const space = await findSpaceNow(db, spaceId);
  return space !== undefined && space.version >= nextPost(webhook);
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);
const isDue = ({ enabled, next_attempt_at: next }: StoredWebhook, now: Date) => enabled && (next === null || next <= now);
const nextPost = ({ version, n }: Cursor) => (n === behind(version).n ? version + 1 : version);

async function deliverNext(following: Following, webhook: StoredWebhook, lease: string): Promise<void> {
  const { db, now, signal } = following;
  const { id, space_id: spaceId, user_id: userId, events: wanted } = webhook;
  const deadline = performance.now() + LONGEST_MS;
  let cursor: Cursor = { version: webhook.version, n: webhook.n };
  while (!signal.aborted && performance.now() < deadline) {
    const space = await findSpaceNow(db, spaceId);
    if (!space) return;
    if (!(await isHere(db, spaceId, userId))) return turnOff(following, webhook, lease, "member_left");
    const first = nextPost(cursor);
    if (first > space.version) return;
    const last = Math.min(first + POSTS_AT_ONCE - 1, space.version);
    const read = await readEvents(db, spaceId, { first, last });
    const events = read.filter(({ logged }) => logged.version > cursor.version || logged.n > cursor.n);
    for (const event of events) {
      if (wanted && !wanted.includes(event.type)) continue;
      if (signal.aborted || performance.now() > deadline) return;
      const passed = { version: event.logged.version, n: event.logged.n };
      const isTaken = await deliverOne(following, { webhook, lease, event, timeZone: space.time_zone });
      if (!isTaken || !(await advance(db, id, lease, passed, leaseEnd(now())))) return;
    }
    cursor = behind(last);
    if (!(await advance(db, id, lease, cursor, leaseEnd(now())))) return;
  }
}

interface Next {
  webhook: StoredWebhook;
  lease: string;
  event: Event;
  timeZone: string;
}

/** Whether it was taken, or there is no such thing any more. */
async function deliverOne(following: Following, { webhook, lease, event, timeZone }: Next): Promise<boolean> {
  const { db, now } = following;
  const { id, space_id: spaceId } = webhook;
  const secrets = secretsOf(webhook, following);
  if (!secrets) {
    await turnOff(following, webhook, lease, "secret_unreadable");
    return false;
  }
  const body = await bodyOf(event, { db, spaceId, timeZone }, webhook.with_records);
  const attempt = await send(webhook.url, secrets, { id: event.id, body }, following);
  if (!attempt) return false;
  const failures = attempt.isDelivered ? 0 : webhook.failures + 1;
  const random = Math.random();
  const next = attempt.status === 410 ? undefined : nextAttempt({ failures, now: now(), retryAfter: attempt.retryAfter, random });
  const state = attempt.isDelivered ? "delivered" : next ? "waiting" : "failed";
  const message = { message_id: event.id, type: event.type, version: event.logged.version, n: event.logged.n };
  await noteAttempt(db, { spaceId, webhookId: id }, message, outcomeOf(attempt, state), now());
  webhook.failures = failures;
  if (attempt.isDelivered) return true;
  if (!next) await turnOff(following, webhook, lease, attempt.status === 410 ? "gone" : "failing");
  else {
    await noteFailure(db, id, lease, failures, next);
    await following.wake(spaceId, next);
  }
  return false;
}

const outcomeOf = ({ status, error }: Attempt, state: Delivery["state"]) => ({ state, status, error });

/** Pings, and events that were sent before, once each. Where they cannot be sent they have failed. */
async function deliverAsked(following: Following, webhook: StoredWebhook, lease: string): Promise<void> {
  const { db, now, signal } = following;
  const { id: webhookId, space_id: spaceId } = webhook;
  const secrets = secretsOf(webhook, following);
  for (const delivery of await listAsked(db, { spaceId, webhookId })) {
    if (signal.aborted || !(await extendLease(db, webhookId, lease, leaseEnd(now())))) return;
    const body = await askedBody(following, webhook, delivery);
    const message = body === undefined ? undefined : { id: delivery.message_id, body };
    const attempt = secrets && message ? await send(webhook.url, secrets, message, following) : NOTHING_SENT;
    if (!attempt) return;
    const outcome = outcomeOf(attempt, attempt.isDelivered ? "delivered" : "failed");
    await noteAsked(db, { spaceId, webhookId }, delivery.id, outcome, now());
  }
}

const NOTHING_SENT: Attempt = { isDelivered: false, status: null, error: "unsendable", retryAfter: undefined };

async function askedBody({ db }: Following, webhook: StoredWebhook, delivery: Delivery): Promise<string | undefined> {
  const { space_id: spaceId, user_id: userId } = webhook;
  if (delivery.type === PING) return pingBody(webhook.id, spaceId, delivery.created_at);
  const version = delivery.version as number;
  const space = await findSpaceNow(db, spaceId);
  if (!space || !(await isHere(db, spaceId, userId))) return;
  const event = (await readEvents(db, spaceId, { first: version, last: version })).find(({ id }) => id === delivery.message_id);
  return event && bodyOf(event, { db, spaceId, timeZone: space.time_zone }, webhook.with_records);
}
