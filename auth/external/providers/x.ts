// X by OAuth 2.0; `twitter` is the same place by OAuth 1.0a. It gives out only an address that was confirmed.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://x.com", "https://api.x.com");

export const x = oauth2Provider({
  key: "x",
  scopes: ["users.email", "tweet.read", "users.read", "offline.access"],
  clientAuthentication: "basic",
  pkce: true,
  endpoints: (config) => ({ authorize: `${bases(config).web}/i/oauth2/authorize`, token: `${bases(config).api}/2/oauth2/token` }),
  async readProfile({ config, get }) {
    const issuer = bases(config).api;
    const person = asObject((await get(`${issuer}/2/users/me?user.fields=confirmed_email,profile_image_url`)).data) ?? {};
    return profileOf({
      issuer,
      subject: person.id,
      emails: [{ email: person.confirmed_email, verified: true, primary: true }],
      claims: {
        name: person.name,
        picture: person.profile_image_url,
        preferred_username: person.username,
        user_name: person.username,
      },
    });
  },
});
