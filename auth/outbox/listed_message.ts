// A message as administrators see it in a list: when it was written, and what became of it. Never its contents.
import { type Static, Type } from "typebox";
import { EXPIRED, isExpired } from "./expiry.ts";
import type { OutboxKind } from "./seal.ts";

export interface ListedMessage {
  id: string;
  kind: OutboxKind;
  template: string;
  created_at: Date;
  expires_at: Date | null;
  delivered_at: Date | null;
  failed_at: Date | null;
  attempts: number;
  last_error: string | null;
}

type State = "waiting" | "sent" | "failed" | "expired";

const words = <Word extends string>(choices: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: "string", enum: [...choices], ...(description && { description }) });
const MayHaveHappened = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

export const MessageReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  kind: words<OutboxKind>(["mail", "sms"]),
  template: Type.String(),
  created_at: Type.String({ format: "date-time" }),
  state: words<State>(
    ["waiting", "sent", "failed", "expired"],
    "failed: given up; expired: its link or code was over before it could leave",
  ),
  attempts: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "Of the last attempt, as the mail server or the gateway said it",
  }),
  sent_at: MayHaveHappened,
});

export function presentMessage(message: ListedMessage, now: Date): Static<typeof MessageReply> {
  const { id, kind, template, created_at: createdAt, attempts, last_error: error, delivered_at: deliveredAt } = message;
  return {
    id,
    kind,
    template,
    created_at: createdAt.toISOString(),
    state: stateOf(message, now),
    attempts,
    error,
    sent_at: deliveredAt?.toISOString() ?? null,
  };
}

function stateOf(message: ListedMessage, now: Date): State {
  if (message.delivered_at !== null) return "sent";
  if (message.failed_at !== null) return message.last_error === EXPIRED ? "expired" : "failed";
  return isExpired(message, now) ? "expired" : "waiting";
}
