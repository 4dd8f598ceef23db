// How the claims of OpenID Connect describe a person (Core 5.1).
import type { DescribedPerson } from "./person.ts";
import type { JsonObject } from "./provider_calls.ts";

/** What the provider vouches for: the claims of its token, of its userinfo endpoint, or of both. */
export type PersonClaims = JsonObject & { iss?: string | undefined };

const PERSON = [
  ...["name", "given_name", "family_name", "middle_name", "nickname", "preferred_username"],
  ...["profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale"],
];

/** About the token, the sign-in or the answer, and not about the person. */
const PROTOCOL = [
  ...["iss", "sub", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "typ", "ver", "sid", "session_state"],
  ...["at_hash", "c_hash", "s_hash", "auth_time", "acr", "amr", "email", "email_verified", "updated_at", "ok"],
  // Of Microsoft, for itself.
  ...["aio", "rh", "uti", "idp"],
];

/** An address counts as verified only where the provider says so in these words. */
export function describePerson(claims: PersonClaims, verified = isTrue(claims.email_verified)): DescribedPerson {
  const knownClaims = new Set([...PERSON, ...PROTOCOL]);
  return {
    issuer: claims.iss ?? "",
    subject: claims.sub,
    emails: [{ email: claims.email, verified, primary: true }],
    claims: only(claims, (name) => PERSON.includes(name)),
    customClaims: only(claims, (name) => !knownClaims.has(name)),
  };
}

/** Text is not taken for a boolean: "true" and "false" would both have to be guessed. */
export function isTrue(value: unknown): boolean {
  return value === true;
}

function only(claims: JsonObject, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => wanted(name)));
}
