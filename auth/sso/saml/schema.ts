// Whether a response follows the schemas of SAML 2.0 and XML signatures: elements, their order and number, attributes and text.
// Unused extensions, such as custom statement types, are rejected.
import { NS } from "./names.ts";
import { elementsOf, isMoment, type XmlElement, XmlProblem } from "./xml.ts";

/** `content`: the children by name, each followed by a blank; or text; or anything. `*`: foreign attributes too. */
interface Shape {
  attributes?: string;
  content: RegExp | "text" | "any";
}

const NAME_ID: Shape = { attributes: "NameQualifier SPNameQualifier Format SPProvidedID", content: "text" };
const WHO = "(saml:NameID |saml:EncryptedID )";
const ENCRYPTED: Shape = { content: /^xenc:EncryptedData (xenc:EncryptedKey )*$/ };
const ALGORITHM: Shape = { attributes: "Algorithm!", content: "any" };

const SHAPES: Readonly<Record<string, Shape>> = {
  "samlp:Response": {
    attributes: "ID! Version! IssueInstant! InResponseTo Destination Consent",
    content: /^(saml:Issuer )?(ds:Signature )?(samlp:Extensions )?samlp:Status (saml:Assertion |saml:EncryptedAssertion )*$/,
  },
  "samlp:Extensions": { content: "any" },
  "samlp:Status": { content: /^samlp:StatusCode (samlp:StatusMessage )?(samlp:StatusDetail )?$/ },
  "samlp:StatusCode": { attributes: "Value!", content: /^(samlp:StatusCode )?$/ },
  "samlp:StatusMessage": { content: "text" },
  "samlp:StatusDetail": { content: "any" },
  "saml:Assertion": {
    attributes: "ID! Version! IssueInstant!",
    content:
      /^saml:Issuer (ds:Signature )?(saml:Subject )?(saml:Conditions )?(saml:Advice )?(saml:AuthnStatement |saml:AuthzDecisionStatement |saml:AttributeStatement )*$/,
  },
  "saml:Issuer": NAME_ID,
  "saml:NameID": NAME_ID,
  "saml:Subject": { content: new RegExp(`^(${WHO}(saml:SubjectConfirmation )*|(saml:SubjectConfirmation )+)$`) },
  "saml:SubjectConfirmation": { attributes: "Method!", content: new RegExp(`^${WHO}?(saml:SubjectConfirmationData )?$`) },
  "saml:SubjectConfirmationData": { attributes: "NotBefore NotOnOrAfter Recipient InResponseTo Address *", content: "any" },
  "saml:Conditions": {
    attributes: "NotBefore NotOnOrAfter",
    content: /^(saml:AudienceRestriction |saml:OneTimeUse |saml:ProxyRestriction )*$/,
  },
  "saml:AudienceRestriction": { content: /^(saml:Audience )+$/ },
  "saml:Audience": { content: "text" },
  "saml:OneTimeUse": { content: /^$/ },
  "saml:ProxyRestriction": { attributes: "Count", content: /^(saml:Audience )*$/ },
  "saml:Advice": { content: "any" },
  "saml:AuthnStatement": {
    attributes: "AuthnInstant! SessionIndex SessionNotOnOrAfter",
    content: /^(saml:SubjectLocality )?saml:AuthnContext $/,
  },
  "saml:SubjectLocality": { attributes: "Address DNSName", content: /^$/ },
  "saml:AuthnContext": {
    content:
      /^(saml:AuthnContextClassRef (saml:AuthnContextDecl |saml:AuthnContextDeclRef )?|saml:AuthnContextDecl |saml:AuthnContextDeclRef )(saml:AuthenticatingAuthority )*$/,
  },
  "saml:AuthnContextClassRef": { content: "text" },
  "saml:AuthnContextDecl": { content: "any" },
  "saml:AuthnContextDeclRef": { content: "text" },
  "saml:AuthenticatingAuthority": { content: "text" },
  "saml:AuthzDecisionStatement": { attributes: "Resource! Decision!", content: "any" },
  "saml:AttributeStatement": { content: /^(saml:Attribute |saml:EncryptedAttribute )+$/ },
  "saml:Attribute": { attributes: "Name! NameFormat FriendlyName *", content: /^(saml:AttributeValue )*$/ },
  "saml:AttributeValue": { attributes: "*", content: "any" },
  "saml:EncryptedAssertion": ENCRYPTED,
  "saml:EncryptedID": ENCRYPTED,
  "saml:EncryptedAttribute": ENCRYPTED,
  "xenc:EncryptedData": { attributes: "Id Type MimeType Encoding", content: "any" },
  "xenc:EncryptedKey": { attributes: "Id Type MimeType Encoding Recipient", content: "any" },
  "ds:Signature": { attributes: "Id", content: /^ds:SignedInfo ds:SignatureValue (ds:KeyInfo )?$/ },
  "ds:SignedInfo": { attributes: "Id", content: /^ds:CanonicalizationMethod ds:SignatureMethod ds:Reference $/ },
  "ds:CanonicalizationMethod": ALGORITHM,
  "ds:SignatureMethod": ALGORITHM,
  "ds:Reference": { attributes: "Id URI! Type", content: /^ds:Transforms ds:DigestMethod ds:DigestValue $/ },
  "ds:Transforms": { content: /^(ds:Transform )+$/ },
  "ds:Transform": ALGORITHM,
  "ds:DigestMethod": ALGORITHM,
  "ds:DigestValue": { content: "text" },
  "ds:SignatureValue": { attributes: "Id", content: "text" },
  "ds:KeyInfo": { attributes: "Id", content: "any" },
};

