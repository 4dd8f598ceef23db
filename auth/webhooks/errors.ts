// The errors of webhooks, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const webhooksErrors = {
  webhookUnknown: [404, "webhook_not_found", "Webhook not found"],
  webhooksTooMany: [422, "webhook_limit_reached", "There are {most} webhooks already, and no more are allowed"],
  deliveryUnknown: [404, "webhook_delivery_not_found", "Delivery not found"],
  deliveriesTooMany: [422, "webhook_limit_reached", "{most} deliveries of this webhook wait already"],
} as const satisfies Record<string, ErrorRow>;
