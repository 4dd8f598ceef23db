// Slack as it was before OpenID Connect, for apps that were registered then. New ones use slack_oidc.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { profileOf } from "../protocols/person.ts";
import { ProviderError } from "../provider.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://slack.com");

export const slack = oauth2Provider({
  key: "slack",
  scopes: ["profile", "email", "openid"],
  clientAuthentication: "body",
  endpoints: (config) => ({ authorize: `${bases(config).web}/oauth/authorize`, token: `${bases(config).api}/api/oauth.access` }),
  async readProfile({ config, get }) {
    const issuer = bases(config).api;
    const person = await get(`${issuer}/api/openid.connect.userInfo`);
    // Slack refuses with status 200.
    if (person.ok !== true) throw new ProviderError("profile", "the provider refused to describe the person");
    return profileOf({
      issuer,
      subject: person["https://slack.com/user_id"],
      // It verifies before it hands out; where it says otherwise all the same, it is believed.
      emails: [{ email: person.email, verified: person.email_verified !== false, primary: true }],
      claims: { name: person.name, picture: person.picture },
      customClaims: { "https://slack.com/team_id": person["https://slack.com/team_id"] },
    });
  },
});
