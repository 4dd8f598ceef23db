// Twitch. It gives out only addresses that it verified, and wants the client's id with every call.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://id.twitch.tv", "https://api.twitch.tv");

export const twitch = oauth2Provider({
  key: "twitch",
  scopes: ["user:read:email"],
  clientAuthentication: "body",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth2/authorize`, token: `${bases(config).web}/oauth2/token` }),
  async readProfile({ config, get }) {
    const issuer = bases(config).api;
    const { data } = await get(`${issuer}/helix/users`, { "client-id": config.clientIds[0] ?? "" });
    const person = (Array.isArray(data) ? asObject(data[0]) : undefined) ?? {};
    return profileOf({
      issuer,
      subject: person.id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: { name: person.login, nickname: person.display_name, slug: person.display_name, picture: person.profile_image_url },
      customClaims: {
        broadcaster_type: person.broadcaster_type,
        description: person.description,
        type: person.type,
        offline_image_url: person.offline_image_url,
      },
    });
  },
});
