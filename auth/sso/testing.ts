// Test support: an identity provider on a port of its own. Requests are read, and answers signed and encrypted, by another library than ours.
import { createPrivateKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { type HttpSink, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { formPage } from "../external/testing/form_post.ts";
import { certificateFor } from "./saml/certificate.ts";

interface Entity {
  getMetadata(): string;
}
interface Samlify {
  setSchemaValidator(validator: { validate(xml: string): Promise<string> }): void;
  IdentityProvider(
    settings: object,
  ): Entity & {
    parseLoginRequest(
      sp: Entity,
      binding: "redirect",
      request: { query: Record<string, string>; octetString: string },
    ): Promise<{ extract: { request: { id: string; assertionConsumerServiceUrl: string } } }>;
    createLoginResponse(
      sp: Entity,
      request: object,
      binding: "post",
      user: object,
      render: () => { id: string; context: string },
      encryptThenSign?: boolean,
    ): Promise<{ context: string }>;
  };
  ServiceProvider(settings: object): Entity;
}

/** Its types would bring those of browsers into the program. */
const samlify = createRequire(import.meta.url)("samlify") as Samlify;
// What it reads here was written by us.
samlify.setSchemaValidator({ validate: async () => "ok" });

export interface Person {
  nameId: string;
  format?: string;
  attributes?: Record<string, string[]>;
}

/** What an answer says; each may be a lie. */
export interface Said {
  issuer: string;
  destination: string;
  recipient: string;
  audience: string;
  inResponseTo: string | undefined;
  /** Seconds from now. */
  issued: number;
  notBefore: number;
  notOnOrAfter: number;
  sessionNotOnOrAfter: number | undefined;
  status: string;
  person: Person;
  responseId: string;
  assertionId: string;
  /** Put before the assertion and inside of it, as they are. */
  besides: string;
  inside: string;
}

export interface Answering {
  said?: Partial<Said>;
  /** What is signed: the assertion unless said. */
  signs?: "assertion" | "message" | "both" | "nothing";
  encryptsFor?: { entity: string };
  algorithm?: string;
  /** Another provider's key. */
  key?: Keys;
}

export interface Keys {
  privateKey: string;
  certificate: string;
}

export function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: certificateFor(privateKey, "idp.example.com"),
  };
}

/** As SAML_PRIVATE_KEY has it. */
export function variableOf({ privateKey }: Keys): string {
  return createPrivateKey(privateKey).export({ type: "pkcs1", format: "der" }).toString("base64");
}

export interface TestIdp extends AsyncDisposable {
  url: string;
  entityId: string;
  metadata: string;
  keys: Keys;
  /** Who sits there and signs in. */
  person: Person;
  /** The times of an answer begin here. */
  now: () => Date;
  /** What the browser would post after it has come with this address; the signature of the request is checked. */
  answer(url: string, answering?: Answering): Promise<{ SAMLResponse: string; RelayState: string }>;
  /** Without having been asked. */
  unasked(answering?: Answering): Promise<string>;
  requests: HttpSink["requests"];
}

