// LinkedIn, its OpenID Connect. It repeats no nonce and knows no PKCE for web apps.
import { discover } from "../protocols/discovery.ts";
import { oidcProvider } from "../protocols/oidc.ts";

export const linkedinOidc = oidcProvider({
  key: "linkedin_oidc",
  scopes: ["openid", "email", "profile"],
  nonce: false,
  endpoints: ({ url = "https://www.linkedin.com/oauth" }, call) => discover(url, call),
});
