// Issues X.509 certificates for EC keys (P-256): self-signed, of an authority of our own, or by one.
import { createPrivateKey, randomBytes, type webcrypto } from "node:crypto";
import { isIP } from "node:net";
import { NAME_CONSTRAINTS, nameConstraints, type PermittedNames } from "./name_constraints.ts";

/** PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

interface Issue {
  commonName: string;
  from: Date;
  until: Date;
  /** DNS names and IP addresses of a server. */
  names?: readonly string[];
  /** Signs certificates: of every name, or of permitted ones alone. */
  signs?: "every name" | PermittedNames;
  issuer?: KeyPair;
}

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const SIGNATURE = { name: "ECDSA", hash: "SHA-256" };

/** The library is loaded on demand: most starts have their certificates. */
export async function issueCertificate({ commonName, from, until, names = [], signs, issuer }: Issue): Promise<KeyPair> {
  const x509 = await import("@peculiar/x509");
  const keys = await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
  const { digitalSignature, keyCertSign } = x509.KeyUsageFlags;
  const usages = (names.length > 0 ? digitalSignature : 0) | (signs ? keyCertSign : 0);
  const issuerCert = issuer && new x509.X509Certificate(issuer.cert);
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: positiveSerial(),
    subject: [{ CN: [commonName] }],
    issuer: issuerCert?.subjectName ?? [{ CN: [commonName] }],
    notBefore: from,
    notAfter: until,
    signingAlgorithm: SIGNATURE,
    publicKey: keys.publicKey,
    signingKey: issuer ? await importKey(issuer.key) : keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(signs !== undefined, signs ? 0 : undefined, true),
      new x509.KeyUsagesExtension(usages, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuerCert?.publicKey ?? keys.publicKey),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names.map(alternativeName))] : []),
      ...(typeof signs === "object" ? [new x509.Extension(NAME_CONSTRAINTS, true, nameConstraints(signs))] : []),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    cert: `${cert.toString("pem")}\n`,
    key: createPrivateKey({ key, format: "der", type: "pkcs8" }).export({ format: "pem", type: "pkcs8" }) as string,
  };
}

const alternativeName = (value: string) => ({ type: isIP(value) ? ("ip" as const) : ("dns" as const), value });

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: "der", type: "pkcs8" });
  return crypto.subtle.importKey("pkcs8", new Uint8Array(der), CURVE, false, ["sign"]);
}

/** A first byte from 0x40 to 0x7f is neither negative nor a zero that has to be left out (RFC 5280, 4.1.2.2). */
function positiveSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40;
  return bytes.toString("hex");
}
