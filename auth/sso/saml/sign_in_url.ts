// Where a browser is sent to be signed in: the provider's address, with our signed request in the query.
import { openSaml } from "./library.ts";
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

export async function signInUrl(target: Target, sp: ServiceProvider, request: RequestedSignIn): Promise<string> {
  const library = await openSaml({
    idpCert: [...target.certificates],
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    entryPoint: target.sign_in_url,
    privateKey: sp.privateKey,
    signatureAlgorithm: "sha256",
    identifierFormat: request.nameIdFormat,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => request.requestId,
  });
  return library.getAuthorizeUrlAsync(request.relayState, undefined, {});
}
