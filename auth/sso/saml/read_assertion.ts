// What a verified assertion says, as plain values.
import { NS, UNSPECIFIED_NAME_ID } from "./names.ts";
import { attributeOf, childrenOf, elementsOf, momentOf, textOf, type XmlElement, XmlProblem } from "./xml.ts";

export interface Assertion {
  id: string;
  version: string | undefined;
  issuer: string | undefined;
  issuedAt: Date;
  nameId: { text: string; format: string } | undefined;
  confirmations: Confirmation[];
  conditions: Conditions;
  /** When the session at the provider ends; null where it says nothing. Undefined where nobody was signed in. */
  sessionEnd: Date | null | undefined;
  attributes: Attribute[];
}

export interface Confirmation {
  method: string | undefined;
  recipient: string | undefined;
  inResponseTo: string | undefined;
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
}

export interface Conditions {
  notBefore: Date | undefined;
  notOnOrAfter: Date | undefined;
  /** Each has to be met by one of its names. */
  audiences: string[][];
  /** Names of conditions that nobody here knows how to meet. */
  unknown: string[];
}

export interface Attribute {
  name: string;
  friendlyName: string | undefined;
  values: string[];
}

const KNOWN_CONDITIONS = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"];

export function readAssertion(assertion: XmlElement): Assertion {
  const child = (name: string) => atMostOne(childrenOf(assertion, NS.assertion, name), name);
  const subject = child("Subject");
  const conditions = child("Conditions");
  const issuedAt = momentOf(assertion, "IssueInstant");
  const id = attributeOf(assertion, "ID");
  if (!id || !issuedAt || !subject || !conditions)
    throw new XmlProblem("the assertion has no ID, IssueInstant, Subject or Conditions");
  return {
    id,
    version: attributeOf(assertion, "Version"),
    issuer: textOf(child("Issuer")),
    issuedAt,
    nameId: nameIdOf(subject),
    confirmations: childrenOf(subject, NS.assertion, "SubjectConfirmation").map(readConfirmation),
    conditions: readConditions(conditions),
    sessionEnd: sessionEndOf(childrenOf(assertion, NS.assertion, "AuthnStatement")),
    attributes: childrenOf(assertion, NS.assertion, "AttributeStatement")
      .flatMap((each) => childrenOf(each, NS.assertion, "Attribute"))
      .map(readAttribute),
  };
}

function nameIdOf(subject: XmlElement): Assertion["nameId"] {
  const nameId = atMostOne(childrenOf(subject, NS.assertion, "NameID"), "NameID");
  const text = textOf(nameId);
  return text ? { text, format: attributeOf(nameId, "Format") ?? UNSPECIFIED_NAME_ID } : undefined;
}

function readConfirmation(confirmation: XmlElement): Confirmation {
  const data = atMostOne(childrenOf(confirmation, NS.assertion, "SubjectConfirmationData"), "SubjectConfirmationData");
  return {
    method: attributeOf(confirmation, "Method"),
    recipient: attributeOf(data, "Recipient"),
    inResponseTo: attributeOf(data, "InResponseTo"),
    notBefore: momentOf(data, "NotBefore"),
    notOnOrAfter: momentOf(data, "NotOnOrAfter"),
  };
}

function readConditions(conditions: XmlElement): Conditions {
  const restrictions = childrenOf(conditions, NS.assertion, "AudienceRestriction");
  return {
    notBefore: momentOf(conditions, "NotBefore"),
    notOnOrAfter: momentOf(conditions, "NotOnOrAfter"),
    audiences: restrictions.map((each) => childrenOf(each, NS.assertion, "Audience").map((audience) => textOf(audience) ?? "")),
    unknown: elementsOf(conditions)
      .filter((each) => each.namespaceURI !== NS.assertion || !KNOWN_CONDITIONS.includes(each.localName ?? ""))
      .map((each) => each.localName ?? ""),
  };
}

function sessionEndOf(statements: readonly XmlElement[]): Date | null | undefined {
  if (statements.length === 0) return undefined;
  const ends = statements.map((each) => momentOf(each, "SessionNotOnOrAfter")).filter((end) => end !== undefined);
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** Values that hold elements are none: nobody says how to read them. */
function readAttribute(attribute: XmlElement): Attribute {
  const values = childrenOf(attribute, NS.assertion, "AttributeValue").map(textOf);
  return {
    name: attributeOf(attribute, "Name") ?? "",
    friendlyName: attributeOf(attribute, "FriendlyName"),
    values: values.filter((value) => value !== undefined).filter((value) => value !== ""),
  };
}

function atMostOne(elements: readonly XmlElement[], name: string): XmlElement | undefined {
  if (elements.length > 1) throw new XmlProblem(`the assertion has more than one ${name}`);
  return elements[0];
}
