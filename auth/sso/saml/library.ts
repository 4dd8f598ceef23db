// The library that builds and checks SAML messages. It comes with the first of them: most services never see one, and it takes five megabytes.
import type { SAML, SamlConfig } from "@node-saml/node-saml";

/** The database, not the library, matches responses to requests. */
export async function openSaml(config: Omit<SamlConfig, "validateInResponseTo" | "cacheProvider">): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  return new SAML({
    ...config,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: REMEMBERS_NOTHING,
  } as SamlConfig);
}

const REMEMBERS_NOTHING = { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null };
