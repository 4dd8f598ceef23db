// POST /admin/outbox/:id/retry: tries to send a message that waits at once.
import { endpoint } from "../endpoint.ts";
import { addDeliveryJob, postpone } from "../outbox/queries.ts";
import { CHANGES_MESSAGE, changeMessage } from "./change_message.ts";

export const retryAdminMessage = endpoint({
  method: "POST",
  path: "/admin/outbox/:id/retry",
  ...CHANGES_MESSAGE,
  summary: "Try to send a message that waits at once",
  handle: (input) =>
    changeMessage(input, "message_retried", async (tx, { id, lastError }) => {
      await postpone(tx, id, 0, lastError);
      await addDeliveryJob(tx, input.config.jobSchema, id);
    }),
});
