// Delivers events of a webhook: requested deliveries first, then the log from its cursor, in order. The cursor advances after
// each accepted or irrelevant event. After a crash events are sent again with the same id. A failed event blocks later ones until
// its retry.
import { type KeyObject, randomUUID } from "node:crypto";
import { nextAttempt } from "./schedule.ts";
import { type StoredSecrets, secretsOf } from "./sealed_secrets.ts";
import { type Attempt, type Sending, send } from "./send.ts";

export interface FollowedWebhook extends StoredSecrets {
  url: string;
  enabled: boolean;
  /** Failed attempts for the next event. */
  failures: number;
  next_attempt_at: Date | null;
}

export interface FollowedEvent<Cursor> {
  /** The same for every attempt. */
  id: string;
  type: string;
  /** The cursor after this event. */
  passed: Cursor;
  readBody(): Promise<string>;
}

/** A delivery on request: a ping, or a repeated event. */
export interface RequestedDelivery {
  id: number;
  message_id: string;
  /** Undefined if the event no longer exists. */
  readBody(): Promise<string | undefined>;
}

export interface Outcome {
  state: "waiting" | "delivered" | "failed";
  status: number | null;
  error: string | null;
}

export type OffReason = "failing" | "gone" | "secret_unreadable";

export interface EventPage<Cursor> {
  /** Events that the webhook subscribes to. */
  events: readonly FollowedEvent<Cursor>[];
  /** The cursor after all of them. */
  end: Cursor;
}

/** A service's storage of webhooks. One process at a time holds a lease; writes fail after it is lost. */
export interface WebhookStore<Webhook extends FollowedWebhook, Cursor, Reason extends string> {
  /** Undefined if another process holds the lease, or the webhook is gone. */
  lease(id: Webhook["id"], lease: string, now: Date, until: Date): Promise<Webhook | undefined>;
  /** False if the lease was lost. */
  extendLease(webhook: Webhook, lease: string, until: Date): Promise<boolean>;
  release(webhook: Webhook, lease: string): Promise<void>;
  /** Events after the cursor; undefined if there are none, a reason if the webhook must be disabled. */
  readNext(webhook: Webhook, cursor: Cursor): Promise<EventPage<Cursor> | Reason | undefined>;
  cursorOf(webhook: Webhook): Cursor;
  /** False if the lease was lost, because the webhook changed or the lease expired. */
  advance(webhook: Webhook, lease: string, cursor: Cursor, until: Date): Promise<boolean>;
  noteAttempt(webhook: Webhook, event: FollowedEvent<Cursor>, outcome: Outcome, now: Date): Promise<void>;
  /** Schedules the next attempt. */
  noteFailure(webhook: Webhook, lease: string, failures: number, next: Date): Promise<void>;
  turnOff(webhook: Webhook, lease: string, reason: Reason | OffReason): Promise<void>;
  listAsked(webhook: Webhook): Promise<RequestedDelivery[]>;
  noteAsked(webhook: Webhook, delivery: RequestedDelivery, outcome: Outcome, now: Date): Promise<void>;
  /** Whether new events have arrived for the webhook. */
  isBehind(webhook: Webhook): Promise<boolean>;
}

export interface Following<Webhook extends FollowedWebhook, Cursor, Reason extends string> extends Sending {
  store: WebhookStore<Webhook, Cursor, Reason>;
  /** Encrypts the secrets. */
  key: KeyObject;
}

/** Longer than one attempt, and short enough after a crash. */
const LEASE_MS = 60_000;
/** The longest time for one webhook before others get their turn. */
const LONGEST_MS = 30_000;

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

export const isDue = ({ enabled, next_attempt_at: next }: Pick<FollowedWebhook, "enabled" | "next_attempt_at">, now: Date) =>
  enabled && (next === null || next <= now);

/** Returns whether there is more to do. */
export async function follow<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
  following: Following<Webhook, Cursor, Reason>,
  webhookId: Webhook["id"],
): Promise<boolean> {
  const { store, now, signal } = following;
  const lease = randomUUID();
  const webhook = await store.lease(webhookId, lease, now(), leaseEnd(now()));
  if (!webhook) return false;
  try {
    await deliverRequested(following, webhook, lease);
    if (isDue(webhook, now())) await deliverNext(following, webhook, lease);
  } finally {
    await store.release(webhook, lease);
  }
  // A process that was woken meanwhile found the webhook leased.
  return !signal.aborted && store.isBehind(webhook);
}

async function deliverNext<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
  following: Following<Webhook, Cursor, Reason>,
  webhook: Webhook,
  lease: string,
): Promise<void> {
  const { store, now, signal } = following;
  const deadline = performance.now() + LONGEST_MS;
  const isOver = () => signal.aborted || performance.now() > deadline;
  let cursor = store.cursorOf(webhook);
  while (!isOver()) {
    const page = await store.readNext(webhook, cursor);
    if (page === undefined) return;
    if (typeof page === "string") return store.turnOff(webhook, lease, page);
    for (const event of page.events) {
      if (isOver()) return;
      const isTaken = await deliverOne(following, webhook, lease, event);
      if (!isTaken || !(await store.advance(webhook, lease, event.passed, leaseEnd(now())))) return;
    }
    cursor = page.end;
    if (!(await store.advance(webhook, lease, cursor, leaseEnd(now())))) return;
  }
}

/** Returns whether the event was accepted. */
async function deliverOne<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
  following: Following<Webhook, Cursor, Reason>,
  webhook: Webhook,
  lease: string,
  event: FollowedEvent<Cursor>,
): Promise<boolean> {
  const { store, key, now } = following;
  const secrets = secretsOf(webhook, key, now());
  if (!secrets) {
    await store.turnOff(webhook, lease, "secret_unreadable");
    return false;
  }
  const attempt = await send(webhook.url, secrets, { id: event.id, body: await event.readBody() }, following);
  if (!attempt) return false;
  const failures = attempt.isDelivered ? 0 : webhook.failures + 1;
  const random = Math.random();
  const isGone = attempt.status === 410;
  const next = isGone ? undefined : nextAttempt({ failures, now: now(), retryAfter: attempt.retryAfter, random });
  const state = attempt.isDelivered ? "delivered" : next ? "waiting" : "failed";
  await store.noteAttempt(webhook, event, outcomeOf(attempt, state), now());
  webhook.failures = failures;
  if (attempt.isDelivered) return true;
  if (next) await store.noteFailure(webhook, lease, failures, next);
  else await store.turnOff(webhook, lease, isGone ? "gone" : "failing");
  return false;
}

const outcomeOf = ({ status, error }: Attempt, state: Outcome["state"]): Outcome => ({ state, status, error });

/** Each is tried once. */
async function deliverRequested<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
  following: Following<Webhook, Cursor, Reason>,
  webhook: Webhook,
  lease: string,
): Promise<void> {
  const { store, key, now, signal } = following;
  const secrets = secretsOf(webhook, key, now());
  for (const delivery of await store.listAsked(webhook)) {
    if (signal.aborted || !(await store.extendLease(webhook, lease, leaseEnd(now())))) return;
    const body = await delivery.readBody();
    const message = body === undefined ? undefined : { id: delivery.message_id, body };
    const attempt = secrets && message ? await send(webhook.url, secrets, message, following) : NOTHING_SENT;
    if (!attempt) return;
    await store.noteAsked(webhook, delivery, outcomeOf(attempt, attempt.isDelivered ? "delivered" : "failed"), now());
  }
}

const NOTHING_SENT: Attempt = { isDelivered: false, status: null, error: "unsendable", retryAfter: undefined };
