// POST /oauth/clients/register: an app registers itself (RFC 7591). Off unless the operator allows it, and bounded: by client, and in all.
// Where there are as many as there may be, apps that nobody uses make room, the oldest first: strangers cannot keep others out.
//
// What is where in this slice: client_body.ts says what an app may be, redirect_uris.ts where its users may come back to. What apps then do
// is of the slice oauth_server; administrators register them by admin/admin_oauth_clients.ts.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer } from "../../kernel/http/endpoint.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientReply, presentClient } from "./client.ts";
import { appFields, readClientBody } from "./client_body.ts";
import { clientsFull } from "./clients_full.ts";
import { insertOwnClient } from "./queries.ts";
import { hashSecret, newSecret } from "./secret.ts";

export const oauthClientsRegister = endpoint({
  method: "POST",
  path: "/oauth/clients/register",
  access: "public",
  summary: "Register an app, as the app itself",
  limit: "oauthRegister",
  body: documentedOnly(Type.Object(appFields), { required: ["redirect_uris"] }),
  status: 201,
  reply: Type.Object({
    ...ClientReply.properties,
    client_id_issued_at: Type.Integer({ description: "Seconds since 1970" }),
    client_secret_expires_at: Type.Optional(Type.Integer({ description: "0: never" })),
  }),
  refuses: [403, 404, 429],
  handle: async ({ body, config, db, request, now }) => {
    if (!config.oauthServerAllowDynamicRegistration) throw fail.oauthRegistrationOff();
    const settings = readClientBody(body, { mayActAlone: false });
    if ("problem" in settings) {
      const isAboutRedirects = settings.field === "redirect_uris";
      throw (isAboutRedirects ? fail.oauthRedirectUriInvalid : fail.oauthMetadataInvalid)({ values: settings });
    }
    const secret = settings.client_type === "confidential" ? newSecret() : undefined;
    const secretHash = secret === undefined ? null : hashSecret(secret);
    const client = await db.transaction(async (tx) => {
      const fresh = { ...settings, id: randomUUID(), secretHash, registrationType: "dynamic" as const, now };
      const inserted = await insertOwnClient(tx, fresh, config.oauthServerMaxDynamicClients);
      if (!inserted) throw clientsFull();
      const traits = { client_id: inserted.id };
      await logAct(tx, actOf({ request, now }), { action: "oauth_client_created", actor: { role: "" }, traits });
      return inserted;
    });
    return new Answer(
      201,
      {},
      {
        ...presentClient(client, secret),
        client_id_issued_at: Math.floor(now.getTime() / 1000),
        ...(secret !== undefined && { client_secret_expires_at: 0 }),
      },
    );
  },
});
