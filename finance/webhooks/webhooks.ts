// GET, POST /webhooks and GET, PUT, DELETE /webhooks/:id: addresses that are told what is written in the space. For owners: what they are told
// leaves the space, and their URLs may hold secrets.
import { Type } from "typebox";
import { sealSecret } from "../../kernel/webhooks/sealed_secrets.ts";
import { makeSecret } from "../../kernel/webhooks/signature.ts";
import { dayIn } from "../calendar/day.ts";
import { behind } from "../changes/cursor.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { requireOwner } from "../roles/require_owner.ts";
import { setHasWebhooks } from "../users/queries.ts";
import { rememberNotices } from "./notice_space.ts";
import { deleteWebhook, findWebhook, hasEnabled, hasSecretOf, listWebhooks, lockWebhook, putWebhook } from "./queries.ts";
import { giveUpWaiting } from "./queries_deliveries.ts";
import { entriesOf, presentWebhook, type StoredWebhook, secretIn, WebhookReply, WebhookWithSecret } from "./webhook.ts";
import { bodyFields, NEW_WEBHOOK, readWebhook } from "./webhook_fields.ts";

const MOST_WEBHOOKS = 10;
const params = Type.Object({ id: Type.String() });

export const getWebhooks = endpoint({
  method: "GET",
  path: "/webhooks",
  access: "reader",
  summary: "The webhooks of the space",
  reply: Type.Array(WebhookReply),
  handle: async ({ db, caller: { spaceId, timeZone, role } }) => {
    requireOwner(role);
    return (await listWebhooks(db, spaceId)).map((webhook) => presentWebhook(webhook, timeZone));
  },
});

export const getWebhook = endpoint({
  method: "GET",
  path: "/webhooks/:id",
  access: "reader",
  summary: "A webhook",
  params,
  reply: WebhookReply,
  refuses: [404],
  handle: async ({ db, params: { id }, caller: { spaceId, timeZone, role } }) => {
    requireOwner(role);
    const webhook = await findWebhook(db, spaceId, readPathId(id));
    if (!webhook) throw fail.recordUnknown();
    return presentWebhook(webhook, timeZone);
  },
});

export const postWebhooks = writeEndpoint({
  method: "POST",
  path: "/webhooks",
  access: "owner",
  summary: "Have what is written in the space sent to an address, signed as Standard Webhooks 1.0 says",
  body: Type.Object(bodyFields),
  reply: WebhookWithSecret,
  status: 201,
  mayShowAgain: (db, { spaceId }, body) => hasSecretOf(db, spaceId, ...secretIn(body)),
  handle: async ({ record, writeAlone, caller, config, webhookKey, wakeWebhooks, isDryRun, now }) => {
    const { spaceId, userId, timeZone } = caller;
    const guard = { allowedHosts: config.webhookAllowedHosts };
    const { value: input, problems } = readWebhook(record, guard, { required: true });
    throwIfInvalid(record, NEW_WEBHOOK, problems);
    const secret = makeSecret();
    const answer = await writeAlone(async (tx) => {
      const [space, [id], existing] = await Promise.all([tx.space, tx.ids("webhooks", 1), listWebhooks(tx, spaceId)]);
      if (existing.length >= MOST_WEBHOOKS)
        return refuse(record, NEW_WEBHOOK, "base", { kind: "tooMany", values: { most: MOST_WEBHOOKS } });
      if (input.version !== undefined && input.version > space.version)
        return refuse(record, NEW_WEBHOOK, "cursor", { kind: "unknown" });
      const webhook: StoredWebhook = {
        ...FRESH,
        ...input,
        id: id as number,
        space_id: spaceId,
        user_id: userId,
        url: input.url as string,
        secret: sealSecret(webhookKey, id as number, secret),
        secret_at: now,
        created_at: now,
        updated_at: now,
        // Behind the post that makes it.
        ...behind(input.version ?? space.version + 1),
      };
      await putWebhook(tx, webhook);
      if (!existing.some(({ enabled }) => enabled)) await rememberNotices(tx, spaceId, dayIn(timeZone, now), now);
      await setHasWebhooks(tx, spaceId, await hasEnabled(tx, spaceId));
      const entries = entriesOf(undefined, webhook);
      return { before: {}, after: {}, entries, answer: { ...presentWebhook(webhook, timeZone), secret } };
    });
    if (!isDryRun && input.version !== undefined) wakeWebhooks(spaceId);
    return answer;
  },
});

const FRESH = {
  description: null,
  events: null,
  with_records: false,
  enabled: true,
  off_reason: null,
  off_at: null,
  old_secret: null,
  old_secret_until: null,
  failures: 0,
  next_attempt_at: null,
};

export const putWebhookById = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/webhooks/:id",
  access: "owner",
  summary: "Change a webhook, switch it off or on, or have it start elsewhere in the log",
  params,
  body: Type.Object({ ...bodyFields, url: Type.Optional(bodyFields.url) }),
  reply: WebhookReply,
  handle: async ({ params: { id: text }, record, writeAlone, caller, config, wakeWebhooks, isDryRun, now }) => {
    const { spaceId, userId, timeZone } = caller;
    const id = readPathId(text);
    const guard = { allowedHosts: config.webhookAllowedHosts };
    const { value, problems } = readWebhook(record, guard, { required: false });
    const { version, ...input } = value;
    const answer = await writeAlone(async (tx) => {
      const [space, stored] = [await tx.space, await lockWebhook(tx, spaceId, id)];
      if (!stored) throw fail.recordUnknown();
      const isAhead = problemIf(version !== undefined && version > space.version, "cursor", { kind: "unknown" });
      throwIfInvalid(record, presentWebhook(stored, timeZone), joinProblems(problems, isAhead));
      const isAnew = input.enabled === true || (input.url !== undefined && input.url !== stored.url);
      const webhook: StoredWebhook = {
        ...stored,
        ...input,
        updated_at: now,
        ...(isAnew && { user_id: userId, failures: 0, next_attempt_at: null, off_reason: null, off_at: null }),
        ...(version !== undefined && { ...behind(version), failures: 0, next_attempt_at: null }),
      };
      await putWebhook(tx, webhook);
      if (version !== undefined) await giveUpWaiting(tx, { spaceId, webhookId: id });
      await setHasWebhooks(tx, spaceId, await hasEnabled(tx, spaceId));
      const entries = entriesOf(stored, webhook);
      return { before: {}, after: {}, entries, answer: presentWebhook(webhook, timeZone) };
    });
    if (!isDryRun) wakeWebhooks(spaceId);
    return answer;
  },
});

export const deleteWebhookById = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/webhooks/:id",
  access: "owner",
  summary: "Delete a webhook, with what is known of its deliveries",
  params,
  body: Type.Object({}),
  reply: WebhookReply,
  handle: ({ params: { id: text }, writeAlone, caller: { spaceId, timeZone } }) => {
    const id = readPathId(text);
    return writeAlone(async (tx) => {
      await tx.space;
      const stored = await lockWebhook(tx, spaceId, id);
      if (!stored) throw fail.recordUnknown();
      await deleteWebhook(tx, spaceId, id);
      await setHasWebhooks(tx, spaceId, await hasEnabled(tx, spaceId));
      return { before: {}, after: {}, entries: entriesOf(stored, undefined), answer: presentWebhook(stored, timeZone) };
    });
  },
});
