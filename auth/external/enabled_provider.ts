// Which provider a request means, and whether it may be used.
import { PROVIDERS, type Provider, type ProviderConfig } from "../config.ts";
import { CUSTOM, findCustomProvider } from "../custom_providers/find_custom_provider.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { customProvider, customProviderConfig } from "./custom_provider.ts";
import type { ExternalProvider } from "./provider.ts";
import { externalProviders } from "./providers.ts";

export interface EnabledProvider {
  provider: ExternalProvider;
  config: ProviderConfig;
}

/** What it takes to find one. */
export type ProviderWorld = Pick<AuthWorld, "config" | "db" | "serverKeys">;

const LONGEST_SHOWN = 40;

/** A built-in or a custom provider, whether or not it is enabled. */
export async function findProvider(name: string, world: ProviderWorld): Promise<EnabledProvider | undefined> {
  const key = name.toLowerCase();
  if (key.startsWith(CUSTOM)) return findOperators(key, world);
  const builtIn: Provider | undefined = PROVIDERS.find((each) => each === key);
  return builtIn && { provider: externalProviders[builtIn], config: world.config.providers[builtIn] };
}

async function findOperators(key: string, world: ProviderWorld): Promise<EnabledProvider | undefined> {
  const custom = await findCustomProvider(key, world);
  return (
    custom && { provider: customProvider(custom.definition, world.config), config: customProviderConfig(custom, world.config) }
  );
}

/** Enabled and fully configured. */
export async function enabledProvider(name: string, world: ProviderWorld): Promise<EnabledProvider> {
  const provider = await findProvider(name, world);
  if (!provider) throw fail.externalProviderUnknown({ values: { provider: name.slice(0, LONGEST_SHOWN) } });
  const { config } = provider;
  if (!config.enabled) throw fail.externalProviderDisabled();
  if (!config.clientIds[0]) throw fail.externalClientIdMissing();
  if (!config.secret) throw fail.externalSecretMissing();
  return provider;
}
