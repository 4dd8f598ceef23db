// GitHub, in the cloud or an Enterprise Server of one's own.
import type { ProviderConfig } from "../../config.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const web = ({ url }: ProviderConfig) => url ?? "https://github.com";

/** An Enterprise Server has its API below its own address. */
const api = ({ url, apiUrl }: ProviderConfig) => apiUrl ?? (url === undefined ? "https://api.github.com" : `${url}/api/v3`);

export const github = oauth2Provider({
  key: "github",
  scopes: ["user:email"],
  clientAuthentication: "body",
  pkce: true,
  endpoints: (config) => ({
    authorize: `${web(config)}/login/oauth/authorize`,
    token: `${web(config)}/login/oauth/access_token`,
  }),
  async readProfile({ config, get, getList }) {
    const person = await get(`${api(config)}/user`);
    // The address in the person's profile is the one they show, which says nothing about whose it is.
    const emails = (await getList(`${api(config)}/user/emails`)).map((each) => asObject(each) ?? {});
    return profileOf({
      issuer: api(config),
      subject: person.id,
      emails: emails.map(({ email, verified, primary }) => ({ email, verified: verified === true, primary: primary === true })),
      claims: { name: person.name, picture: person.avatar_url, preferred_username: person.login, user_name: person.login },
    });
  },
});
