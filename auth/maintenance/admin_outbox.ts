// GET /admin/outbox and DELETE /admin/outbox/:id: mails and text messages that wait, or were given up. Never what is in them.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { MessageReply, presentMessage } from "../outbox/listed_message.ts";
import { listFailed, listWaiting, markFailed, type OutboxMessage } from "../outbox/queries.ts";
import { changeMessage } from "./change_message.ts";
import { CHANGES_WAITING } from "./change_waiting.ts";

const MOST_LISTED = 100;

const Unknown = Type.Null();

const OutboxReply = Type.Object({
  ...MessageReply.properties,
  user_id: Type.Union([Type.String({ format: "uuid" }), Unknown], {
    description: "Whom it is about; null: somebody without an account",
  }),
  user_email: Type.Union([Type.String(), Unknown], { description: "Their address now, which may not be where it is sent" }),
  next_attempt_at: Type.Union([Type.String({ format: "date-time" }), Unknown]),
});

export const getAdminOutbox = endpoint({
  method: "GET",
  path: "/admin/outbox",
  access: "admin",
  right: "maintenance:read",
  summary: "Mails and text messages that wait, or were given up, without what is in them",
  query: Type.Object({
    state: Type.Optional(
      Type.Unsafe<"waiting" | "failed">({ type: "string", enum: ["waiting", "failed"], description: "waiting unless given" }),
    ),
  }),
  reply: Type.Object({
    messages: Type.Array(OutboxReply, {
      description: `At most ${MOST_LISTED}: the oldest that wait, or the last that were given up`,
    }),
  }),
  handle: async ({ query: { state = "waiting" }, db, now }) => {
    const messages = await (state === "waiting" ? listWaiting : listFailed)(db, MOST_LISTED);
    return { messages: messages.map((each) => present(each, now)) };
  },
});

function present(message: OutboxMessage, now: Date) {
  const { user_id, user_email, due_at: dueAt } = message;
  const presented = presentMessage(message, now);
  return { ...presented, user_id, user_email, next_attempt_at: presented.state === "waiting" ? dueAt.toISOString() : null };
}

export const deleteAdminMessage = endpoint({
  method: "DELETE",
  path: "/admin/outbox/:id",
  ...CHANGES_WAITING,
  summary: "Drop a message that waits: it is not sent, and its contents are forgotten",
  handle: (input) =>
    changeMessage(input, "message_dropped", (tx, { id }) => markFailed(tx, id, "dropped by an administrator", input.now)),
});
