// Bitbucket Cloud. Scopes belong to the client's registration there, so it takes none from us but its own.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://bitbucket.org", "https://api.bitbucket.org");

export const bitbucket = oauth2Provider({
  key: "bitbucket",
  scopes: ["account", "email"],
  takesScopes: false,
  clientAuthentication: "basic",
  endpoints: (config) => ({
    authorize: `${bases(config).web}/site/oauth2/authorize`,
    token: `${bases(config).web}/site/oauth2/access_token`,
  }),
  async readProfile({ config, get }) {
    const issuer = `${bases(config).api}/2.0`;
    const person = await get(`${issuer}/user`);
    const { values } = await get(`${issuer}/user/emails`);
    const emails = (Array.isArray(values) ? values : []).map((each) => asObject(each) ?? {});
    return profileOf({
      issuer,
      subject: person.uuid,
      emails: emails.map(({ email, is_confirmed, is_primary }) => ({
        email,
        verified: is_confirmed === true,
        primary: is_primary === true,
      })),
      claims: {
        name: person.display_name,
        picture: asObject(asObject(person.links)?.avatar)?.href,
        preferred_username: person.username,
        user_name: person.username,
      },
    });
  },
});
