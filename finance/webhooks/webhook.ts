// A webhook as it is stored, and as owners of its space see it. webhook_fields.ts reads the input, event.ts makes messages of the log,
// and store.ts connects both to kernel/webhooks. There, follow.ts delivers in order, signature.ts signs, and schedule.ts retries.
import { Type } from "typebox";
import type { OffReason as AnyOffReason, FollowedWebhook } from "../../kernel/webhooks/follow.ts";
import { momentText } from "../calendar/moment.ts";
import { cursorText } from "../changes/cursor.ts";
import type { Entry } from "../post/change.ts";

/** Why a webhook was switched off by itself. */
export type OffReason = AnyOffReason | "member_left";

export interface StoredWebhook extends FollowedWebhook {
  id: number;
  space_id: number;
  user_id: number;
  description: string | null;
  /** Null: all. */
  events: string[] | null;
  with_records: boolean;
  off_reason: OffReason | null;
  off_at: Date | null;
  secret_at: Date;
  version: number;
  n: number;
  created_at: Date;
  updated_at: Date;
}

const moment = Type.String({ format: "date-time" });
const momentOrNull = (description: string) => Type.Union([moment, Type.Null()], { description });

export const webhookFields = {
  id: Type.Integer(),
  url: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  events: Type.Union([Type.Array(Type.String()), Type.Null()], { description: "The types of events that it is sent; null: all" }),
  with_records: Type.Boolean({ description: "Whether events hold the records, as they are when they are sent" }),
  enabled: Type.Boolean(),
  off_reason: Type.Union([Type.String({ enum: ["failing", "gone", "member_left", "secret_unreadable"] }), Type.Null()], {
    description: "Why it was switched off by itself",
  }),
  off_at: momentOrNull("When it was switched off by itself"),
  cursor: Type.String({ description: "How far it has come, as GET /changes has it in since" }),
  failures: Type.Integer({ description: "How often the next event was tried in vain" }),
  next_attempt_at: momentOrNull("When that is tried again"),
  secret_at: moment,
  old_secret_until: momentOrNull("Until when the secret before signs too"),
  created_at: moment,
  updated_at: moment,
};
export const WebhookReply = Type.Object(webhookFields);
/** Of an answer that makes a secret. */
export const WebhookWithSecret = Type.Object({
  ...webhookFields,
  secret: Type.String({ description: "Signs what it is sent. Shown in this answer only" }),
});

export function presentWebhook(webhook: StoredWebhook, timeZone: string) {
  const text = (at: Date | null) => at && momentText(at, timeZone);
  const { id, url, description, events, enabled, off_reason, failures } = webhook;
  return {
    id,
    url,
    description,
    events,
    with_records: webhook.with_records,
    enabled,
    off_reason,
    off_at: text(webhook.off_at),
    cursor: cursorText(webhook),
    failures,
    next_attempt_at: text(webhook.next_attempt_at),
    secret_at: momentText(webhook.secret_at, timeZone),
    old_secret_until: text(webhook.old_secret_until),
    created_at: momentText(webhook.created_at, timeZone),
    updated_at: momentText(webhook.updated_at, timeZone),
  };
}

/**
 * The part of a webhook that the log holds: the host without the rest of the URL, which may hold a secret. Nothing if that is
 * unchanged.
 */
export function entriesOf(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Omit<Entry, "n">[] {
  const about = { entity: "webhook", entity_id: (after ?? before)?.id as number };
  const [was, is] = [before && logged(before), after && logged(after)];
  if (!was || !is) return [{ action: was ? "delete" : "create", ...about, before: was ?? null, after: is ?? null }];
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const pick = (from: typeof is) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return names.length === 0 ? [] : [{ action: "update", ...about, before: pick(was), after: pick(is) }];
}

function logged({
  url,
  description,
  events,
  with_records,
  enabled,
  off_reason,
  secret_at,
}: StoredWebhook): Record<string, unknown> {
  return { host: new URL(url).host, description, events, with_records, enabled, off_reason, secret_at };
}

/** What an answer that was kept says of its secret. */
export function secretIn(body: unknown): [id: number, at: Date] {
  const { id, secret_at: at } = body as { id: number; secret_at: string };
  return [id, new Date(at)];
}
