// GitLab, in the cloud or an instance of one's own.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf, readText } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://gitlab.com");

export const gitlab = oauth2Provider({
  key: "gitlab",
  scopes: ["read_user"],
  clientAuthentication: "body",
  pkce: true,
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth/authorize`, token: `${bases(config).web}/oauth/token` }),
  async readProfile({ config, get, getList }) {
    const issuer = bases(config).api;
    const person = await get(`${issuer}/api/v4/user`);
    const others = (await getList(`${issuer}/api/v4/user/emails`)).map((each) => asObject(each)?.email);
    return profileOf({
      issuer,
      subject: person.id,
      emails: [
        // A date says when the account's own address was proven. The others may wait for it for ever.
        { email: person.email, verified: readText(person.confirmed_at) !== undefined, primary: true },
        ...others.map((email) => ({ email, verified: false, primary: false })),
      ],
      claims: { name: person.name, picture: person.avatar_url, preferred_username: person.username, user_name: person.username },
    });
  },
});
