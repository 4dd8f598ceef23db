// The errors of whoever reads what happened, or has it sent, which are part of the table in errors.ts.
import type { ErrorRow } from "../kernel/errors.ts";

export const eventErrors = {
  auditScopeUnknown: [400, "validation_failed", "Invalid query scope: {scope}"],
  changesCursorInvalid: [400, "validation_failed", "after is not a cursor that this endpoint gave"],
  changesCursorGone: [410, "cursor_gone", "The changes since this cursor can no longer be told; begin again without one"],
  webhookUnknown: [404, "webhook_not_found", "Webhook not found"],
  webhooksTooMany: [422, "webhook_limit_reached", "There are {most} webhooks already, and no more are allowed"],
  deliveryUnknown: [404, "webhook_delivery_not_found", "Delivery not found"],
  deliveriesTooMany: [422, "webhook_limit_reached", "{most} deliveries of this webhook wait already"],
} satisfies Record<string, ErrorRow>;
