// POST /oauth/token with grant_type=client_credentials: an app acts for itself. Its token names no user, and opens nothing of this server.
import { fail } from "../errors.ts";
import { ownTokenOf } from "./app_tokens.ts";
import { clientInvalid, readCredentials, requireClient } from "./authenticate_client.ts";
import { findNamedClient } from "./find_client.ts";
import { readResources, resourceProblem, scopesOf } from "./resources.ts";
import { readScopes } from "./scopes.ts";
import { requireGrant, type TokenInput } from "./token_request.ts";

export async function grantClientCredentials(input: TokenInput) {
  const { body, config, request, now } = input;
  const credentials = readCredentials(request, body);
  const client = requireClient(await findNamedClient(input, credentials.clientId), credentials, input.now);
  if (client.client_type === "public") throw clientInvalid();
  requireGrant(client, "client_credentials");
  const resources = readResources(body.resource);
  const problem = resourceProblem(resources, config.oauthServerResources);
  if (problem) throw fail.oauthTargetInvalid({ values: { problem } });
  const scopes = readScopes(body.scope ?? "");
  const resourceScopes = resources.flatMap((resource) => scopesOf(resource, config.oauthServerResources));
  // Scopes of users need a user.
  if (!scopes.every((scope) => resourceScopes.includes(scope)))
    throw fail.oauthScopeInvalid({ values: { problem: "a scope is not one of the resource" } });
  return ownTokenOf(input, { clientId: client.id, scopes, resources }, now);
}
