// Keycloak, at the URL of a realm, which is also the realm's issuer. What a realm says of a person stands in its userinfo.
import { oidcProvider } from "../protocols/oidc.ts";

export const keycloak = oidcProvider({
  key: "keycloak",
  // Without openid, newer versions refuse the userinfo.
  scopes: ["openid", "profile", "email"],
  pkce: true,
  takesIdTokens: true,
  userinfo: "also",
  endpoints: ({ url = "" }) => {
    const base = `${url}/protocol/openid-connect`;
    return {
      authorize: `${base}/auth`,
      token: `${base}/token`,
      userinfo: `${base}/userinfo`,
      keysUrl: `${base}/certs`,
      issuer: url,
      issuers: [url],
    };
  },
  // A realm signs its access tokens with the same keys, and may address them to us.
  refuses: ({ typ }) => (typ === undefined || typ === "ID" ? undefined : "it is another kind of token"),
});
