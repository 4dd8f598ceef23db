// Spotify. It hands out addresses that nobody proved, and says so in its documentation: none of them counts as verified.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://accounts.spotify.com", "https://api.spotify.com");

export const spotify = oauth2Provider({
  key: "spotify",
  scopes: ["user-read-email"],
  clientAuthentication: "basic",
  endpoints: (config) => ({ authorize: `${bases(config).web}/authorize`, token: `${bases(config).web}/api/token` }),
  async readProfile({ config, get }) {
    const issuer = `${bases(config).api}/v1`;
    const person = await get(`${issuer}/me`);
    const [image] = Array.isArray(person.images) ? person.images : [];
    return profileOf({
      issuer,
      subject: person.id,
      emails: [{ email: person.email, verified: false, primary: true }],
      claims: { name: person.display_name, picture: asObject(image)?.url },
    });
  },
});
