// GET /webhooks/:id/deliveries: what became of the events of the last days, the latest first.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readInteger } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { requireOwner } from "../roles/require_owner.ts";
import { DeliveryReply, presentDelivery } from "./delivery.ts";
import { findWebhook } from "./queries.ts";
import { listDeliveries } from "./queries_deliveries.ts";

const MOST_LISTED = 100;
const LARGEST = Number.MAX_SAFE_INTEGER;

export const getWebhookDeliveries = endpoint({
  method: "GET",
  path: "/webhooks/:id/deliveries",
  access: "reader",
  summary: "What became of the events that a webhook was sent, the latest first",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST, description: "The id of the last one of the page before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
  readsFields: true,
  reply: Type.Array(DeliveryReply),
  refuses: [404],
  handle: async ({ query, db, params: { id }, caller: { spaceId, timeZone, role } }) => {
    requireOwner(role);
    const record = submit(query, {});
    const { value: page, problems } = readAll({
      before: orElse(readInteger(record, "before", { least: 1, most: LARGEST }), LARGEST),
      limit: orElse(readInteger(record, "limit", { least: 1, most: MOST_LISTED }), MOST_LISTED),
    });
    throwIfInvalid(record, {}, problems);
    const webhook = await findWebhook(db, spaceId, readPathId(id));
    if (!webhook) throw fail.recordUnknown();
    const deliveries = await listDeliveries(db, { spaceId, webhookId: webhook.id }, page.before, page.limit);
    return deliveries.map((each) => presentDelivery(each, timeZone));
  },
});
