// Test support: answers that must let nobody in, for whoever is called `forger` at the provider.
import { randomUUID } from "node:crypto";
import { type Answering, makeKeys } from "../testing.ts";

/** What somebody makes of an answer that was signed for them, or what a provider says to us that it should not. */
export type Forgery = Answering & { change?: (xml: string) => string };
export const VICTIM = "victim";
const part = (xml: string, name: string) => new RegExp(`<${name}[\\s>][\\s\\S]*</${name}>`).exec(xml)?.[0] ?? "";
const without = (xml: string, piece: string) => xml.replace(piece, () => "");
const assertionIn = (xml: string) => part(xml, "saml:Assertion");
const signatureIn = (xml: string) => part(xml, "ds:Signature");
const unsignedIn = (xml: string) => without(assertionIn(xml), signatureIn(xml));
/** The assertion that the attacker wants to be believed. */
const evil = (xml: string, id = "_evil") =>
  unsignedIn(xml)
    .replace(/ID="[^"]*"/, `ID="${id}"`)
    .replace(">forger<", `>${VICTIM}<`);
const evilSigned = (xml: string, signature: string) => evil(xml).replace("<saml:Subject>", () => `${signature}<saml:Subject>`);
const inPlaceOfAssertion = (xml: string, other: string) => xml.replace(assertionIn(xml), () => other);
const withObject = (signature: string, inner: string) =>
  signature.replace("</ds:Signature>", () => `<ds:Object>${inner}</ds:Object></ds:Signature>`);
