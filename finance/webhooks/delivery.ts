// A delivery as its space's owners see it, and how one is asked for.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { momentText } from "../calendar/moment.ts";
import { refuse, type Submitted } from "../fields/record.ts";
import { type Delivery, insertRequested, listRequested, type Message, type Of } from "./queries_deliveries.ts";

const moment = Type.String({ format: "date-time" });

export const DeliveryReply = Type.Object({
  id: Type.Integer(),
  message_id: Type.String({ description: "The header webhook-id: the same however often it is sent" }),
  type: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()], { description: "Of the write that it tells of; null for a ping" }),
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

export function presentDelivery(
  { n: _n, created_at: createdAt, attempted_at: attemptedAt, ...rest }: Delivery,
  timeZone: string,
) {
  return { ...rest, created_at: momentText(createdAt, timeZone), attempted_at: attemptedAt && momentText(attemptedAt, timeZone) };
}

/** That wait to be sent at once. */
const MOST_ASKED = 20;

export async function askFor(tx: Db, of: Of, message: Message, { record, now }: { record: Submitted; now: Date }) {
  const waiting = await listRequested(tx, of);
  if (waiting.length >= MOST_ASKED) return refuse(record, {}, "base", { kind: "tooMany", values: { most: MOST_ASKED } });
  return insertRequested(tx, of, message, now);
}
