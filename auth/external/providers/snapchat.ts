// Snapchat. Its fields are requested by name. It seldom gives an address: see EMAIL_OPTIONAL.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://accounts.snapchat.com", "https://kit.snapchat.com");

const SCOPES = "https://auth.snapchat.com/oauth2/api";
const QUERY = encodeURIComponent("{me{externalId displayName bitmoji{avatar} email}}");

export const snapchat = oauth2Provider({
  key: "snapchat",
  scopes: [`${SCOPES}/user.external_id`, `${SCOPES}/user.display_name`, `${SCOPES}/user.bitmoji.avatar`],
  clientAuthentication: "body",
  endpoints: (config) => ({
    authorize: `${bases(config).web}/accounts/oauth2/auth`,
    token: `${bases(config).web}/accounts/oauth2/token`,
  }),
  async readProfile({ config, get }) {
    const { data } = await get(`${bases(config).api}/v1/me?query=${QUERY}`);
    const me = asObject(asObject(data)?.me) ?? {};
    return profileOf({
      issuer: `${bases(config).web}/accounts/oauth2/token`,
      subject: me.externalId,
      emails: [{ email: me.email, verified: true, primary: true }],
      claims: { name: me.displayName, slug: me.displayName, picture: asObject(me.bitmoji)?.avatar },
    });
  },
});
