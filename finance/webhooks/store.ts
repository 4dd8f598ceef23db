// Webhooks along the log of their spaces, for kernel/webhooks/follow.ts, which delivers.
import type { Database } from "../../kernel/sql/database.ts";
import { type EventPage, isDue, type WebhookStore } from "../../kernel/webhooks/follow.ts";
import { behind, type Cursor } from "../changes/cursor.ts";
import { isHere } from "../members/queries.ts";
import { bodyOf, pingBody, readEvents } from "./event.ts";
import { PING } from "./event_types.ts";
import { advance, extendLease, findWebhook, leaseWebhook, noteFailure, releaseWebhook } from "./queries.ts";
import { type Delivery, listRequested, noteAttempt, recordOutcome } from "./queries_deliveries.ts";
import { findSpaceNow } from "./queries_events.ts";
import { turnOff } from "./turn_off.ts";
import type { StoredWebhook } from "./webhook.ts";

interface Around {
  db: Database;
  now: () => Date;
  /** Has the webhooks of a space looked after at that time. */
  wake(spaceId: number, at: Date): Promise<void>;
}

const POSTS_AT_ONCE = 20;

export function openStore({ db, now, wake }: Around): WebhookStore<StoredWebhook, Cursor, "member_left"> {
  return {
    lease: (id, lease, at, until) => leaseWebhook(db, Number(id), lease, at, until),
    extendLease: ({ id }, lease, until) => extendLease(db, id, lease, until),
    release: ({ id }, lease) => releaseWebhook(db, id, lease),
    readNext: (webhook, cursor) => readNext(db, webhook, cursor),
    cursorOf: ({ version, n }) => ({ version, n }),
    advance: ({ id }, lease, cursor, until) => advance(db, id, lease, cursor, until),
    noteAttempt: (webhook, { id, type, passed }, outcome, at) =>
      noteAttempt(db, ofWebhook(webhook), { message_id: id, type, ...passed }, outcome, at),
    noteFailure: async ({ id, space_id: spaceId }, lease, failures, next) => {
      await noteFailure(db, id, lease, failures, next);
      await wake(spaceId, next);
    },
    turnOff: (webhook, lease, reason) => turnOff({ db, now }, webhook, lease, reason),
    listAsked: async (webhook) => {
      const requested = await listRequested(db, ofWebhook(webhook));
      return requested.map((each) => ({ ...each, readBody: () => readRequestedBody(db, webhook, each) }));
    },
    noteAsked: (webhook, { id }, outcome, at) => recordOutcome(db, ofWebhook(webhook), id, outcome, at),
    isBehind: async ({ id, space_id: spaceId }) => {
      const webhook = await findWebhook(db, spaceId, id);
      if (!webhook || !isDue(webhook, now())) return false;
      const space = await findSpaceNow(db, spaceId);
      return space !== undefined && space.version >= nextPost(webhook);
    },
  };
}

const ofWebhook = ({ id, space_id: spaceId }: StoredWebhook) => ({ spaceId, webhookId: id });
const nextPost = ({ version, n }: Cursor) => (n === behind(version).n ? version + 1 : version);

async function readNext(
  db: Database,
  webhook: StoredWebhook,
  cursor: Cursor,
): Promise<EventPage<Cursor> | "member_left" | undefined> {
  const { space_id: spaceId, user_id: userId, events: eventTypes } = webhook;
  const space = await findSpaceNow(db, spaceId);
  if (!space) return;
  if (!(await isHere(db, spaceId, userId))) return "member_left";
  const first = nextPost(cursor);
  if (first > space.version) return;
  const last = Math.min(first + POSTS_AT_ONCE - 1, space.version);
  const read = await readEvents(db, spaceId, { first, last });
  const events = read
    .filter(({ logged }) => logged.version > cursor.version || logged.n > cursor.n)
    .filter(({ type }) => !eventTypes || eventTypes.includes(type));
  return {
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      passed: { version: event.logged.version, n: event.logged.n },
      readBody: () => bodyOf(event, { db, spaceId, timeZone: space.time_zone }, webhook.with_records),
    })),
    end: behind(last),
  };
}

async function readRequestedBody(db: Database, webhook: StoredWebhook, delivery: Delivery): Promise<string | undefined> {
  const { space_id: spaceId, user_id: userId } = webhook;
  if (delivery.type === PING) return pingBody(webhook.id, spaceId, delivery.created_at);
  const version = delivery.version as number;
  const space = await findSpaceNow(db, spaceId);
  if (!space || !(await isHere(db, spaceId, userId))) return;
  const event = (await readEvents(db, spaceId, { first: version, last: version })).find(({ id }) => id === delivery.message_id);
  return event && bodyOf(event, { db, spaceId, timeZone: space.time_zone }, webhook.with_records);
}
