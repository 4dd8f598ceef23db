// GET /admin/webhooks/:id/deliveries: the deliveries of the last days, the latest first.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { DeliveryReply, presentDelivery } from "./delivery.ts";
import { findWebhook } from "./queries.ts";
import { listDeliveries } from "./queries_deliveries.ts";
import { readWebhookId } from "./webhook_body.ts";

const MOST_LISTED = 100;
const LARGEST = Number.MAX_SAFE_INTEGER;

export const getAdminWebhookDeliveries = endpoint({
  method: "GET",
  path: "/admin/webhooks/:id/deliveries",
  access: "admin",
  right: "webhooks:read",
  summary: "What became of the events that a webhook was sent, the latest first",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST, description: "The id of the last one of the page before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
  reply: Type.Object({ deliveries: Type.Array(DeliveryReply) }),
  refuses: [404],
  handle: async ({ params, query: { before = LARGEST, limit = MOST_LISTED }, db }) => {
    const id = readWebhookId(params);
    if (!(await findWebhook(db, id))) throw fail.webhookUnknown();
    return { deliveries: (await listDeliveries(db, id, before, limit)).map(presentDelivery) };
  },
});
