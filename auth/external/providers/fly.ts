// Fly.io. It gives out only addresses that it verified.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://api.fly.io");

export const fly = oauth2Provider({
  key: "fly",
  scopes: ["read"],
  clientAuthentication: "body",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth/authorize`, token: `${bases(config).web}/oauth/token` }),
  async readProfile({ config, get }) {
    // It describes the token, and with it whose it is.
    const person = await get(`${bases(config).api}/oauth/token/info`);
    return profileOf({
      issuer: bases(config).api,
      subject: person.user_id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: { name: person.user_name },
    });
  },
});
