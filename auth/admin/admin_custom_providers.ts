// GET and POST /admin/custom-providers, GET, PUT and DELETE /admin/custom-providers/:identifier: providers that operators describe.
// Their secrets go in, and never come out.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { documentedOnly, FreeForm } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { changesBetween } from "../audit/changes.ts";
import { logAct } from "../audit/log_act.ts";
import { CUSTOM_IDENTIFIER } from "../config/custom_provider.ts";
import { sealSecret } from "../custom_providers/find_custom_provider.ts";
import {
  deleteCustomProvider,
  findCustomProviderRow,
  insertCustomProvider,
  listCustomProviderRows,
  lockCustomProvider,
  updateCustomProvider,
} from "../custom_providers/queries.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { customRedirectUri } from "../external/custom_provider.ts";
import { PROVIDER_REQUEST_SECONDS } from "../external/flow/timeout.ts";
import { adminActOf } from "./admin_act.ts";
import {
  CustomProviderReply,
  configuredProvider,
  presentConfigured,
  presentCustomProvider,
  readProbed,
  readSecret,
  requireCustomIdentifier,
  requireCustomProviders,
  requireRoom,
} from "./custom_provider_body.ts";

const Texts = Type.Optional(Type.Array(Type.String()));
const Text = Type.Optional(Type.String());
const Flag = Type.Optional(Type.Boolean());

const changeable = {
  name: Text,
  client_id: Text,
  client_secret: Text,
  acceptable_client_ids: Texts,
  scopes: Texts,
  pkce_enabled: Flag,
  attribute_mapping: Type.Optional(FreeForm),
  custom_claims_allowlist: Texts,
  authorization_params: Type.Optional(FreeForm),
  enabled: Flag,
  email_optional: Flag,
  issuer: Text,
  discovery_url: Text,
  skip_nonce_check: Flag,
  authorization_url: Text,
  token_url: Text,
  userinfo_url: Text,
  jwks_uri: Text,
};

const ProviderType = Type.Optional(documentedOnly(Type.String(), { enum: ["oauth2", "oidc"] }));
const NewIdentifier = Type.Optional(documentedOnly(Type.String(), { pattern: CUSTOM_IDENTIFIER.source }));

const ReadAt = Type.Optional(
  Type.String({ description: "updated_at as it was read: what somebody else changed since then is not overwritten" }),
);

const SECRETS = ["client_secret"];

const Identifier = Type.Object({ identifier: Type.String() });

export const getAdminCustomProviders = endpoint({
  method: "GET",
  path: "/admin/custom-providers",
  access: "admin",
  right: "providers:read",
  summary: "The providers that operators have described",
  query: Type.Object({ type: ProviderType }),
  reply: Type.Object({
    providers: Type.Array(CustomProviderReply),
    redirect_uri: Type.String({ description: "To be registered at each of them" }),
  }),
  refuses: [404],
  handle: async ({ query: { type }, config, db }) => {
    requireCustomProviders(config);
    if (type && type !== "oauth2" && type !== "oidc") throw fail.customProviderTypeUnknown();
    const rows = (await listCustomProviderRows(db)).filter((row) => !configuredProvider(row.definition.identifier, config));
    const all = [...config.customOauthProviders.map(presentConfigured), ...rows.map(presentCustomProvider)];
    return {
      providers: all.filter(({ provider_type: each }) => !type || each === type),
      redirect_uri: customRedirectUri(config),
    };
  },
});

