// POST /admin/api-keys/:id/rotate: gives a key another secret. The old one is good for a while, so that programs can change over one by one.
import { Type } from "typebox";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ExpiresInDays, expiryOf, KeyWithSecret, presentKey, requireRights } from "./key_body.ts";
import { readKeyId } from "./key_id.ts";
import { findKey, replaceSecret } from "./queries.ts";
import { newSecret } from "./secret.ts";

const DEFAULT_HOURS = 24;
const MOST_HOURS = 30 * 24;
const HOUR_MS = 3_600_000;

export const rotateAdminApiKey = endpoint({
  method: "POST",
  path: "/admin/api-keys/:id/rotate",
  access: "admin",
  right: "api_keys:write",
  summary: "Give an API key another secret",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    keep_old_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_HOURS,
        description: `How long the old secret is good too; ${DEFAULT_HOURS} unless given`,
      }),
    ),
    expires_in_days: ExpiresInDays,
  }),
  reply: KeyWithSecret,
  refuses: [404],
  handle: async ({ params, body, ...input }) => {
    const { db, now } = input;
    const id = readKeyId(params);
    const { text, hash, shownStart } = newSecret();
    const oldUntil = new Date(now.getTime() + (body.keep_old_hours ?? DEFAULT_HOURS) * HOUR_MS);
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      const before = await findKey(tx, id);
      // Whoever sees the new secret has the rights of the key.
      if (before) requireRights(before.rights, input.caller.administrator);
      const key = await replaceSecret(tx, id, { shownStart, hash, oldUntil, expiresAt: expiryOf(body.expires_in_days, now) });
      if (!key) throw fail.apiKeyUnknown();
      const traits = { api_key_id: id, name: key.name, old_until: oldUntil.toISOString() };
      await logAct(tx, act, { action: "api_key_rotated", actor: act.actor, traits });
      return { ...presentKey(key), key: text };
    });
  },
});
