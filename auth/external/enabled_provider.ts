// Which provider a request means, and whether it may be used.
import { type AuthConfig, PROVIDERS, type Provider, type ProviderConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { ExternalProvider } from "./provider.ts";
import { externalProviders } from "./providers.ts";

export interface EnabledProvider {
  provider: ExternalProvider;
  config: ProviderConfig;
}

const LONGEST_SHOWN = 40;

export function readProvider(name: string): Provider {
  const key = name.toLowerCase();
  const known = PROVIDERS.find((each) => each === key);
  if (!known) throw fail.externalProviderUnknown({ values: { provider: name.slice(0, LONGEST_SHOWN) } });
  return known;
}

/** Switched on, and with all that it takes to send somebody there and back. */
export function enabledProvider(name: string, { providers }: Pick<AuthConfig, "providers">): EnabledProvider {
  const key = readProvider(name);
  const config = providers[key];
  const provider = externalProviders[key];
  if (!config.enabled || !provider) throw fail.externalProviderDisabled();
  if (!config.clientIds[0]) throw fail.externalClientIdMissing();
  if (!config.secret) throw fail.externalSecretMissing();
  return { provider, config };
}