export const postAdminCustomProviders = endpoint({
  method: "POST",
  path: "/admin/custom-providers",
  access: "admin",
  right: "providers:write",
  summary: "Describe a provider, which people can then sign in with",
  body: documentedOnly(Type.Object({ provider_type: ProviderType, identifier: NewIdentifier, ...changeable }), {
    required: ["provider_type", "identifier", "name", "client_id", "client_secret"],
  }),
  status: 201,
  reply: CustomProviderReply,
  refuses: [404],
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: async (input) => {
    const { body, config, db, serverKeys, now } = input;
    requireCustomProviders(config);
    const definition = await readProbed(body, config);
    const { identifier } = definition;
    const id = randomUUID();
    const sealed = sealSecret(serverKeys.providers, id, readSecret(body));
    const row = { id, definition, sealed_secret: sealed, created_at: now, updated_at: now };
    if (configuredProvider(identifier, config)) throw fail.customProviderTaken();
    await db.transaction(async (tx) => {
      await requireRoom(tx, config);
      if (!(await insertCustomProvider(tx, row))) throw fail.customProviderTaken();
      const act = adminActOf(input);
      await logAct(tx, act, {
        action: "custom_provider_created",
        actor: act.actor,
        traits: { identifier },
        changes: changesBetween({}, definition, SECRETS),
      });
    });
    return presentCustomProvider(row);
  },
});

export const getAdminCustomProvider = endpoint({
  method: "GET",
  path: "/admin/custom-providers/:identifier",
  access: "admin",
  right: "providers:read",
  summary: "One of the providers that operators have described",
  params: Identifier,
  reply: CustomProviderReply,
  refuses: [404],
  handle: async ({ params, config, db }) => {
    const identifier = requireCustomIdentifier(params, config);
    const configured = configuredProvider(identifier, config);
    if (configured) return presentConfigured(configured);
    const row = await findCustomProviderRow(db, identifier);
    if (!row) throw fail.customProviderUnknown();
    return presentCustomProvider(row);
  },
});

export const putAdminCustomProvider = endpoint({
  method: "PUT",
  path: "/admin/custom-providers/:identifier",
  access: "admin",
  right: "providers:write",
  summary: "Change what is said of a provider; what is left out stays",
  params: Identifier,
  body: Type.Object({ ...changeable, updated_at: ReadAt }),
  reply: CustomProviderReply,
  refuses: [404],
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: async ({ params, ...input }) => {
    const { body, config, db, serverKeys, now } = input;
    const { updated_at: readAt, ...fields } = body;
    const identifier = requireCustomIdentifier(params, config);
    if (configuredProvider(identifier, config)) throw fail.customProviderGiven();
    const before = await findCustomProviderRow(db, identifier);
    if (!before) throw fail.customProviderUnknown();
    if (readAt !== undefined && readAt !== before.updated_at.toISOString()) throw fail.customProviderChanged();
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
    const definition = await readProbed({ ...before.definition, ...changes }, config);
    return db.transaction(async (tx) => {
      const locked = await lockCustomProvider(tx, identifier);
      // Of two who change it at once the later begins again, by what is there then.
      if (locked?.updated_at.getTime() !== before.updated_at.getTime()) throw fail.customProviderChanged();
      const secret = "client_secret" in changes ? sealSecret(serverKeys.providers, locked.id, readSecret(changes)) : undefined;
      const row = { ...locked, definition, sealed_secret: secret ?? locked.sealed_secret, updated_at: now };
      await updateCustomProvider(tx, row);
      const act = adminActOf(input);
      await logAct(tx, act, {
        action: "custom_provider_updated",
        actor: act.actor,
        traits: { identifier, has_new_secret: secret !== undefined },
        changes: changesBetween(locked.definition, definition, SECRETS),
      });
      return presentCustomProvider(row);
    });
  },
});

export const deleteAdminCustomProvider = endpoint({
  method: "DELETE",
  path: "/admin/custom-providers/:identifier",
  access: "admin",
  right: "providers:write",
  summary: "Forget a provider; the identities of its people stay, and nobody comes in by them",
  params: Identifier,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  refuses: [404],
  handle: async ({ params, ...input }) => {
    const { config, db } = input;
    const identifier = requireCustomIdentifier(params, config);
    if (configuredProvider(identifier, config)) throw fail.customProviderGiven();
    await db.transaction(async (tx) => {
      const existing = await lockCustomProvider(tx, identifier);
      if (!existing) throw fail.customProviderUnknown();
      await deleteCustomProvider(tx, identifier);
      const act = adminActOf(input);
      const changes = changesBetween(existing.definition, {}, SECRETS);
      await logAct(tx, act, { action: "custom_provider_deleted", actor: act.actor, traits: { identifier }, changes });
    });
    return new Answer(204);
  },
});
