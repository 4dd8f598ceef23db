// Test support: an independent OpenID Connect server (`oidc-provider`) at Keycloak's paths. It requires PKCE and a nonce, and was
// not written for our client.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

export interface Realm extends AsyncDisposable {
  url: string;
  /** With which a service lets people sign in here. */
  variables: Record<string, string>;
  /** Who is at the keyboard when its sign-in page comes up: the claims that it keeps of them. */
  account: { sub: string; [claim: string]: unknown };
  /** Paths of the requests, the newest last. */
  paths: string[];
}

const REALM = "/realms/family";
const BASE = "/protocol/openid-connect";
const CLIENT = { id: "cofre", secret: "a realm's secret ~/+% &=", redirectUri: "https://auth.example.com/callback" };

export async function startRealm(): Promise<Realm> {
  const paths: string[] = [];
  const server = createServer((request, response) => serve(request as MountedRequest, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${REALM}`;
  const realm: Realm = {
    url,
    variables: {
      EXTERNAL_KEYCLOAK_ENABLED: "true",
      EXTERNAL_KEYCLOAK_CLIENT_ID: CLIENT.id,
      EXTERNAL_KEYCLOAK_SECRET: CLIENT.secret,
      EXTERNAL_KEYCLOAK_REDIRECT_URI: CLIENT.redirectUri,
      EXTERNAL_KEYCLOAK_URL: url,
    },
    paths,
    account: { sub: "f:realm:ana", name: "Ana Lima", preferred_username: "ana", email: "ana@example.com", email_verified: true },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = await makeProvider(realm);
  const handle = provider.callback();

  /** Signs in whoever is at the keyboard, and says yes to everything. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === "login") {
      return provider.interactionFinished(request, response, { login: { accountId: realm.account.sub } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId as string, clientId: params.client_id as string });
    grant.addOIDCScope(params.scope as string);
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };

  const serve = (request: MountedRequest, response: ServerResponse) => {
    paths.push(request.url ?? "");
    request.originalUrl = request.url ?? "";
    request.url = request.originalUrl.slice(REALM.length);
    const answering = request.url.startsWith("/interaction/") ? interact(request, response) : handle(request, response);
    Promise.resolve(answering).catch((error) => response.writeHead(500).end(String(error)));
  };
  return realm;
}

async function makeProvider(realm: Realm): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return new Provider(realm.url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [CLIENT.redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    routes: { authorization: `${BASE}/auth`, token: `${BASE}/token`, userinfo: `${BASE}/userinfo`, jwks: `${BASE}/certs` },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username", "picture"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `${REALM}/interaction/${uid}` },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: ["a key for tests"] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...realm.account, sub: id }) }),
  });
}

/** By the original the server finds out where it is mounted. */
interface MountedRequest extends IncomingMessage {
  originalUrl: string;
}
