// POST /webhooks/:id/ping: sends an event that says nothing, to see whether it arrives. What became of it, GET /webhooks/:id/deliveries tells.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { askFor, DeliveryReply, presentDelivery } from "./delivery.ts";
import { PING } from "./event_types.ts";
import { findWebhook } from "./queries.ts";

export const postWebhookPing = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/webhooks/:id/ping",
  access: "owner",
  summary: "Send a webhook an event that says nothing, also where it is switched off",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: DeliveryReply,
  status: 202,
  handle: async ({ params: { id: text }, record, writeAlone, caller: { spaceId, timeZone }, wakeWebhooks, isDryRun, now }) => {
    const webhookId = readPathId(text);
    const message = { message_id: `ping_${randomUUID()}`, type: PING, version: null, n: null };
    const answer = await writeAlone(async (tx) => {
      await tx.space;
      if (!(await findWebhook(tx, spaceId, webhookId))) throw fail.recordUnknown();
      const requested = await askFor(tx, { spaceId, webhookId }, message, { record, now });
      return { before: {}, after: {}, answer: presentDelivery(requested, timeZone) };
    });
    if (!isDryRun) wakeWebhooks(spaceId);
    return answer;
  },
});
