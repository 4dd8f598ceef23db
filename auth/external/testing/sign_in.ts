// Test support: a browser's way to a provider's stand-in and back, by the provider's value alone, without the service around it.
import assert from "node:assert/strict";
import { type Provider, type ProviderConfig, readAuthConfig } from "../../config.ts";
import type { ExternalProvider, FinishedSignIn } from "../provider.ts";

export interface SignIn {
  /** Changes what the browser brings back. */
  change?: (back: Record<string, string>) => Record<string, string>;
  timeoutMs?: number;
  now: Date;
}

interface Visited {
  variables: Record<string, string>;
  visit(authorizeUrl: string): Promise<URL>;
}

/** As the service reads it from the environment. */
export function configOf({ variables }: Pick<Visited, "variables">, key: Provider): ProviderConfig {
  const environment = Object.entries(variables).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  return readAuthConfig(Object.fromEntries(environment)).config.providers[key];
}

export async function signInAt(
  standIn: Visited,
  provider: ExternalProvider,
  { change = (same) => same, timeoutMs = 5000, now }: SignIn,
): Promise<FinishedSignIn> {
  const config = configOf(standIn, provider.key as Provider);
  const { url, memory = {} } = await provider.begin({ config, state: "the state", scopes: [], parameters: {} });
  const back = await standIn.visit(url);
  assert.equal(back.searchParams.get("state"), "the state");
  const parameters = change(Object.fromEntries(back.searchParams));
  return provider.finish({ config, parameters, memory, now, timeoutMs });
}
