// GET /admin/providers: the providers by which people may sign in, and what to register there. Never a secret.
import { Type } from "typebox";
import { PROVIDERS, type ProviderConfig } from "../config.ts";
import { listCustomProviderRows } from "../custom_providers/queries.ts";
import { endpoint } from "../endpoint.ts";
import { findProvider } from "./enabled_provider.ts";

const ProviderReply = Type.Object({
  name: Type.String(),
  is_custom: Type.Boolean(),
  enabled: Type.Boolean(),
  client_id: Type.String({ description: "Empty where there is none" }),
  has_secret: Type.Boolean(),
  redirect_uri: Type.String({ description: "To be registered at the provider" }),
});

export const adminProviders = endpoint({
  method: "GET",
  path: "/admin/providers",
  access: "admin",
  right: "providers:read",
  summary: "Providers for sign-in, with what to register there",
  reply: Type.Object({ providers: Type.Array(ProviderReply) }),
  handle: async (input) => {
    const { config, db } = input;
    const builtIn = PROVIDERS.map((name) => present(name, config.providers[name], false));
    if (!config.customOauthEnabled) return { providers: builtIn };
    const stored = (await listCustomProviderRows(db)).map(({ definition }) => definition.identifier);
    const names = [...config.customOauthProviders.map(({ identifier }) => identifier), ...stored];
    const custom = await Promise.all(
      [...new Set(names)].map(async (name) => ({ name, provider: await findProvider(name, input) })),
    );
    return {
      providers: [
        ...builtIn,
        ...custom.flatMap(({ name, provider }) => (provider ? [present(name, provider.config, true)] : [])),
      ],
    };
  },
});

function present(name: string, { enabled, clientIds, secret, redirectUri }: ProviderConfig, isCustom: boolean) {
  return {
    name,
    is_custom: isCustom,
    enabled,
    client_id: clientIds[0] ?? "",
    has_secret: Boolean(secret),
    redirect_uri: redirectUri,
  };
}
