// A person as a provider describes them, in the words and within the bounds of this service. A provider may send anything at all.
import { readEmail } from "../../users/address.ts";
import { isWebLink } from "../../users/web_link.ts";
import { type ExternalProfile, ProviderError } from "../provider.ts";
import type { JsonObject } from "./provider_calls.ts";

export interface DescribedPerson {
  /** The provider, as it names itself. */
  issuer: string;
  /** Its id of the person. */
  subject: unknown;
  emails: readonly DescribedEmail[];
  /** By their names in the identity's data: `name`, `picture`, `user_name`, ... What is no text is left out. */
  claims: JsonObject;
  /** What only this provider knows. */
  customClaims?: JsonObject;
}

export interface DescribedEmail {
  email: unknown;
  /** True only where the provider says so, or hands out none that it did not verify. */
  verified: boolean;
  primary: boolean;
}

const LONGEST_SUBJECT = 255;
const LONGEST_TEXT = 2048;
const MOST_EMAILS = 50;
const MOST_CUSTOM_CLAIMS = 50;
const MOST_DEPTH = 4;
const LINKS = ["picture", "profile", "website"];

export function profileOf({ issuer, subject, emails, claims, customClaims = {} }: DescribedPerson): ExternalProfile {
  const id = readSubject(subject);
  if (id === undefined) throw new ProviderError("profile", "the provider does not say who the person is");
  const readable = readEmails(emails);
  const used = readable.find(({ primary }) => primary) ?? readable.at(-1);
  const texts = pick(claims, readText);
  for (const name of LINKS) if (!isWebLink(texts[name])) delete texts[name];
  const custom = pick(customClaims, cleanJson);
  return {
    subject: id,
    emails: readable,
    metadata: {
      ...texts,
      // Each under two names: the standard's, and the one that clients of the first version look for.
      ...(texts.name !== undefined && { full_name: texts.full_name ?? texts.name }),
      ...(texts.picture !== undefined && { avatar_url: texts.picture }),
      ...(Object.keys(custom).length > 0 && { custom_claims: custom }),
      ...(used && { email: used.email }),
      email_verified: used?.verified ?? false,
      phone_verified: false,
      iss: issuer,
      sub: id,
      provider_id: id,
    },
  };
}

/** Both parts of a name, or the one that is there. */
export function fullName(first: unknown, last: unknown): string | undefined {
  return [first, last].map(readText).filter(Boolean).join(" ").trim() || undefined;
}

/** Text that the database can hold, and that is not there to fill it. A cut address would be a wrong one, so long ones are left out. */
export function readText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > LONGEST_TEXT) return undefined;
  return value.toWellFormed().replaceAll("\0", "").trim() || undefined;
}

/**
 * Ids are compared exactly, as text. A value that needs correction is refused, and so is 0: servers that have no id send it for everybody.
 */
export function readSubject(subject: unknown): string | undefined {
  const text = typeof subject === "number" && Number.isSafeInteger(subject) && subject > 0 ? String(subject) : subject;
  return typeof text === "string" && text.length <= LONGEST_SUBJECT && readText(text) === text ? text : undefined;
}

function readEmails(emails: readonly DescribedEmail[]): ExternalProfile["emails"] {
  const read = emails.flatMap(({ email, ...rest }) => {
    const address = readAddress(email);
    return address === undefined ? [] : [{ email: address, ...rest }];
  });
  // The primary one must not fall off the end of the list.
  return read.sort((a, b) => Number(b.primary) - Number(a.primary)).slice(0, MOST_EMAILS);
}

function readAddress(email: unknown): string | undefined {
  try {
    return typeof email === "string" ? readEmail(email) : undefined;
  } catch {
    // An address that cannot receive mail counts as absent.
    return undefined;
  }
}

function pick<Value>(record: JsonObject, read: (value: unknown) => Value | undefined): Record<string, Value> {
  const picked = Object.entries(record).flatMap(([key, value]): [string, Value][] => {
    const name = readText(key);
    const clean = read(value);
    return name === undefined || name === "__proto__" || clean === undefined ? [] : [[name, clean]];
  });
  return Object.fromEntries(picked.slice(0, MOST_CUSTOM_CLAIMS));
}

function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return readText(value);
  if (typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value !== "object" || value === null || depth >= MOST_DEPTH) return undefined;
  const inner = (each: unknown) => cleanJson(each, depth + 1);
  return Array.isArray(value)
    ? value
        .slice(0, MOST_CUSTOM_CLAIMS)
        .map(inner)
        .filter((each) => each !== undefined)
    : pick(value as JsonObject, inner);
}
