// GET and POST /admin/webhooks, GET, PUT and DELETE /admin/webhooks/:id: addresses that receive events.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { sealSecret } from "../../kernel/webhooks/sealed_secrets.ts";
import { makeSecret } from "../../kernel/webhooks/signature.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { changesBetween } from "../audit/changes.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { EVENT_TYPES } from "./event_types.ts";
import { addDeliveryJob, countWebhooks, deleteWebhook, findWebhook, listWebhooks, lockWebhook, putWebhook } from "./queries.ts";
import { giveUpWaiting } from "./queries_deliveries.ts";
import { findLastNumber } from "./queries_events.ts";
import { presentWebhook, type StoredWebhook, WebhookReply, WebhookWithSecret, WHOLE } from "./webhook.ts";
import { ChangedWebhook, NewWebhook, readWebhook, readWebhookId } from "./webhook_body.ts";

const MOST_WEBHOOKS = 20;
const params = Type.Object({ id: Type.String() });

export const getAdminWebhooks = endpoint({
  method: "GET",
  path: "/admin/webhooks",
  access: "admin",
  right: "webhooks:read",
  summary: "The addresses that are told what happens, oldest first",
  reply: Type.Object({
    webhooks: Type.Array(WebhookReply),
    event_types: Type.Array(Type.String(), { description: "Those that a webhook can choose of" }),
  }),
  handle: async ({ db }) => ({ webhooks: (await listWebhooks(db)).map(presentWebhook), event_types: [...EVENT_TYPES] }),
});

export const postAdminWebhooks = endpoint({
  method: "POST",
  path: "/admin/webhooks",
  access: "admin",
  right: "webhooks:write",
  summary: "Have what happens from now on sent to an address, signed as Standard Webhooks 1.0 says",
  body: NewWebhook,
  status: 201,
  reply: WebhookWithSecret,
  refuses: [422],
  handle: async ({ body, ...input }) => {
    const { config, db, serverKeys, now } = input;
    const fields = readWebhook(body, config);
    const [id, secret] = [randomUUID(), makeSecret()];
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) throw fail.webhooksTooMany({ values: { most: MOST_WEBHOOKS } });
      const webhook: StoredWebhook = {
        ...FRESH,
        ...fields,
        id,
        url: fields.url as string,
        number: await findLastNumber(tx),
        n: WHOLE,
        secret: sealSecret(serverKeys.webhooks, id, secret),
        secret_at: now,
        created_at: now,
        updated_at: now,
      };
      await putWebhook(tx, webhook);
      await logAct(tx, act, {
        action: "webhook_created",
        actor: act.actor,
        traits: traitsOf(webhook),
        changes: changesBetween({}, settingsOf(webhook)),
      });
      return { ...presentWebhook(webhook), secret };
    });
  },
});

const FRESH = {
  description: "",
  events: [],
  enabled: true,
  off_reason: null,
  off_at: null,
  old_secret: null,
  old_secret_until: null,
  failures: 0,
  next_attempt_at: null,
};

/** A URL may hold a secret, its host does not. */
const settingsOf = ({ url, description, events, enabled }: StoredWebhook) => ({
  host: new URL(url).host,
  description,
  events,
  enabled,
});

const traitsOf = ({ id, url, enabled }: StoredWebhook) => ({ webhook_id: id, host: new URL(url).host, enabled });

export const getAdminWebhook = endpoint({
  method: "GET",
  path: "/admin/webhooks/:id",
  access: "admin",
  right: "webhooks:read",
  summary: "One of these addresses",
  params,
  reply: WebhookReply,
  refuses: [404],
  handle: async ({ params: path, db }) => {
    const webhook = await findWebhook(db, readWebhookId(path));
    if (!webhook) throw fail.webhookUnknown();
    return presentWebhook(webhook);
  },
});

export const putAdminWebhook = endpoint({
  method: "PUT",
  path: "/admin/webhooks/:id",
  access: "admin",
  right: "webhooks:write",
  summary: "Change one, switch it off, or on: it goes on where it was, unless it skips what it missed",
  params,
  body: ChangedWebhook,
  reply: WebhookReply,
  refuses: [404],
  handle: async ({ params: path, body, ...input }) => {
    const { config, db, now } = input;
    const id = readWebhookId(path);
    const fields = readWebhook(body, config);
    const act = adminActOf(input);
    const webhook = await db.transaction(async (tx) => {
      const existing = await lockWebhook(tx, id);
      if (!existing) throw fail.webhookUnknown();
      const isAnew = fields.enabled === true || (fields.url !== undefined && fields.url !== existing.url);
      const updated: StoredWebhook = {
        ...existing,
        ...fields,
        updated_at: now,
        ...((isAnew || body.skip_missed) && { failures: 0, next_attempt_at: null }),
        ...(isAnew && { off_reason: null, off_at: null }),
        ...(body.skip_missed && { number: await findLastNumber(tx), n: WHOLE }),
      };
      await putWebhook(tx, updated);
      if (body.skip_missed) await giveUpWaiting(tx, id);
      await logAct(tx, act, {
        action: "webhook_updated",
        actor: act.actor,
        traits: traitsOf(updated),
        changes: changesBetween(settingsOf(existing), settingsOf(updated)),
      });
      return updated;
    });
    await addDeliveryJob(db, config.jobSchema);
    return presentWebhook(webhook);
  },
});

export const deleteAdminWebhook = endpoint({
  method: "DELETE",
  path: "/admin/webhooks/:id",
  access: "admin",
  right: "webhooks:write",
  summary: "Forget one, with what is known of its deliveries",
  params,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
  handle: async ({ params: path, ...input }) => {
    const id = readWebhookId(path);
    const act = adminActOf(input);
    await input.db.transaction(async (tx) => {
      if (!(await deleteWebhook(tx, id))) throw fail.webhookUnknown();
      await logAct(tx, act, { action: "webhook_deleted", actor: act.actor, traits: { webhook_id: id } });
    });
    return new Answer(204);
  },
});
