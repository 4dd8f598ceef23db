// Vercel, for who runs an integration of its marketplace. It repeats no nonce and knows no PKCE.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oidcProvider } from "../protocols/oidc.ts";
import type { PersonClaims } from "../protocols/oidc_person.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://marketplace.vercel.com", "https://api.vercel.com");

export const vercelMarketplace = oidcProvider({
  key: "vercel_marketplace",
  scopes: [],
  nonce: false,
  takesIdTokens: true,
  endpoints(config) {
    const { web: issuer, api } = bases(config);
    return {
      authorize: `${api}/oauth/v2/authorization`,
      token: `${api}/oauth/v2/accessToken`,
      keysUrl: `${issuer}/.well-known/jwks`,
      issuer,
      issuers: [issuer],
    };
  },
  // The access tokens of an integration have the same issuer, keys and audience.
  refuses: ({ type = "id_token" }) => (type === "id_token" ? undefined : "it is another kind of token"),
  describe: (claims) => ({
    issuer: claims.iss ?? "",
    subject: subjectOf(claims),
    // It gives out only addresses that it verified.
    emails: [{ email: claims.user_email, verified: true, primary: true }],
    claims: { name: claims.user_name, picture: claims.user_avatar_url },
  }),
});

/** `sub` is of one installation; where the person is known across all of them, that is who they are. */
function subjectOf({ sub, global_user_id: everywhere = "" }: PersonClaims): unknown {
  if (everywhere === "") return sub;
  return typeof everywhere === "string" ? `global_user_id:${everywhere}` : undefined;
}
