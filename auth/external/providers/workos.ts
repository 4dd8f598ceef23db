// WorkOS, which stands before the identity providers of companies. It knows no scopes; the caller says which of them is meant.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { fullName, profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://api.workos.com");

export const workos = oauth2Provider({
  key: "workos",
  scopes: [],
  takesScopes: false,
  clientAuthentication: "body",
  // `provider` names the provider to us, so that callers have another word for WorkOS's own.
  authorizeParameters: ({ parameters: { workos_provider } }) => ({ workos_provider: undefined, provider: workos_provider }),
  endpoints: (config) => ({ authorize: `${bases(config).web}/sso/authorize`, token: `${bases(config).api}/sso/token` }),
  readProfile({ config, tokens, receive }) {
    const person = asObject(tokens.answer.profile) ?? {};
    receive?.("profile", person);
    return profileOf({
      issuer: bases(config).api,
      subject: person.id,
      emails: [{ email: person.email, verified: true, primary: true }],
      claims: { name: fullName(person.first_name, person.last_name) },
      customClaims: { connection_id: person.connection_id, organization_id: person.organization_id },
    });
  },
});
