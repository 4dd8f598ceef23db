// Finance's self-signed certificate, for operators without one: created once, stored in a folder, renewed before it expires.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../process/operator_error.ts";
import { issueCertificate, type KeyPair } from "./issue_certificate.ts";

export interface Certificate extends KeyPair {
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
  await replaceFile(paths.key, created.key, 0o600);
  await replaceFile(paths.cert, created.cert, 0o644);
  return { ...created, path: paths.cert };
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

export async function readPair(certPath: string, keyPath: string): Promise<KeyPair | undefined> {
  const [cert, key] = await Promise.all([readFile(certPath, "utf8"), readFile(keyPath, "utf8")]);
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { cert, key } : undefined;
}

/** Clients that trust it (`curl --cacert`) use it as its own authority. */
const makeCertificate = (now: Date): Promise<KeyPair> =>
  issueCertificate({
    commonName: "Cofre on this machine",
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    names: ["localhost", "127.0.0.1", "::1"],
    signs: "every name",
  });

export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await writeFile(`${path}.new`, text, { mode });
  await rename(`${path}.new`, path);
}