const PREFIXES = new Map<string | null, string>([
  [NS.protocol, "samlp:"],
  [NS.assertion, "saml:"],
  [NS.signature, "ds:"],
  [NS.encryption, "xenc:"],
]);
const nameOf = ({ namespaceURI, localName }: XmlElement) => `${PREFIXES.get(namespaceURI) ?? "other:"}${localName}`;

export function requireSchema(element: XmlElement): void {
  const name = nameOf(element);
  const shape = SHAPES[name];
  if (!shape) throw new XmlProblem(`${element.localName} is not known here`);
  requireAttributes(element, shape);
  const children = elementsOf(element);
  if (shape.content === "any") return;
  if (shape.content === "text") {
    if (children.length > 0) throw new XmlProblem(`${element.localName} holds elements`);
    return;
  }
  if (!shape.content.test(children.map((child) => `${nameOf(child)} `).join("")))
    throw new XmlProblem(`${element.localName} does not hold what it should`);
  if (Array.from(element.childNodes).some((node) => !children.includes(node) && (node.textContent ?? "").trim() !== ""))
    throw new XmlProblem(`${element.localName} holds text`);
  for (const child of children) requireSchema(child);
}

/** An id is a name of XML. */
const ID = (text: string) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(text);
const TYPES: Readonly<Record<string, (text: string) => boolean>> = {
  ID,
  InResponseTo: ID,
  IssueInstant: isMoment,
  AuthnInstant: isMoment,
  SessionNotOnOrAfter: isMoment,
  NotBefore: isMoment,
  NotOnOrAfter: isMoment,
  Count: (text) => /^\d{1,9}$/.test(text),
};

const SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

function requireAttributes(element: XmlElement, { attributes = "", content }: Shape): void {
  const allowed = attributes.split(" ");
  const present = Array.from(element.attributes).filter(({ name }) => !/^xmlns(:|$)/.test(name));
  const missing = allowed.find((each) => each.endsWith("!") && !element.hasAttribute(each.slice(0, -1)));
  if (missing) throw new XmlProblem(`${element.localName} has no ${missing.slice(0, -1)}`);
  for (const { name, value, namespaceURI } of present) {
    const isAside = namespaceURI === SCHEMA_INSTANCE && (content === "any" || name.endsWith(":schemaLocation"));
    const isOfOthers = allowed.includes("*") && name.includes(":");
    if (!isAside && !isOfOthers && !allowed.includes(name) && !allowed.includes(`${name}!`))
      throw new XmlProblem(`${element.localName} has an attribute that it should not have`);
    if (TYPES[name]?.(value) === false) throw new XmlProblem(`${name} of ${element.localName} is misshapen`);
  }
}
