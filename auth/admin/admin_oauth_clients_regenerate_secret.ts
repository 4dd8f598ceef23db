// POST /admin/oauth/clients/:id/regenerate_secret: a new secret for an app. The old one is invalid at once, or good for a while,
// so that the app can change over without a break.
import { Type } from "typebox";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientReply, presentClient } from "../oauth_clients/client.ts";
import { lockClient, replaceSecret } from "../oauth_clients/queries.ts";
import { hashSecret, newSecret } from "../oauth_clients/secret.ts";
import { adminActOf } from "./admin_act.ts";

const MOST_HOURS = 30 * 24;
const HOUR_MS = 3_600_000;

export const regenerateOauthClientSecret = endpoint({
  method: "POST",
  path: "/admin/oauth/clients/:id/regenerate_secret",
  access: "admin",
  right: "apps:write",
  summary: "Give an app a new secret",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    keep_old_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_HOURS, description: "How long the old secret is good too; 0 unless given" }),
    ),
  }),
  ignoresBody: true,
  reply: ClientReply,
  refuses: [400],
  handle: async ({ params, query, ...input }) => {
    const { keep_old_hours: hours = 0 } = query;
    const act = adminActOf(input);
    const secret = newSecret();
    const oldUntil = hours > 0 ? new Date(input.now.getTime() + hours * HOUR_MS) : null;
    return input.db.transaction(async (tx) => {
      const client = await lockClient(tx, params.id);
      if (!client) throw fail.oauthClientGone();
      if (client.client_type === "public") throw fail.oauthClientWithoutSecret();
      const [updated] = await Promise.all([
        replaceSecret(tx, client.id, hashSecret(secret), oldUntil, input.now),
        logAct(tx, act, {
          action: "oauth_client_secret_regenerated",
          actor: act.actor,
          traits: { client_id: client.id, ...(hours > 0 && { keep_old_hours: hours }) },
        }),
      ]);
      return presentClient(updated, secret);
    });
  },
});
