// POST /webhooks/:id/rotate_secret: a new secret. For a day the one before signs too, so that a receiver can be told in time.
import { Type } from "typebox";
import { sealSecret } from "../../kernel/webhooks/sealed_secrets.ts";
import { makeSecret } from "../../kernel/webhooks/signature.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { hasSecretOf, lockWebhook, putWebhook } from "./queries.ts";
import { entriesOf, presentWebhook, type StoredWebhook, secretIn, WebhookWithSecret } from "./webhook.ts";

const BOTH_MS = 24 * 3600 * 1000;

export const postWebhookRotateSecret = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/webhooks/:id/rotate_secret",
  access: "owner",
  summary: "Give a webhook a new secret; for a day the old one signs too",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: WebhookWithSecret,
  mayShowAgain: (db, { spaceId }, body) => hasSecretOf(db, spaceId, ...secretIn(body)),
  handle: ({ params: { id: text }, writeAlone, caller: { spaceId, timeZone }, webhookKey, now }) => {
    const id = readPathId(text);
    const secret = makeSecret();
    return writeAlone(async (tx) => {
      await tx.space;
      const stored = await lockWebhook(tx, spaceId, id);
      if (!stored) throw fail.recordUnknown();
      const webhook: StoredWebhook = {
        ...stored,
        secret: sealSecret(webhookKey, id, secret),
        secret_at: now,
        updated_at: now,
        old_secret: stored.secret,
        old_secret_until: new Date(now.getTime() + BOTH_MS),
      };
      await putWebhook(tx, webhook);
      const entries = entriesOf(stored, webhook);
      return { before: {}, after: {}, entries, answer: { ...presentWebhook(webhook, timeZone), secret } };
    });
  },
});
