// Google. Its endpoints lie on several hosts, which discovery names.
import { discover } from "../protocols/discovery.ts";
import { oidcProvider } from "../protocols/oidc.ts";
import { describePerson, isTrue } from "../protocols/oidc_person.ts";

const ISSUER = "https://accounts.google.com";

export const google = oidcProvider({
  key: "google",
  scopes: ["openid", "email", "profile"],
  pkce: true,
  takesIdTokens: true,
  userinfo: "instead",
  endpoints: async ({ url = ISSUER }, call) => ({ ...(await discover(url, call)), issuers: googleIssuers(url) }),
  // The older of its two userinfo endpoints has other names for the same.
  describe: ({ id, verified_email, ...claims }) =>
    describePerson({ ...claims, sub: claims.sub ?? id }, isTrue(claims.email_verified ?? verified_email)),
});

/** Google's tokens have either, as its documentation says. */
export function googleIssuers(url: string): readonly string[] {
  return url === ISSUER ? [ISSUER, "accounts.google.com"] : [url];
}
