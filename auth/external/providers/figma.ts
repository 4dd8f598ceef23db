// Figma. It gives out only addresses that it verified.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://www.figma.com", "https://api.figma.com");

export const figma = oauth2Provider({
  key: "figma",
  // The narrowest one with name and address; `files:read`, which used to hold them, is deprecated there.
  scopes: ["current_user:read"],
  clientAuthentication: "basic",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth`, token: `${bases(config).api}/v1/oauth/token` }),
  async readProfile({ config, get }) {
    const person = await get(`${bases(config).api}/v1/me`);
    return profileOf({
      issuer: bases(config).api,
      subject: person.id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: { name: person.handle, picture: person.img_url },
    });
  },
});
