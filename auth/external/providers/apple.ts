// Apple. It posts the browser back, and says all that it says in the identity token; the name only at the very first sign-in.
// EXTERNAL_APPLE_SECRET is the signed client secret that the operator made from Apple's key.
import { oidcProvider } from "../protocols/oidc.ts";
import { describePerson } from "../protocols/oidc_person.ts";
import { fullName } from "../protocols/person.ts";
import { asObject, type JsonObject } from "../protocols/provider_calls.ts";
import type { ExternalProvider } from "../provider.ts";

/** Fixed, as Apple documents them: what its discovery says has once changed overnight, against its own tokens. */
const BASE = "https://appleid.apple.com";
const ISSUERS = [BASE, "https://account.apple.com"];

const provider = oidcProvider({
  key: "apple",
  callback: "POST",
  scopes: ["email", "name"],
  takesScopes: false,
  takesIdTokens: true,
  authorizeParameters: () => ({ response_mode: "form_post" }),
  endpoints: ({ url = BASE }) => ({
    authorize: `${url}/auth/authorize`,
    token: `${url}/auth/token`,
    keysUrl: `${url}/auth/keys`,
    issuers: url === BASE ? ISSUERS : [url],
  }),
  describe(claims, { parameters }) {
    // Apple verifies addresses, and says so where it did not: for accounts that an organisation manages.
    const verified = ![false, "false"].includes(claims.email_verified as string | boolean);
    const person = describePerson(claims, verified);
    return { ...person, claims: { ...person.claims, ...nameIn(parameters.user) } };
  },
});

/** Its page knows no parameters but its own. */
export const apple: ExternalProvider = { ...provider, begin: (input) => provider.begin({ ...input, parameters: {} }) };

/** The form's `user` comes by way of the browser, so that only the name is taken from it, which people choose for themselves. */
function nameIn(user: string | undefined): JsonObject {
  const { firstName, lastName } = asObject(asObject(parse(user))?.name) ?? {};
  const name = fullName(firstName, lastName);
  return name === undefined ? {} : { name, given_name: firstName, family_name: lastName };
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
