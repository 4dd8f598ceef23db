// A webhook as it is stored, and as administrators see it. The rest of the slice: webhook_body.ts reads their input,
// event_types.ts maps audit entries to events, commit_watermark.ts says how far the log may be read, store.ts connects kernel/webhooks.
import { Type } from "typebox";
import type { FollowedWebhook, OffReason } from "../../kernel/webhooks/follow.ts";

export interface StoredWebhook extends FollowedWebhook {
  id: string;
  description: string;
  /** Empty: all. */
  events: string[];
  off_reason: OffReason | null;
  off_at: Date | null;
  secret_at: Date;
  number: number;
  n: number;
  created_at: Date;
  updated_at: Date;
}

/** Behind the whole entry. */
export const WHOLE = 1_000;

const moment = Type.String({ format: "date-time" });
const momentOrNull = (description: string) => Type.Union([moment, Type.Null()], { description });

const fields = {
  id: Type.String({ format: "uuid" }),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String(), { description: "The types of events that it is sent; empty: all" }),
  enabled: Type.Boolean(),
  off_reason: Type.Union([Type.String({ enum: ["failing", "gone", "secret_unreadable"] }), Type.Null()], {
    description: "Why it was switched off by itself",
  }),
  off_at: momentOrNull("When it was switched off by itself"),
  failures: Type.Integer({ description: "How often the next event was tried in vain" }),
  next_attempt_at: momentOrNull("When that is tried again"),
  secret_at: moment,
  old_secret_until: momentOrNull("Until when the secret before signs too"),
  created_at: moment,
  updated_at: moment,
};
export const WebhookReply = Type.Object(fields);
/** Of an answer that makes a secret. */
export const WebhookWithSecret = Type.Object({
  ...fields,
  secret: Type.String({ description: "Signs what it is sent. Shown in this answer only" }),
});

export function presentWebhook(webhook: StoredWebhook) {
  const { id, url, description, events, enabled, off_reason, failures } = webhook;
  const isoOrNull = (at: Date | null) => (at === null ? null : at.toISOString());
  return {
    id,
    url,
    description,
    events,
    enabled,
    off_reason,
    failures,
    off_at: isoOrNull(webhook.off_at),
    next_attempt_at: isoOrNull(webhook.next_attempt_at),
    secret_at: webhook.secret_at.toISOString(),
    old_secret_until: isoOrNull(webhook.old_secret_until),
    created_at: webhook.created_at.toISOString(),
    updated_at: webhook.updated_at.toISOString(),
  };
}
