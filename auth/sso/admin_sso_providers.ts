// GET, POST /admin/sso/providers and GET, PUT, DELETE /admin/sso/providers/:id: the identity providers of companies.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { type AdminAct, adminActOf } from "../admin/admin_act.ts";
import { changesBetween } from "../audit/changes.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import {
  ListedProviderReply,
  ProviderReply,
  presentListed,
  presentProvider,
  providerFields,
  providerKey,
  requireSaml,
  type SsoProvider,
} from "./provider.ts";
import { readProviderBody, requireNewProvider } from "./provider_body.ts";
import { deleteProvider, findProvider, listProviders, lockProvider } from "./queries.ts";
import { takeMetadata } from "./take_metadata.ts";
import { addProvider, changeProvider, vouchAnew } from "./write_provider.ts";

const MOST_LISTED = 1_000;
/** The metadata, as text inside of JSON. */
const BODY_BYTES = 1_048_576;
const IdParams = Type.Object({ id: Type.String({ description: "Or resource_ and a resource_id" }) });

export const getAdminSsoProviders = endpoint({
  method: "GET",
  path: "/admin/sso/providers",
  access: "admin",
  right: "providers:read",
  summary: "The SSO providers",
  reply: Type.Object({ items: Type.Array(ListedProviderReply) }),
  refuses: [404],
  handle: async ({ config, db }) => {
    requireSaml(config);
    return { items: (await listProviders(db, MOST_LISTED)).map(presentListed) };
  },
});

export const postAdminSsoProviders = endpoint({
  method: "POST",
  path: "/admin/sso/providers",
  access: "admin",
  right: "providers:write",
  summary: "Add an SSO provider",
  body: Type.Object({ type: Type.Optional(Type.String({ description: "saml" })), ...providerFields }),
  bodyLimitBytes: BODY_BYTES,
  status: 201,
  reply: ProviderReply,
  refuses: [404, 422],
  handle: async (input) => {
    const { body, config, db, now } = input;
    requireSaml(config);
    const request = readProviderBody(body);
    const metadata = await takeMetadata(requireNewProvider(body, request), config, now);
    const id = randomUUID();
    return db.transaction(async (tx) => {
      const provider = await addProvider(tx, id, { ...request, metadata }, now);
      await logDeed(tx, adminActOf(input), "sso_provider_created", provider, { after: provider });
      return presentProvider(provider);
    });
  },
});

export const getAdminSsoProvider = endpoint({
  method: "GET",
  path: "/admin/sso/providers/:id",
  access: "admin",
  right: "providers:read",
  summary: "An SSO provider",
  params: IdParams,
  reply: ProviderReply,
  handle: async ({ params, config, db }) => {
    requireSaml(config);
    const provider = await findProvider(db, providerKey(params.id));
    if (!provider) throw fail.ssoProviderUnknown();
    return presentProvider(provider);
  },
});

export const putAdminSsoProvider = endpoint({
  method: "PUT",
  path: "/admin/sso/providers/:id",
  access: "admin",
  right: "providers:write",
  summary: "Change an SSO provider",
  params: IdParams,
  body: Type.Object(providerFields),
  bodyLimitBytes: BODY_BYTES,
  reply: ProviderReply,
  refuses: [422],
  handle: async (input) => {
    const { params, body, config, db, now } = input;
    requireSaml(config);
    const key = providerKey(params.id);
    const request = readProviderBody(body);
    const metadata = request.metadata && (await takeMetadata(request.metadata, config, now));
    return db.transaction(async (tx) => {
      const before = await lockProvider(tx, key);
      if (!before) throw fail.ssoProviderUnknown();
      const provider = await changeProvider(tx, before, { ...request, metadata }, now);
      await logDeed(tx, adminActOf(input), "sso_provider_updated", provider, { before, after: provider });
      return presentProvider(provider);
    });
  },
});

export const deleteAdminSsoProvider = endpoint({
  method: "DELETE",
  path: "/admin/sso/providers/:id",
  access: "admin",
  right: "providers:write",
  summary: "Remove an SSO provider; its users stay, and cannot come in",
  params: IdParams,
  ignoresBody: true,
  reply: ProviderReply,
  handle: async (input) => {
    const { params, config, db, now } = input;
    requireSaml(config);
    return db.transaction(async (tx) => {
      const provider = await lockProvider(tx, providerKey(params.id));
      if (!provider) throw fail.ssoProviderUnknown();
      await vouchAnew(tx, provider, [], now);
      await deleteProvider(tx, provider.id);
      await logDeed(tx, adminActOf(input), "sso_provider_deleted", provider, { before: provider });
      return presentProvider(provider);
    });
  },
});

async function logDeed(
  tx: Db,
  act: AdminAct,
  action: AuditAction,
  { id, entity_id: entityId }: SsoProvider,
  { before, after }: { before?: SsoProvider; after?: SsoProvider },
): Promise<void> {
  const changes = changesBetween(before ? presentProvider(before) : {}, after ? presentProvider(after) : {});
  await logAct(tx, act, { action, actor: act.actor, traits: { sso_provider_id: id, entity_id: entityId }, changes });
}
