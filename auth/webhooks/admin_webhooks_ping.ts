// POST /admin/webhooks/:id/ping: sends an empty event as a test. Its deliveries show the result.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { askFor, DeliveryReply } from "./delivery.ts";
import { PING } from "./event_types.ts";
import { readWebhookId } from "./webhook_body.ts";

export const pingAdminWebhook = endpoint({
  method: "POST",
  path: "/admin/webhooks/:id/ping",
  access: "admin",
  right: "webhooks:write",
  summary: "Send a webhook an event that says nothing, also where it is switched off",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  status: 202,
  reply: DeliveryReply,
  refuses: [404, 422],
  handle: ({ params, ...input }) =>
    askFor(input, readWebhookId(params), () => ({ message_id: `ping_${randomUUID()}`, type: PING, entry_id: null })),
});
