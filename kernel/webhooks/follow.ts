// Delivers what a webhook has not been sent yet: what somebody asked for, and then, along the service's log from its cursor, one event after the
// other. The cursor moves when an event was taken, or is none of its business: a process that is killed leaves it behind, and what it had sent is
// sent again, with the same id. An event that is not taken is tried again later and keeps those behind it waiting, so that they come in order.
import { type KeyObject, randomUUID } from "node:crypto";
import { type StoredSecrets, secretsOf } from "./kept_secret.ts";
import { nextAttempt } from "./schedule.ts";
import { type Attempt, type Sending, send } from "./send.ts";

export interface FollowedWebhook extends StoredSecrets {
  url: string;
  enabled: boolean;
  /** Of the event that is next. */
  failures: number;
  next_attempt_at: Date | null;
}

export interface FollowedEvent<Cursor> {
  /** The same however often it is sent. */
  id: string;
  type: string;
  /** Where the cursor is when it was taken. */
  passed: Cursor;
  readBody(): Promise<string>;
}

/** What somebody asked for: a ping, or an event that was sent before. */
export interface AskedDelivery {
  id: number;
  message_id: string;
  /** Undefined where there is nothing to send any more. */
  readBody(): Promise<string | undefined>;
}

export interface Outcome {
  state: "waiting" | "delivered" | "failed";
  status: number | null;
  error: string | null;
}

export type OffReason = "failing" | "gone" | "secret_unreadable";

export interface EventPage<Cursor> {
  /** Those that it wants. */
  events: readonly FollowedEvent<Cursor>[];
  /** Where the cursor is when all of them were taken. */
  end: Cursor;
}

/** What a service keeps of its webhooks. A lease is held by one process at a time: what is written by it is not where it was lost. */
export interface WebhookStore<Webhook extends FollowedWebhook, Cursor, Reason extends string> {
  /** Undefined where it is somebody else's just now, or gone. */
  lease(id: Webhook["id"], lease: string, now: Date, until: Date): Promise<Webhook | undefined>;
  /** False where it was lost. */
  extendLease(webhook: Webhook, lease: string, until: Date): Promise<boolean>;
  release(webhook: Webhook, lease: string): Promise<void>;
  /** What comes behind the cursor; undefined where nothing does now, a reason where it is to be switched off. */
  readNext(webhook: Webhook, cursor: Cursor): Promise<EventPage<Cursor> | Reason | undefined>;
  cursorOf(webhook: Webhook): Cursor;
  /** False where the lease was lost, because somebody changed the webhook or it took too long. */
  advance(webhook: Webhook, lease: string, cursor: Cursor, until: Date): Promise<boolean>;
  noteAttempt(webhook: Webhook, event: FollowedEvent<Cursor>, outcome: Outcome, now: Date): Promise<void>;
  /** It is tried again at that time, and somebody is woken for it. */
  noteFailure(webhook: Webhook, lease: string, failures: number, next: Date): Promise<void>;
  turnOff(webhook: Webhook, lease: string, reason: Reason | OffReason): Promise<void>;
  listAsked(webhook: Webhook): Promise<AskedDelivery[]>;
  noteAsked(webhook: Webhook, delivery: AskedDelivery, outcome: Outcome, now: Date): Promise<void>;
  /** Whether something came since, as the webhook is now. */
  isBehind(webhook: Webhook): Promise<boolean>;
}

export interface Following<Webhook extends FollowedWebhook, Cursor, Reason extends string> extends Sending {
  store: WebhookStore<Webhook, Cursor, Reason>;
  /** Seals the secrets. */
  key: KeyObject;
}

/** Longer than an attempt, and soon enough where a process was killed. */
const LEASE_MS = 60_000;
/** So long one webhook is served before others are. */
const LONGEST_MS = 30_000;

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

export const isDue = ({ enabled, next_attempt_at: next }: Pick<FollowedWebhook, "enabled" | "next_attempt_at">, now: Date) =>
  enabled && (next === null || next <= now);

/** Whether there is more to do. */
export async function follow<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
  following: Following<Webhook, Cursor, Reason>,
  webhookId: Webhook["id"],
): Promise<boolean> {
  const { store, now, signal } = following;
  const lease = randomUUID();
  const webhook = await store.lease(webhookId, lease, now(), leaseEnd(now()));
  if (!webhook) return false;
  try {
    await deliverAsked(following, webhook, lease);
    if (isDue(webhook, now())) await deliverNext(following, webhook, lease);
  } finally {
    await store.release(webhook, lease);
  }
  // Whoever was woken meanwhile found it leased.
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

/** Whether it was taken. */
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

/** Once each. Where they cannot be sent they have failed. */
async function deliverAsked<Webhook extends FollowedWebhook, Cursor, Reason extends string>(
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
