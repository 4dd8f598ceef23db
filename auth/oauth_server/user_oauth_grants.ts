// GET /user/oauth/grants: the apps that the signed-in user has authorized. DELETE /user/oauth/grants?client_id=: revokes one at once.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { requireActiveCaller, requireCaller } from "../account/caller.ts";
import { lockAccount } from "../account/queries_change.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientSummaryReply, presentClientSummary } from "../oauth_clients/client.ts";
import { deleteAppSessions } from "../sessions/queries_apps.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { deleteGrant, listGrants } from "./queries_consents.ts";

export const getUserOauthGrants = endpoint({
  method: "GET",
  path: "/user/oauth/grants",
  access: "user",
  summary: "The apps that the signed-in user has let in",
  reply: Type.Array(
    Type.Object({
      client: ClientSummaryReply,
      scopes: Type.Array(Type.String()),
      resources: Type.Array(Type.String()),
      granted_at: Type.String({ format: "date-time" }),
    }),
  ),
  refuses: [404],
  handle: async (input) => {
    const { id } = await requireCaller(input, input.caller, input.now);
    return (await listGrants(input.db, id)).map((grant) => ({
      client: presentClientSummary(grant),
      scopes: grant.scopes,
      resources: grant.resources,
      granted_at: grant.granted_at.toISOString(),
    }));
  },
});

export const deleteUserOauthGrant = endpoint({
  method: "DELETE",
  path: "/user/oauth/grants",
  access: "user",
  summary: "Send an app away: its tokens and codes are worth nothing any more",
  query: documentedOnly(Type.Object({ client_id: Type.Optional(Type.String()) }), { required: ["client_id"] }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
  handle: async ({ query, config, db, caller, request, now }) => {
    const { client_id: clientId } = query;
    if (!clientId) throw fail.oauthClientIdMissing();
    await db.transaction(async (tx) => {
      const user = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
      const [isDeleted] = await Promise.all([deleteGrant(tx, user.id, clientId), deleteAppSessions(tx, user.id, clientId)]);
      if (!isDeleted) throw fail.oauthGrantUnknown();
      const traits = { client_id: clientId };
      await Promise.all([
        logAct(tx, actOf({ request, now }), { action: "oauth_consent_revoked", actor: user, traits }),
        noteChanges(tx, user.id, ["app_ended"], now),
      ]);
    });
    return new Answer(204);
  },
});
