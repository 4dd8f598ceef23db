// Notion. The token belongs to a bot; the person is its owner. What the bot may see is settled there, so it takes no scopes.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const base = (config: ProviderConfig) => baseUrls(config, "https://api.notion.com").api;
const VERSION = { "notion-version": "2021-08-16" };

export const notion = oauth2Provider({
  key: "notion",
  scopes: [],
  takesScopes: false,
  clientAuthentication: "basic",
  tokenHeaders: VERSION,
  authorizeParameters: () => ({ owner: "user" }),
  endpoints: (config) => ({
    authorize: `${baseUrls(config, "https://api.notion.com").web}/v1/oauth/authorize`,
    token: `${base(config)}/v1/oauth/token`,
  }),
  async readProfile({ config, get }) {
    const { bot } = await get(`${base(config)}/v1/users/me`, VERSION);
    const person = asObject(asObject(asObject(bot)?.owner)?.user) ?? {};
    return profileOf({
      issuer: base(config),
      subject: person.id,
      emails: [{ email: asObject(person.person)?.email, verified: true, primary: true }],
      claims: { name: person.name, picture: person.avatar_url },
    });
  },
});
