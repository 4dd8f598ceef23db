// A delivery as administrators see it, and how they request one.
import { Type } from "typebox";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { addDeliveryJob, lockWebhook } from "./queries.ts";
import { type Delivery, insertManual, listManual, type Message } from "./queries_deliveries.ts";

const moment = Type.String({ format: "date-time" });

export const DeliveryReply = Type.Object({
  id: Type.Integer(),
  message_id: Type.String({ description: "The header webhook-id: the same however often it is sent" }),
  type: Type.String(),
  entry_id: Type.Union([Type.String({ format: "uuid" }), Type.Null()], { description: "Of the audit log; null for a ping" }),
  asked: Type.Boolean({ description: "Whether somebody asked for it, by a ping or to have it sent again" }),
  state: Type.String({ enum: ["waiting", "delivered", "failed"] }),
  attempts: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: "That the receiver answered last" }),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "Why there is no status: timeout, unreachable, refused (its address is not allowed), unsendable",
  }),
  created_at: moment,
  attempted_at: Type.Union([moment, Type.Null()]),
});

export function presentDelivery({ created_at: createdAt, attempted_at: tried, ...rest }: Delivery) {
  return { ...rest, created_at: createdAt.toISOString(), attempted_at: tried === null ? null : tried.toISOString() };
}

/** That wait to be sent at once. */
const MOST_ASKED = 20;

interface Asking {
  db: Database;
  config: { jobSchema: string };
  now: Date;
}

/** `find` throws where there is nothing of the kind. */
export async function askFor({ db, config, now }: Asking, webhookId: string, find: (tx: Db) => Message | Promise<Message>) {
  const delivery = await db.transaction(async (tx) => {
    if (!(await lockWebhook(tx, webhookId))) throw fail.webhookUnknown();
    const message = await find(tx);
    if ((await listManual(tx, webhookId)).length >= MOST_ASKED) throw fail.deliveriesTooMany({ values: { most: MOST_ASKED } });
    return insertManual(tx, webhookId, message, now);
  });
  await addDeliveryJob(db, config.jobSchema);
  return presentDelivery(delivery);
}
