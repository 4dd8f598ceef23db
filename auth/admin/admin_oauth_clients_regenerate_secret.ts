// POST /admin/oauth/clients/:id/regenerate_secret: a new secret for an app. The old one is invalid at once.
import { Type } from "typebox";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientReply, presentClient } from "../oauth_clients/client.ts";
import { lockClient, replaceSecret } from "../oauth_clients/queries.ts";
import { hashSecret, newSecret } from "../oauth_clients/secret.ts";
import { adminActOf } from "./admin_act.ts";

export const regenerateOauthClientSecret = endpoint({
  method: "POST",
  path: "/admin/oauth/clients/:id/regenerate_secret",
  access: "admin",
  right: "apps:write",
  summary: "Give an app a new secret",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  reply: ClientReply,
  refuses: [400],
  handle: async ({ params, ...input }) => {
    const act = adminActOf(input);
    const secret = newSecret();
    return input.db.transaction(async (tx) => {
      const client = await lockClient(tx, params.id);
      if (!client) throw fail.oauthClientGone();
      if (client.client_type === "public") throw fail.oauthClientWithoutSecret();
      const [updated] = await Promise.all([
        replaceSecret(tx, client.id, hashSecret(secret), input.now),
        logAct(tx, act, { action: "oauth_client_secret_regenerated", actor: act.actor, traits: { client_id: client.id } }),
      ]);
      return presentClient(updated, secret);
    });
  },
});
