// Finds a provider that an operator has described: by a variable, else by the admin endpoints.
import type { KeyObject } from "node:crypto";
import { seal, unseal } from "../../kernel/seal.ts";
import { CUSTOM_IDENTIFIER } from "../config/custom_provider.ts";
import type { CustomProvider } from "../config.ts";
import type { AuthWorld } from "../endpoint.ts";
import { findCustomProviderRow } from "./queries.ts";

export interface CustomProviderWithSecret {
  definition: CustomProvider;
  secret: string;
}

export const CUSTOM = "custom:";

/** Undefined where there is none, where they are switched off, or where the server's key has changed since its secret was sealed. */
export async function findCustomProvider(
  identifier: string,
  { config, db, serverKeys }: Pick<AuthWorld, "config" | "db" | "serverKeys">,
): Promise<CustomProviderWithSecret | undefined> {
  if (!config.customOauthEnabled || !CUSTOM_IDENTIFIER.test(identifier)) return undefined;
  const configured = config.customOauthProviders.find((each) => each.identifier === identifier);
  if (configured) return { definition: configured, secret: configured.client_secret };
  const row = await findCustomProviderRow(db, identifier);
  const secret = row && openSecret(serverKeys.providers, row.id, row.sealed_secret);
  return row && secret !== undefined ? { definition: row.definition, secret } : undefined;
}

export function sealSecret(key: KeyObject, id: string, secret: string): Buffer {
  return seal(key, secret, `custom provider ${id}`);
}

function openSecret(key: KeyObject, id: string, sealed: Buffer): string | undefined {
  return unseal(key, sealed, `custom provider ${id}`);
}