const evilResponse = (xml: string, put: (signature: string, original: string) => string) => {
  const signature = signatureIn(xml);
  const original = without(xml, signature);
  const root = original.replace(/ID="[^"]*"/, 'ID="_evil"').replace(">forger<", `>${VICTIM}<`);
  return root.replace("<samlp:Status>", () => `${put(signature, original)}<samlp:Status>`);
};
export const WRAPPED: Record<string, Forgery> = {
  "XSW1: the signed response inside of its signature": { signs: "message", change: (xml) => evilResponse(xml, withObject) },
  "XSW2: the signed response beside its signature": {
    signs: "message",
    change: (xml) => evilResponse(xml, (signature, original) => signature + original),
  },
  "XSW3: another assertion before the signed one": { change: (xml) => inPlaceOfAssertion(xml, evil(xml) + assertionIn(xml)) },
  "XSW3 with its id": {
    change: (xml) => inPlaceOfAssertion(xml, evil(xml, /ID="([^"]*)"/.exec(assertionIn(xml))?.[1]) + assertionIn(xml)),
  },
  "XSW4: the signed assertion inside of another": {
    change: (xml) =>
      inPlaceOfAssertion(
        xml,
        evil(xml).replace("</saml:Assertion>", () => `${assertionIn(xml)}</saml:Assertion>`),
      ),
  },
  "XSW5: the signature in another assertion, the signed one behind it": {
    change: (xml) => inPlaceOfAssertion(xml, evilSigned(xml, signatureIn(xml)) + unsignedIn(xml)),
  },
  "XSW6: the signed assertion inside of the signature of another": {
    change: (xml) =>
      inPlaceOfAssertion(
        xml,
        evilSigned(
          xml,
          signatureIn(xml).replace("</ds:Signature>", () => `${unsignedIn(xml)}</ds:Signature>`),
        ),
      ),
  },
  "XSW7: another assertion in extensions": {
    change: (xml) => inPlaceOfAssertion(xml, `<samlp:Extensions>${evil(xml)}</samlp:Extensions>${assertionIn(xml)}`),
  },
  "XSW8: the signed assertion in an object of the signature of another": {
    change: (xml) => inPlaceOfAssertion(xml, evilSigned(xml, withObject(signatureIn(xml), unsignedIn(xml)))),
  },
  "the signed assertion in another namespace's place": {
    change: (xml) => inPlaceOfAssertion(xml, `${evil(xml)}<x:y xmlns:x="x">${assertionIn(xml)}</x:y>`),
  },
};
/** Signed as they should be, for the right person, at the right time: only a schema has something to say. As text: at the end of the assertion. */
const MISSHAPEN: Record<string, string | ((xml: string) => string)> = {
  "an element that nobody knows in the response": (xml) => xml.replace("<samlp:Status>", "<samlp:Extra/><samlp:Status>"),
  "an element of another's in the response": (xml) => xml.replace("<samlp:Status>", '<x:y xmlns:x="x"/><samlp:Status>'),
  "text in the response": (xml) => xml.replace("<samlp:Status>", "x<samlp:Status>"),
  "the status behind the assertion": (xml) =>
    without(xml, part(xml, "samlp:Status")).replace("</samlp:Response>", () => `${part(xml, "samlp:Status")}</samlp:Response>`),
  "two issuers": (xml) =>
    xml.replace(part(xml, "saml:Issuer").split("</saml:Issuer>")[0] as string, (issuer) => `${issuer}</saml:Issuer>${issuer}`),
  "a response without a moment": (xml) => xml.replace(/ IssueInstant="[^"]*"/, ""),
  "a response of no moment": (xml) => xml.replace(/ IssueInstant="[^"]*"/, ' IssueInstant="now"'),
  "a response without an id": (xml) => xml.replace(/ ID="[^"]*"/, ""),
  "an id that is no name": (xml) => xml.replace(/ ID="[^"]*"/, ' ID="1 2"'),
  "an attribute that nobody knows": (xml) => xml.replace(" Version=", ' Extra="x" Version='),
  "a status with two messages": (xml) =>
    xml.replace("</samlp:Status>", "<samlp:StatusMessage/><samlp:StatusMessage/></samlp:Status>"),
  "an element that nobody knows": "<saml:Extra/>",
  "an element of another's": '<x:y xmlns:x="x"/>',
  "advice behind the statements": "<saml:Advice/>",
  "a statement without attributes": "<saml:AttributeStatement/>",
  "an attribute without a name": "<saml:AttributeStatement><saml:Attribute/></saml:AttributeStatement>",
  "a sign-in that nobody describes": '<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z"/>',
  "a sign-in without a moment":
    "<saml:AuthnStatement><saml:AuthnContext><saml:AuthnContextClassRef>x</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>",
  "text between statements": "x",
};
/** What providers do send, and schemas let them. */
export const LAWFUL = [
  '<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00.123Z" SessionIndex="x"><saml:SubjectLocality Address="192.0.2.1"/><saml:AuthnContext>',
  "<saml:AuthnContextClassRef>x</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>y</saml:AuthenticatingAuthority></saml:AuthnContext></saml:AuthnStatement>",
  '<saml:AttributeStatement><saml:Attribute xmlns:x500="urn:x500" x500:Encoding="LDAP" Name="a" NameFormat="b" FriendlyName="c">',
  '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">v</saml:AttributeValue>',
  "<saml:AttributeValue><saml:NameID>w</saml:NameID></saml:AttributeValue></saml:Attribute></saml:AttributeStatement>",
].join("");
export const FORGED: Record<string, Forgery> = {
  ...WRAPPED,
  "not signed": { signs: "nothing" },
  "signed by another key": { key: makeKeys() },
  "signed, then changed": { change: (xml) => xml.replace(">forger<", `>${VICTIM}<`) },
  "the signature taken away": { change: (xml) => without(xml, signatureIn(xml)) },
  "signed with SHA-1": { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" },
  "a comment that splits the NameID": { change: (xml) => xml.replace(">forger<", "><!---->forger<") },
  "a comment elsewhere": { change: (xml) => xml.replace("<samlp:Status>", "<!-- --><samlp:Status>") },
  "CDATA in the NameID": { change: (xml) => xml.replace(">forger<", "><![CDATA[forger]]><") },
  "a processing instruction": { change: (xml) => xml.replace("<samlp:Status>", "<?x y?><samlp:Status>") },
  "a document type with an entity": { change: (xml) => `<!DOCTYPE x [<!ENTITY e "x">]>${xml}` },
  "entities that grow": {
    change: (xml) => `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${xml.replace(">forger<", ">&b;<")}`,
  },
  "an entity that reads a file": {
    change: (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace(">forger<", ">&e;<")}`,
  },
  "a character that no text holds": { change: (xml) => xml.replace(">forger<", ">forger&#0;<") },
  "two assertions": { change: (xml) => inPlaceOfAssertion(xml, assertionIn(xml) + assertionIn(xml)) },
  "no assertion": { change: (xml) => inPlaceOfAssertion(xml, "") },
  "another audience": { said: { audience: "https://other.example/metadata" } },
  "another recipient": { said: { recipient: "https://other.example/acs" } },
  "another destination": { said: { destination: "https://other.example/acs" } },
  "another provider's name": { said: { issuer: "https://idp.example.com/other" } },
  "an answer to another request": { said: { inResponseTo: `_${randomUUID()}` } },
  "an answer to no request": { said: { inResponseTo: undefined } },
  "past its time": { said: { notOnOrAfter: -61 } },
  "ahead of its time": { said: { notBefore: 62 } },
  "issued in the future": { said: { issued: 62 } },
  "issued long ago, and good for long": { said: { issued: -361 } },
  "a session that is over": { said: { sessionNotOnOrAfter: -1 } },
  "nobody was signed in": { said: { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" } },
  "too large": { said: { inside: `<saml:Advice>${"x".repeat(262_144)}</saml:Advice>` } },
  "too deep": { said: { inside: `${"<saml:Advice>".repeat(40)}${"</saml:Advice>".repeat(40)}` } },
  "too many elements": { said: { inside: "<saml:Advice/>".repeat(2_001) } },
  "unknown conditions": {
    change: (xml) => xml.replace("<saml:AudienceRestriction>", "<saml:Condition/><saml:AudienceRestriction>"),
  },
  ...Object.fromEntries(
    Object.entries(MISSHAPEN).map(([name, change]) => [
      `by no schema: ${name}`,
      typeof change === "string" ? { said: { inside: change } } : { change },
    ]),
  ),
  "a tag that is not closed": { change: (xml) => xml.replace("</samlp:Response>", "") },
  "text behind the end": { change: (xml) => `${xml}x` },
};
