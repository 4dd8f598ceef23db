// What an identity provider says of itself: its name, where it signs people in, and whose signatures are its own.
import { X509Certificate } from "node:crypto";
import { type Guard, isSendable } from "../../../kernel/outbound/guarded.ts";
import { NS, REDIRECT_BINDING } from "./names.ts";
import { attributeOf, childrenOf, everyElement, momentOf, readXml, textOf, type XmlElement, XmlProblem } from "./xml.ts";

export interface IdentityProvider {
  entityId: string;
  signInUrl: string;
  /** In base64, as in the metadata. */
  certificates: string[];
  validUntil: Date | null;
  /** How long it may be kept before it is fetched again. */
  cacheSeconds: number | undefined;
}

export const MOST_METADATA_CHARACTERS = 512 * 1024;
const BOUNDS = { characters: MOST_METADATA_CHARACTERS, elements: 10_000, comments: true };
const MOST_CERTIFICATES = 10;
const LONGEST_NAME = 1024;
const LEAST_RSA_BITS = 2048;

/** Throws an XmlProblem that says to an administrator what is wrong. The guard names hosts that may be reached without TLS. */
export function readMetadata(xml: string, guard: Guard): IdentityProvider {
  const root = readXml(xml, BOUNDS);
  const entities = everyElement(root).filter((each) => isNamed(each, "EntityDescriptor"));
  const providers = entities.filter((each) => childrenOf(each, NS.metadata, "IDPSSODescriptor").length === 1);
  const [entity, second] = providers;
  if (!entity || second) throw new XmlProblem("it has to describe exactly one identity provider");
  const [role] = childrenOf(entity, NS.metadata, "IDPSSODescriptor") as [XmlElement];
  const entityId = attributeOf(entity, "entityID") ?? "";
  if (entityId === "" || entityId.length > LONGEST_NAME) throw new XmlProblem("it has no entityID");
  const certificates = certificatesOf(role);
  const validUntil = [root, entity, role].map((each) => momentOf(each, "validUntil")?.getTime() ?? Number.POSITIVE_INFINITY);
  const soonest = Math.min(...validUntil);
  return {
    entityId,
    signInUrl: signInUrlOf(role, guard),
    certificates,
    validUntil: Number.isFinite(soonest) ? new Date(soonest) : null,
    cacheSeconds: secondsOf(attributeOf(entity, "cacheDuration") ?? attributeOf(root, "cacheDuration")),
  };
}

function isNamed(element: XmlElement, name: string): boolean {
  return element.localName === name && element.namespaceURI === NS.metadata;
}

/** This machine, where there is no network in between: for development. */
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function signInUrlOf(role: XmlElement, guard: Guard): string {
  const services = childrenOf(role, NS.metadata, "SingleSignOnService");
  const service = services.find((each) => attributeOf(each, "Binding") === REDIRECT_BINDING);
  const location = attributeOf(service, "Location") ?? "";
  const url = URL.parse(location);
  if (!url || !["https:", "http:"].includes(url.protocol) || location.length > LONGEST_NAME)
    throw new XmlProblem("it has no SingleSignOnService with the HTTP-Redirect binding at a web address");
  // An attacker on the network could send users to a fake sign-in page.
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !isSendable(url.href, guard))
    throw new XmlProblem("its SingleSignOnService has to be at an https address, or at a host of SAML_METADATA_ALLOWED_HOSTS");
  return url.href;
}

/** Those for signing, and those that say nothing of their use. */
function certificatesOf(role: XmlElement): string[] {
  const keys = childrenOf(role, NS.metadata, "KeyDescriptor").filter((each) => attributeOf(each, "use") !== "encryption");
  const elements = keys.flatMap(everyElement).filter((each) => each.localName === "X509Certificate");
  const certificates = [...new Set(elements.map((each) => readCertificate(textOf(each) ?? "")))];
  if (certificates.length === 0) throw new XmlProblem("it has no certificate for signing");
  if (certificates.length > MOST_CERTIFICATES) throw new XmlProblem(`it has more than ${MOST_CERTIFICATES} certificates`);
  return certificates;
}

/** In base64 without line breaks, however it was written. */
function readCertificate(text: string): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(text, "base64"));
  } catch {
    throw new XmlProblem("one of its certificates cannot be read");
  }
  const { publicKey: key, raw } = certificate;
  if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS)
    throw new XmlProblem(`one of its certificates has no RSA key of ${LEAST_RSA_BITS} bits or more`);
  return raw.toString("base64");
}

const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d+)?S)?)?$/;

/** `PT6H` is 21,600. Months and years count as absent: they are too long to matter. */
function secondsOf(duration: string | undefined): number | undefined {
  const [, days, hours, minutes, seconds] = DURATION.exec(duration ?? "") ?? [];
  const total = Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return total > 0 ? total : undefined;
}
