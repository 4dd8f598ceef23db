// GET /admin/users/:id/apps: the apps that a user has let in. DELETE /admin/users/:id/apps/:client_id sends one away, as the user could.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { presentClientSummary } from "../oauth_clients/client.ts";
import { deleteGrant, listGrants } from "../oauth_server/queries_consents.ts";
import { deleteAppSessions } from "../sessions/queries_apps.ts";
import { lockUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import { adminActOf, logAdminAct } from "./admin_act.ts";
import { readUserId } from "./user_body.ts";

const App = Type.Object({
  client_id: Type.String(),
  client_name: Type.String({ description: "Empty where the app has none" }),
  scopes: Type.Array(Type.String()),
  granted_at: Type.String({ format: "date-time" }),
});

export const getAdminUserApps = endpoint({
  method: "GET",
  path: "/admin/users/:id/apps",
  access: "admin",
  right: "sessions:read",
  summary: "The apps that a user has let in, newest first",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({ apps: Type.Array(App) }),
  handle: async ({ params, db }) => {
    const id = readUserId(params.id);
    const [user, grants] = await Promise.all([findUserWithIdentities(db, id), listGrants(db, id)]);
    if (!user) throw fail.userUnknown();
    const apps = grants.map((grant) => ({
      client_id: grant.id,
      client_name: presentClientSummary(grant).name ?? "",
      scopes: grant.scopes,
      granted_at: grant.granted_at.toISOString(),
    }));
    return { apps };
  },
});

export const deleteAdminUserApp = endpoint({
  method: "DELETE",
  path: "/admin/users/:id/apps/:client_id",
  access: "admin",
  right: "sessions:end",
  summary: "Send an app away: its tokens and codes are worth nothing any more",
  params: Type.Object({ id: Type.String(), client_id: Type.String() }),
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    const { client_id: clientId } = params;
    const userId = readUserId(params.id);
    await input.db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user) throw fail.userUnknown();
      await requireOutranks(tx, input.caller.administrator, userId);
      const [isDeleted] = await Promise.all([deleteGrant(tx, userId, clientId), deleteAppSessions(tx, userId, clientId)]);
      if (!isDeleted) throw fail.oauthGrantUnknown();
      await Promise.all([
        noteChanges(tx, userId, ["app_ended"], input.now),
        logAdminAct(tx, adminActOf(input), "oauth_consent_revoked", user, { traits: { client_id: clientId } }),
      ]);
    });
    return new Answer(204);
  },
});
