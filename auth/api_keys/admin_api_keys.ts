// GET, POST /admin/api-keys and GET, DELETE /admin/api-keys/:id: keys with which programs administrate this server.
//
// What is where in this slice: key_body.ts reads and shows keys, secret.ts makes their text, enter_with_key.ts lets their bearers in.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { expiryOf, KeyBody, KeyReply, KeyWithSecret, presentKey, readName, readNetworks, readRights } from "./key_body.ts";
import { readKeyId } from "./key_id.ts";
import { countKeys, deleteKey, findKey, insertKey, listKeys } from "./queries.ts";
import { newSecret } from "./secret.ts";

const MOST_KEYS = 200;
const params = Type.Object({ id: Type.String() });

export const getAdminApiKeys = endpoint({
  method: "GET",
  path: "/admin/api-keys",
  access: "admin",
  right: "api_keys:read",
  summary: "The API keys, oldest first, without their secrets",
  reply: Type.Object({ api_keys: Type.Array(KeyReply) }),
  handle: async ({ db }) => ({ api_keys: (await listKeys(db)).map(presentKey) }),
});

export const postAdminApiKeys = endpoint({
  method: "POST",
  path: "/admin/api-keys",
  access: "admin",
  right: "api_keys:write",
  summary: "Create an API key, which has no more rights than the caller",
  body: KeyBody,
  status: 201,
  reply: KeyWithSecret,
  refuses: [422],
  handle: async ({ body, ...input }) => {
    const { caller, db, now } = input;
    const key = {
      id: randomUUID(),
      name: readName(body.name),
      rights: readRights(body.rights, caller.administrator),
      networks: readNetworks(body.networks),
      createdBy: caller.userId ?? null,
      expiresAt: expiryOf(body.expires_in_days, now),
      now,
    };
    const { text, hash, shownStart } = newSecret();
    const act = adminActOf(input);
    return db.transaction(async (tx) => {
      if ((await countKeys(tx)) >= MOST_KEYS) throw fail.apiKeysTooMany({ values: { most: MOST_KEYS } });
      const created = await insertKey(tx, { ...key, secretHash: hash, shownStart });
      if (!created) throw fail.apiKeyNameTaken();
      const traits = { api_key_id: key.id, name: key.name, rights: key.rights.join(), networks: key.networks.join() };
      await logAct(tx, act, { action: "api_key_created", actor: act.actor, traits });
      return { ...presentKey(created), key: text };
    });
  },
});

export const getAdminApiKey = endpoint({
  method: "GET",
  path: "/admin/api-keys/:id",
  access: "admin",
  right: "api_keys:read",
  summary: "An API key, without its secret",
  params,
  reply: KeyReply,
  refuses: [404],
  handle: async ({ params: path, db }) => {
    const key = await findKey(db, readKeyId(path));
    if (!key) throw fail.apiKeyUnknown();
    return presentKey(key);
  },
});

export const deleteAdminApiKey = endpoint({
  method: "DELETE",
  path: "/admin/api-keys/:id",
  access: "admin",
  right: "api_keys:write",
  summary: "Delete an API key: it is refused from now on",
  params,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
  handle: async ({ params: path, ...input }) => {
    const id = readKeyId(path);
    const act = adminActOf(input);
    await input.db.transaction(async (tx) => {
      const key = await deleteKey(tx, id);
      if (!key) throw fail.apiKeyUnknown();
      await logAct(tx, act, { action: "api_key_deleted", actor: act.actor, traits: { api_key_id: id, name: key.name } });
    });
    return new Answer(204);
  },
});
