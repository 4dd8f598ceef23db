// POST /admin/webhooks/:id/deliveries/:delivery_id/resend: sends an event again, out of its order and with the same id, once.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { askFor, DeliveryReply } from "./delivery.ts";
import { findDelivery } from "./queries_deliveries.ts";
import { readWebhookId } from "./webhook_body.ts";

export const resendAdminWebhookDelivery = endpoint({
  method: "POST",
  path: "/admin/webhooks/:id/deliveries/:delivery_id/resend",
  access: "admin",
  right: "webhooks:write",
  summary: "Send an event again, with the same id, also where the webhook is switched off",
  params: Type.Object({ id: Type.String(), delivery_id: Type.String() }),
  ignoresBody: true,
  status: 202,
  reply: DeliveryReply,
  refuses: [404, 422],
  handle: async ({ params, ...input }) => {
    const id = readWebhookId(params);
    return askFor(input, id, async (tx) => {
      const delivery = /^[0-9]{1,15}$/.test(params.delivery_id)
        ? await findDelivery(tx, id, Number(params.delivery_id))
        : undefined;
      if (!delivery) throw fail.deliveryUnknown();
      return delivery;
    });
  },
});
