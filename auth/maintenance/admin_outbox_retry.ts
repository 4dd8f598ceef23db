// POST /admin/outbox/:id/retry: tries to send a message that waits at once.
import { endpoint } from "../endpoint.ts";
import { addDeliveryJob, postpone } from "../outbox/queries.ts";
import { changeMessage } from "./change_message.ts";
import { CHANGES_WAITING } from "./change_waiting.ts";

export const retryAdminMessage = endpoint({
  method: "POST",
  path: "/admin/outbox/:id/retry",
  ...CHANGES_WAITING,
  summary: "Try to send a message that waits at once",
  handle: (input) =>
    changeMessage(input, "message_retried", async (tx, { id, lastError }) => {
      await postpone(tx, id, 0, lastError);
      await addDeliveryJob(tx, input.config.jobSchema, id);
    }),
});
