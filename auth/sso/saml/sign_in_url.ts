// Where a browser is sent to be signed in: the provider's address, with our signed request in the query.
import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import type { ServiceProvider } from "./service_provider.ts";

export interface RequestedSignIn {
  /** Of the request, which the answer names. */
  requestId: string;
  relayState: string;
  nameIdFormat: string | null;
}

interface Target {
  sign_in_url: string;
  certificates: readonly string[];
}

export function signInUrl(target: Target, sp: ServiceProvider, asked: RequestedSignIn): Promise<string> {
  const library = new SAML({
    idpCert: [...target.certificates],
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    entryPoint: target.sign_in_url,
    privateKey: sp.privateKey,
    signatureAlgorithm: "sha256",
    identifierFormat: asked.nameIdFormat,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => asked.requestId,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: { saveAsync: async () => null, getAsync: async () => null, removeAsync: async () => null },
  });
  return library.getAuthorizeUrlAsync(asked.relayState, undefined, {});
}