const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const HTTP_REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/** `spMetadata` is what GET /sso/saml/metadata says. `keys` are the provider's own. `authUrl` is where browsers find auth. */
export async function startIdp(
  spMetadata: () => Promise<string>,
  keys: Keys = makeKeys(),
  authUrl = "https://auth.example.com",
): Promise<TestIdp> {
  const sp = `${authUrl}/sso/saml`;
  const entityId = `https://idp.example.com/${randomUUID()}`;
  const sink = await startHttpSink(async ({ path }) => {
    if (path === "/metadata") return { status: 200, headers: { "content-type": "application/xml" }, body: idp.metadata };
    const fields = await idp.answer(`${sink.url}${path}`);
    return { status: 200, headers: { "content-type": "text/html" }, body: formPage(`${sp}/acs`, fields) };
  });
  const entity = (key: Keys, signing: Signing) => providerEntity({ entityId, url: sink.url }, key, signing);
  const respond = async (inResponseTo: string | undefined, answering: Answering): Promise<string> => {
    const { said: lies = {}, signs = "assertion", encryptsFor, algorithm, key = keys } = answering;
    const reported = { ...defaults(idp, sp, inResponseTo), ...lies };
    const xml = write(reported, idp.now());
    if (signs === "nothing" && !encryptsFor) return Buffer.from(xml).toString("base64");
    const metadata = withSigned(encryptsFor?.entity ?? (await spMetadata()), signs === "assertion" || signs === "both");
    const entityOfSp = samlify.ServiceProvider({ metadata, wantMessageSigned: signs === "message" || signs === "both" });
    const issuer = entity(key, { ...(algorithm && { algorithm }), signs, isEncrypted: encryptsFor !== undefined });
    const render = () => ({ id: reported.responseId, context: xml });
    const { context } = await issuer.createLoginResponse(entityOfSp, {}, "post", {}, render, signs === "message");
    return context;
  };
  const idp: TestIdp = {
    url: sink.url,
    entityId,
    keys,
    metadata: entity(keys, {}).getMetadata(),
    person: { nameId: "ana", attributes: { email: ["ana@company.example"] } },
    now: () => new Date(),
    requests: sink.requests,
    async answer(url, answering = {}) {
      const { searchParams } = new URL(url);
      const query = Object.fromEntries(searchParams);
      const names = ["SAMLRequest", "RelayState", "SigAlg"];
      const octetString = names.map((name) => `${name}=${encodeURIComponent(query[name] ?? "")}`).join("&");
      const asker = samlify.ServiceProvider({ metadata: await spMetadata() });
      const { extract } = await entity(keys, {}).parseLoginRequest(asker, "redirect", { query, octetString });
      return { SAMLResponse: await respond(extract.request.id, answering), RelayState: query.RelayState ?? "" };
    },
    unasked: (answering = {}) => respond(undefined, answering),
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
  return idp;
}

interface Signing {
  algorithm?: string;
  signs?: Answering["signs"];
  isEncrypted?: boolean;
}

function providerEntity(
  { entityId, url }: Pick<TestIdp, "entityId" | "url">,
  key: Keys,
  { algorithm = RSA_SHA256, signs = "assertion", isEncrypted = false }: Signing,
) {
  return samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: algorithm,
    isAssertionEncrypted: isEncrypted,
    messageSigningOrder: "sign-then-encrypt",
    wantAuthnRequestsSigned: true,
    singleSignOnService: [{ Binding: HTTP_REDIRECT, Location: `${url}/sso` }],
    // Nobody is signed out by it, but the library warns whenever it is not there.
    singleLogoutService: [{ Binding: HTTP_REDIRECT, Location: `${url}/slo` }],
    loginResponseTemplate: { context: "", attributes: [] },
    wantMessageSigned: signs === "message" || signs === "both",
  });
}

const withSigned = (metadata: string, isWanted: boolean) =>
  metadata.replace(/WantAssertionsSigned="\w+"/, `WantAssertionsSigned="${isWanted}"`);

function defaults({ entityId, person }: TestIdp, sp: string, inResponseTo: string | undefined): Said {
  return {
    issuer: entityId,
    destination: `${sp}/acs`,
    recipient: `${sp}/acs`,
    audience: `${sp}/metadata`,
    inResponseTo,
    issued: 0,
    notBefore: -10,
    notOnOrAfter: 120,
    sessionNotOnOrAfter: undefined,
    person,
    status: "urn:oasis:names:tc:SAML:2.0:status:Success",
    responseId: `_${randomUUID()}`,
    assertionId: `_${randomUUID()}`,
    besides: "",
    inside: "",
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function write(reported: Said, now: Date): string {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const answers = reported.inResponseTo === undefined ? "" : ` InResponseTo="${reported.inResponseTo}"`;
  const ends = reported.sessionNotOnOrAfter === undefined ? "" : ` SessionNotOnOrAfter="${at(reported.sessionNotOnOrAfter)}"`;
  const { nameId, format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", attributes = {} } = reported.person;
  const statement = Object.entries(attributes).map(([name, values]) => {
    const written = values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join("");
    return `<saml:Attribute Name="${escaped(name)}">${written}</saml:Attribute>`;
  });
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="${reported.responseId}" Version="2.0" IssueInstant="${at(reported.issued)}" Destination="${reported.destination}"${answers}>`,
    `<saml:Issuer>${reported.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${reported.status}"/></samlp:Status>${reported.besides}`,
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${reported.assertionId}" Version="2.0" IssueInstant="${at(reported.issued)}">`,
    `<saml:Issuer>${reported.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${escaped(nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(reported.notOnOrAfter)}" Recipient="${reported.recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${at(reported.notBefore)}" NotOnOrAfter="${at(reported.notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${reported.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(reported.issued)}"${ends}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    ...(statement.length > 0 ? [`<saml:AttributeStatement>${statement.join("")}</saml:AttributeStatement>`] : []),
    `${reported.inside}</saml:Assertion></samlp:Response>`,
  ].join("");
}
