// How the claims of a provider that an operator has described become a person: by their usual names, or by those that the operator says.
import type { CustomProvider } from "../config.ts";
import { isTrue, type PersonClaims } from "./protocols/oidc_person.ts";
import type { DescribedPerson } from "./protocols/person.ts";
import type { JsonObject } from "./protocols/provider_calls.ts";

type Mapping = Pick<CustomProvider, "provider_type" | "attribute_mapping" | "custom_claims_allowlist">;

const TEXTS = [
  ...["name", "full_name", "given_name", "family_name", "middle_name", "nickname", "user_name", "preferred_username"],
  ...["profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale"],
];

export function describeMapped(
  claims: PersonClaims,
  { provider_type: type, attribute_mapping: mapping, ...rest }: Mapping,
): DescribedPerson {
  const read = (name: string) => claimAt(claims, sourceOf(mapping, name) ?? name);
  const subject = type === "oidc" ? claims.sub : mapping.sub === undefined ? (claims.sub ?? claims.id) : read("sub");
  return {
    issuer: claims.iss ?? "",
    subject,
    emails: [{ email: read("email"), verified: isVerified(claims, mapping), primary: true }],
    claims: Object.fromEntries(TEXTS.map((name) => [name, read(name)])),
    customClaims: Object.fromEntries(
      rest.custom_claims_allowlist.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]),
    ),
  };
}

/**
 * The provider's `email_verified` says nothing about an address from another claim, which the person may have entered. For such a claim
 * the operator names the one that verifies it.
 */
function isVerified(claims: PersonClaims, mapping: Mapping["attribute_mapping"]): boolean {
  const isUsual = (sourceOf(mapping, "email") ?? "email") === "email";
  const vouches = mapping.email_verified ?? (isUsual ? "email_verified" : false);
  return typeof vouches === "boolean" ? vouches : isTrue(claimAt(claims, vouches));
}

function sourceOf(mapping: Mapping["attribute_mapping"], name: string): string | undefined {
  const source = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
  return typeof source === "string" ? source : undefined;
}

/** By its name, which may have dots in it; else by a path. */
function claimAt(claims: JsonObject, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split(".").reduce<unknown>((value, name) => {
    return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  }, claims);
}
