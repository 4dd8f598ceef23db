// LinkedIn as it was before OpenID Connect, for clients that were registered then. New ones use linkedin_oidc.
import type { ProviderConfig } from "../../config.ts";
import { baseUrls } from "../protocols/base_urls.ts";
import { oauth2Provider } from "../protocols/oauth2.ts";
import { fullName, profileOf } from "../protocols/person.ts";
import { asObject } from "../protocols/provider_calls.ts";

const bases = (config: ProviderConfig) => baseUrls(config, "https://www.linkedin.com", "https://api.linkedin.com");

export const linkedin = oauth2Provider({
  key: "linkedin",
  scopes: ["r_emailaddress", "r_liteprofile"],
  clientAuthentication: "body",
  endpoints: (config) => ({
    authorize: `${bases(config).web}/oauth/v2/authorization`,
    token: `${bases(config).web}/oauth/v2/accessToken`,
  }),
  async readProfile({ config, get }) {
    const { api } = bases(config);
    const person = await get(`${api}/v2/me?projection=(id,firstName,lastName,profilePicture(displayImage~:playableStreams))`);
    const addresses = await get(`${api}/v2/emailAddress?q=members&projection=(elements*(handle~))`);
    const handle = asObject(first(addresses.elements)?.["handle~"]);
    return profileOf({
      issuer: api,
      subject: person.id,
      emails: [{ email: handle?.emailAddress, verified: true, primary: true }],
      claims: {
        name: fullName(inOwnLanguage(person.firstName), inOwnLanguage(person.lastName)),
        picture: pictureOf(person.profilePicture),
      },
    });
  },
});

/** A text comes in several languages, and names the one that its owner prefers. */
function inOwnLanguage(text: unknown): unknown {
  const { preferredLocale, localized } = asObject(text) ?? {};
  const { language, country } = asObject(preferredLocale) ?? {};
  return asObject(localized)?.[`${language}_${country}`];
}

function pictureOf(picture: unknown): unknown {
  const image = asObject(asObject(picture)?.["displayImage~"]);
  return first(first(image?.elements)?.identifiers)?.identifier;
}

function first(list: unknown) {
  return Array.isArray(list) ? asObject(list[0]) : undefined;
}
