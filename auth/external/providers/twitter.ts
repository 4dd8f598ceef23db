// Twitter, in the first version of its API. It gives out only addresses that it verified.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth1Provider } from "../protocols/oauth1.ts";
import { profileOf } from "../protocols/person.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://api.twitter.com");

export const twitter = oauth1Provider({
  key: "twitter",
  endpoints: (config) => ({
    requestToken: `${bases(config).api}/oauth/request_token`,
    authorize: `${bases(config).web}/oauth/authenticate`,
    accessToken: `${bases(config).api}/oauth/access_token`,
  }),
  async readProfile({ config, get }) {
    const issuer = bases(config).api;
    const query = "include_entities=false&skip_status=true&include_email=true";
    const person = await get(`${issuer}/1.1/account/verify_credentials.json?${query}`);
    return profileOf({
      issuer,
      subject: person.id_str ?? person.id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: {
        name: person.name,
        picture: person.profile_image_url_https,
        preferred_username: person.screen_name,
        user_name: person.screen_name,
        slug: person.screen_name,
      },
    });
  },
});
