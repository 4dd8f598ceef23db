// What the grants of /oauth/token are given.
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";

export interface TokenBody {
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  scope?: string | undefined;
  resource?: string | string[] | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

export type TokenInput = AuthInput<TokenBody>;

export function demandGrant(client: { grant_types: readonly string[] }, grant: string): void {
  if (!client.grant_types.includes(grant)) throw fail.oauthGrantForbidden();
}

export function requestInvalid(problem: string) {
  return fail.oauthRequestInvalid({ values: { problem } });
}

export function grantInvalid(problem: string) {
  return fail.oauthGrantInvalid({ values: { problem } });
}
