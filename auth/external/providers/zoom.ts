// Zoom. What may be asked for is set in the app there, so scopes are not sent.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { fullName, profileOf } from "../protocols/person.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://zoom.us", "https://api.zoom.us");

export const zoom = oauth2Provider({
  key: "zoom",
  scopes: [],
  takesScopes: false,
  clientAuthentication: "basic",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth/authorize`, token: `${bases(config).web}/oauth/token` }),
  async readProfile({ config, get }) {
    const person = await get(`${bases(config).api}/v2/users/me`);
    return profileOf({
      issuer: bases(config).api,
      subject: person.id,
      // A number, as its documentation has it.
      emails: [{ email: person.email, verified: person.verified === 1, primary: true }],
      claims: { name: fullName(person.first_name, person.last_name), picture: person.pic_url },
    });
  },
});
