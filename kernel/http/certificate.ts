// Finance's self-signed certificate, for operators without one: created once, stored in a folder, renewed before it expires.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../process/operator_error.ts";

export interface Certificate {
  cert: string;
  key: string;
  /** The certificate's path, for clients that should trust it. */
  path: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 825;
const RENEW_BEFORE_DAYS = 30;

/** The folder's self-signed certificate for this machine's names. */
export async function ownCertificate(folder: string, now: Date = new Date()): Promise<Certificate> {
  const paths = { cert: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const existing = await readPair(paths.cert, paths.key).catch(() => undefined);
  if (existing && endOf(existing.cert).getTime() - now.getTime() > RENEW_BEFORE_DAYS * DAY_MS)
    return { ...existing, path: paths.cert };
  const created = await makeCertificate(now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The key first: a certificate without its key is unusable and is created again.
  await replaceFile(paths.key, created.private, 0o600);
  await replaceFile(paths.cert, created.cert, 0o644);
  return { cert: created.cert, key: created.private, path: paths.cert };
}

/** The operator's certificate; faults name the variables. */
export async function operatorCertificate(
  certPath: string,
  keyPath: string,
  variables: { cert: string; key: string },
): Promise<Certificate> {
  const read = (path: string, variable: string) =>
    readFile(path, "utf8").catch((error) => {
      throw new OperatorError(`${variable}: ${path} cannot be read (${error.code}).`);
    });
  const cert = await read(certPath, variables.cert);
  const key = await read(keyPath, variables.key);
  try {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error("they do not belong together");
  } catch (error) {
    throw new OperatorError(
      `${variables.cert} and ${variables.key} are not a certificate and its key in PEM: ${(error as Error).message}.`,
    );
  }
  return { cert, key, path: certPath };
}

export function endOf(cert: string): Date {
  return new X509Certificate(cert).validToDate;
}

async function readPair(certPath: string, keyPath: string): Promise<{ cert: string; key: string } | undefined> {
  const [cert, key] = await Promise.all([readFile(certPath, "utf8"), readFile(keyPath, "utf8")]);
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined;
}

/** The library is loaded on demand: most starts have a certificate. */
async function makeCertificate(now: Date) {
  const { generate } = await import("selfsigned");
  return generate([{ name: "commonName", value: "Cofre on this machine" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    extensions: [
      // Clients that trust it (`curl --cacert`) use it as its own authority.
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await writeFile(`${path}.new`, text, { mode });
  await rename(`${path}.new`, path);
}
