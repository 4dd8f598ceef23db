// Which attributes of an assertion are stored with a user. They are stored as user metadata, because only the provider states them.
// They cannot set roles, link other accounts, or change what this service has verified.
import { readEmail } from "../users/address.ts";
import { EMAIL_NAME_ID, TRANSIENT_NAME_ID } from "./saml/names.ts";
import type { Assertion, Attribute } from "./saml/read_assertion.ts";

export interface MappedAttribute {
  /** Of the attribute, by its name or its friendly name. */
  name?: string;
  /** The first of these that is there. */
  names?: readonly string[];
  default?: unknown;
  /** All values, not the first alone. */
  array?: boolean;
}

export interface AttributeMapping {
  keys?: Readonly<Record<string, MappedAttribute>>;
}

export interface VouchedPerson {
  subject: string;
  email: string;
  claims: Record<string, unknown>;
}

const SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id";
const EMAIL_ATTRIBUTES = [
  ...["urn:oid:0.9.2342.19200300.100.1.3", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"],
  ...["http://schemas.xmlsoap.org/claims/EmailAddress", "mail", "Mail", "email"],
];
const LONGEST_SUBJECT = 512;

/** The provider's permanent id of the person; undefined where there is none. */
export function subjectOf({ nameId, attributes }: Assertion): string | undefined {
  const lasting = nameId && nameId.format !== TRANSIENT_NAME_ID ? nameId.text : undefined;
  const subject = valuesOf(attributes, SUBJECT_ID)[0] ?? lasting;
  return subject !== undefined && subject.length <= LONGEST_SUBJECT ? subject : undefined;
}

export function claimsOf({ attributes }: Pick<Assertion, "attributes">, mapping: AttributeMapping): Record<string, unknown> {
  const claims = Object.entries(mapping.keys ?? {}).map(([key, rule]): [string, unknown] => {
    const names = [...(rule.name === undefined ? [] : [rule.name]), ...(rule.names ?? [])];
    const values = names.map((name) => valuesOf(attributes, name)).find((list) => list.length > 0);
    if (!values) return [key, rule.default];
    return [key, rule.array ? values : values[0]];
  });
  return Object.fromEntries(claims.filter(([key, value]) => value !== undefined && key !== "__proto__"));
}

/** By the mapping, else by the names that most providers use, else the NameID where that is an address. */
export function emailOf(
  { attributes, nameId }: Pick<Assertion, "attributes"> & Partial<Assertion>,
  claims: Readonly<Record<string, unknown>>,
): string | undefined {
  const attribute = EMAIL_ATTRIBUTES.map((name) => valuesOf(attributes, name)[0]).find((value) => value !== undefined);
  const mapped = [claims.email].flat()[0];
  const fromNameId = nameId?.format === EMAIL_NAME_ID ? nameId.text : undefined;
  const email = typeof mapped === "string" && mapped !== "" ? mapped : (attribute ?? fromNameId);
  try {
    return email === undefined ? undefined : readEmail(email);
  } catch {
    return undefined;
  }
}

function valuesOf(attributes: readonly Attribute[], name: string): string[] {
  return attributes.filter((each) => each.name === name || each.friendlyName === name).flatMap(({ values }) => values);
}
