// Finds the one assertion in a response that the provider has signed.
// Everything read later comes from the bytes that the signature covers, as the library returns them, and from nothing else in the request.
import { promisify } from "node:util";
import { requireSoundEncryption, requireSoundSignatures } from "./inspect.ts";
import { openSaml } from "./library.ts";
import { NS } from "./names.ts";
import type { IdentityProvider } from "./read_metadata.ts";
import { requireSchema } from "./schema.ts";
import type { ServiceProvider } from "./service_provider.ts";
import { childrenOf, everyElement, readXml, type XmlElement, XmlProblem } from "./xml.ts";

export interface VerifiedResponse {
  /** The whole answer. Where only the assertion is signed, nobody vouches for what is around it. */
  response: XmlElement;
  assertion: XmlElement;
}

export const MOST_RESPONSE_CHARACTERS = 256 * 1024;
const BOUNDS = { characters: MOST_RESPONSE_CHARACTERS, elements: 2_000 };

/** The answer as it was posted, in the one shape that is taken. */
export function readResponse(posted: string): { xml: string; response: XmlElement } {
  if (posted.length > MOST_RESPONSE_CHARACTERS * 2) throw new XmlProblem("it is too long");
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(posted)) throw new XmlProblem("it is not in base64");
  let xml: string;
  try {
    xml = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(posted, "base64"));
  } catch {
    throw new XmlProblem("it is not UTF-8");
  }
  const response = readXml(xml, BOUNDS);
  if (response.localName !== "Response" || response.namespaceURI !== NS.protocol) throw new XmlProblem("it is no Response");
  return { xml, response };
}

/** Throws where nothing that counts was signed by the provider. */
export async function verifyResponse(
  posted: string,
  idp: Pick<IdentityProvider, "certificates">,
  sp: ServiceProvider,
): Promise<VerifiedResponse> {
  const { xml, response } = readResponse(posted);
  const plain = childrenOf(response, NS.assertion, "Assertion");
  const encrypted = childrenOf(response, NS.assertion, "EncryptedAssertion");
  const assertions = everyElement(response).filter((each) => /^(Encrypted)?Assertion$/.test(each.localName ?? ""));
  if (plain.length + encrypted.length !== 1 || assertions.length !== 1) throw new XmlProblem("it has to have one assertion");
  requireSoundSignatures(response, [response, ...plain]);
  requireSchema(response);
  const decryptionPvk = encrypted[0] && (await keyThatOpens(encrypted[0], sp));
  const library = await openSaml({
    idpCert: [...idp.certificates],
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    audience: sp.entityId,
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    ...(decryptionPvk && { decryptionPvk }),
    // Checked by assertion_problem.ts, with the service's clock.
    acceptedClockSkewMs: -1,
  });
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString("base64") });
  const signedXml = profile?.getAssertionXml?.();
  if (!signedXml) throw new XmlProblem("no assertion was signed");
  const assertion = readXml(signedXml, BOUNDS);
  if (assertion.localName !== "Assertion" || assertion.namespaceURI !== NS.assertion) throw new XmlProblem("it is no Assertion");
  requireSchema(assertion);
  return { response, assertion };
}

/** What is inside must be as sound as what is outside, so it is opened here first. The library opens it again, and believes its signature. */
async function keyThatOpens(encrypted: XmlElement, { decryptionKeys }: ServiceProvider): Promise<string> {
  if (decryptionKeys.length === 0) throw new XmlProblem("assertions may not be encrypted");
  requireSoundEncryption(encrypted);
  for (const key of decryptionKeys) {
    const decrypted = await openAssertion(encrypted.toString(), key).catch(() => undefined);
    if (decrypted === undefined) continue;
    const assertion = readXml(decrypted, BOUNDS);
    const others = everyElement(assertion).filter((each) => /^(Encrypted)?Assertion$/.test(each.localName ?? ""));
    if (others.length !== 1) throw new XmlProblem("it has to have one assertion");
    requireSoundSignatures(assertion, [assertion]);
    requireSchema(assertion);
    return key;
  }
  throw new XmlProblem("no key opens it");
}

async function openAssertion(xml: string, key: string): Promise<string> {
  const { decrypt } = await import("xml-encryption");
  return promisify(decrypt)(xml, { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false });
}
