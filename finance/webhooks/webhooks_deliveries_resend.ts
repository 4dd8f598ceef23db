// POST /webhooks/:id/deliveries/:delivery_id/resend: sends an event again, out of its order and with the same id, once.
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { askFor, DeliveryReply, presentDelivery } from "./delivery.ts";
import { findDelivery } from "./queries_deliveries.ts";

export const postWebhookDeliveryResend = writeEndpoint<{ id: string; delivery_id: string }>({
  method: "POST",
  path: "/webhooks/:id/deliveries/:delivery_id/resend",
  access: "owner",
  summary: "Send an event again, with the same id, also where the webhook is switched off",
  params: Type.Object({ id: Type.String(), delivery_id: Type.String() }),
  body: Type.Object({}),
  reply: DeliveryReply,
  status: 202,
  handle: async ({ params, record, writeAlone, caller: { spaceId, timeZone }, wakeWebhooks, isDryRun, now }) => {
    const of = { spaceId, webhookId: readPathId(params.id) };
    const deliveryId = readPathId(params.delivery_id, Number.MAX_SAFE_INTEGER);
    const answer = await writeAlone(async (tx) => {
      await tx.space;
      const delivery = await findDelivery(tx, of, deliveryId);
      if (!delivery) throw fail.recordUnknown();
      const requested = await askFor(tx, of, delivery, { record, now });
      return { before: {}, after: {}, answer: presentDelivery(requested, timeZone) };
    });
    if (!isDryRun) wakeWebhooks(spaceId);
    return answer;
  },
});
