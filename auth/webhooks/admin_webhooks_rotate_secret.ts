// POST /admin/webhooks/:id/rotate_secret: a new secret. For a day the old one signs too, so that the receiver can be updated.
import { Type } from "typebox";
import { sealSecret } from "../../kernel/webhooks/sealed_secrets.ts";
import { makeSecret } from "../../kernel/webhooks/signature.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { lockWebhook, putWebhook } from "./queries.ts";
import { presentWebhook, type StoredWebhook, WebhookWithSecret } from "./webhook.ts";
import { readWebhookId } from "./webhook_body.ts";

const BOTH_MS = 24 * 3600 * 1000;

export const rotateAdminWebhookSecret = endpoint({
  method: "POST",
  path: "/admin/webhooks/:id/rotate_secret",
  access: "admin",
  right: "webhooks:write",
  summary: "Give a webhook a new secret; for a day the old one signs too",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  reply: WebhookWithSecret,
  refuses: [404],
  handle: async ({ params, ...input }) => {
    const { db, serverKeys, now } = input;
    const id = readWebhookId(params);
    const secret = makeSecret();
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      const existing = await lockWebhook(tx, id);
      if (!existing) throw fail.webhookUnknown();
      const webhook: StoredWebhook = {
        ...existing,
        secret: sealSecret(serverKeys.webhooks, id, secret),
        secret_at: now,
        updated_at: now,
        old_secret: existing.secret,
        old_secret_until: new Date(now.getTime() + BOTH_MS),
      };
      await putWebhook(tx, webhook);
      await logAct(tx, act, { action: "webhook_updated", actor: act.actor, traits: { webhook_id: id, fields: "secret" } });
      return { ...presentWebhook(webhook), secret };
    });
  },
});
