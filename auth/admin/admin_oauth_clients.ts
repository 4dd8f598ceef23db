// GET and POST /admin/oauth/clients, GET, PUT and DELETE /admin/oauth/clients/:id: the apps that may sign people in here.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { changesBetween } from "../audit/changes.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { ClientReply, presentClient } from "../oauth_clients/client.ts";
import { changeClient, clientFields, NewClientBody, readClientBody } from "../oauth_clients/client_body.ts";
import { deleteClient, findClient, insertClient, listClients, lockClient, updateClient } from "../oauth_clients/queries.ts";
import { hashSecret, newSecret } from "../oauth_clients/secret.ts";
import { adminActOf } from "./admin_act.ts";
import { PAGE_HEADERS, pageHeaders, pageQuery, readPage } from "./pages.ts";

const ClientPath = Type.Object({ id: Type.String() });

export const getAdminOauthClients = endpoint({
  method: "GET",
  path: "/admin/oauth/clients",
  access: "admin",
  right: "apps:read",
  summary: "The apps that may sign people in, newest first",
  query: Type.Object(pageQuery),
  reply: Type.Object({ clients: Type.Array(ClientReply) }),
  replyHeaders: PAGE_HEADERS,
  refuses: [404],
  handle: async ({ query, request, db }) => {
    const page = readPage(query);
    const { clients, total } = await listClients(db, page);
    return new Answer(200, pageHeaders(request.path, page, total, {}), { clients: clients.map((each) => presentClient(each)) });
  },
});

export const postAdminOauthClients = endpoint({
  method: "POST",
  path: "/admin/oauth/clients",
  access: "admin",
  right: "apps:write",
  summary: "Register an app",
  body: NewClientBody,
  status: 201,
  reply: ClientReply,
  refuses: [404],
  handle: async ({ body, ...input }) => {
    const { db, now } = input;
    const settings = readClientBody(body, { mayActAlone: true });
    if ("problem" in settings) throw fail.oauthClientUnfit({ values: settings });
    const secret = settings.client_type === "confidential" ? newSecret() : undefined;
    const secretHash = secret === undefined ? null : hashSecret(secret);
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      const client = await insertClient(tx, { ...settings, id: randomUUID(), secretHash, registrationType: "manual", now });
      if (!client) throw new Error("a client was not inserted");
      await logAct(tx, act, {
        action: "oauth_client_created",
        actor: act.actor,
        traits: { client_id: client.id },
        changes: changesBetween({}, presentClient(client)),
      });
      return presentClient(client, secret);
    });
  },
});

export const getAdminOauthClient = endpoint({
  method: "GET",
  path: "/admin/oauth/clients/:id",
  access: "admin",
  right: "apps:read",
  summary: "An app",
  params: ClientPath,
  reply: ClientReply,
  handle: async ({ params, db }) => {
    const client = await findClient(db, params.id);
    if (!client) throw fail.oauthClientGone();
    return presentClient(client);
  },
});

export const putAdminOauthClient = endpoint({
  method: "PUT",
  path: "/admin/oauth/clients/:id",
  access: "admin",
  right: "apps:write",
  summary: "Change what is known of an app",
  params: ClientPath,
  body: Type.Object(clientFields),
  reply: ClientReply,
  handle: async ({ params, body, ...input }) => {
    if (Object.keys(clientFields).every((name) => !(name in body))) throw fail.oauthClientUnchanged();
    const act = adminActOf(input);
    return input.db.transaction(async (tx) => {
      const client = await lockClient(tx, params.id);
      if (!client) throw fail.oauthClientGone();
      if (client.registration_type === "document")
        throw fail.oauthClientUnfit({
          values: { field: "client_id", problem: "is that of a document, which says what the client is" },
        });
      const update = changeClient(client, body);
      if ("problem" in update) throw fail.oauthClientUnfit({ values: update });
      if (update.client_type !== client.client_type)
        throw fail.oauthClientUnfit({ values: { field: "client_type", problem: "cannot be changed" } });
      const updated = await updateClient(tx, client.id, update, input.now);
      await logAct(tx, act, {
        action: "oauth_client_updated",
        actor: act.actor,
        traits: { client_id: client.id },
        changes: changesBetween(presentClient(client), presentClient(updated)),
      });
      return presentClient(updated);
    });
  },
});

export const deleteAdminOauthClient = endpoint({
  method: "DELETE",
  path: "/admin/oauth/clients/:id",
  access: "admin",
  right: "apps:write",
  summary: "Remove an app, and at once all that users let it do",
  params: ClientPath,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    const act = adminActOf(input);
    await input.db.transaction(async (tx) => {
      if (!(await deleteClient(tx, params.id))) throw fail.oauthClientGone();
      await logAct(tx, act, { action: "oauth_client_deleted", actor: act.actor, traits: { client_id: params.id } });
    });
    return new Answer(204);
  },
});
