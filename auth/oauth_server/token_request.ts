// What the grants of /oauth/token are given.
import { type Static, Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { GRANT_TYPES, type GrantType } from "../oauth_clients/grant_types.ts";
import { credentialFields } from "./authenticate_client.ts";

export const TokenBody = Type.Object({
  grant_type: Type.Optional(documentedOnly(Type.String(), { enum: GRANT_TYPES })),
  code: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String({ description: "The one that the code came to" })),
  code_verifier: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  resource: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  ...credentialFields,
});

export type TokenInput = AuthInput<Static<typeof TokenBody>>;

export function requireGrant(client: { grant_types: readonly string[] }, grant: GrantType): void {
  if (!client.grant_types.includes(grant)) throw fail.oauthGrantForbidden();
}

export function requestInvalid(problem: string) {
  return fail.oauthRequestInvalid({ values: { problem } });
}

export function grantInvalid(problem: string) {
  return fail.oauthGrantInvalid({ values: { problem } });
}
