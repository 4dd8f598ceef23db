// Facebook. It gives out only addresses that it verified, and wants each call signed with the client's secret.
import { createHmac } from "node:crypto";
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { fullName, profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";
import type { ExternalProvider } from "../provider.ts";
import { checkFacebookIdToken } from "./facebook_id_token.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://www.facebook.com", "https://graph.facebook.com");

const byRedirect = oauth2Provider({
  key: "facebook",
  scopes: ["email"],
  clientAuthentication: "body",
  endpoints: (config) => ({ authorize: `${bases(config).web}/dialog/oauth`, token: `${bases(config).api}/oauth/access_token` }),
  async readProfile({ config, tokens, get }) {
    const proof = createHmac("sha256", config.secret ?? "")
      .update(tokens.accessToken)
      .digest("hex");
    const query = new URLSearchParams({ fields: "email,first_name,last_name,name,picture", appsecret_proof: proof });
    const person = await get(`${bases(config).api}/me?${query}`);
    return profileOf({
      issuer: bases(config).api,
      subject: person.id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: {
        name: fullName(person.first_name, person.last_name) ?? person.name,
        nickname: person.name,
        slug: person.name,
        picture: asObject(asObject(person.picture)?.data)?.url,
      },
    });
  },
});

/** Apps may bring an identity token of its Limited Login instead. */
export const facebook: ExternalProvider = { ...byRedirect, checkIdToken: checkFacebookIdToken };
