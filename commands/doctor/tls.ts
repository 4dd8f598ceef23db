// Checks finance's certificate: the operator's, or our own, which every start renews.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { operatorCertificate } from "../../kernel/http/certificate.ts";
import { CERTIFICATE_VARIABLES } from "../finance.ts";
import { tlsFolder } from "../home.ts";
import type { Facts, Finding } from "./finding.ts";

const SUBJECT = "certificate";
const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

export async function checkCertificate({ home, finance, now }: Facts): Promise<Finding[]> {
  const { tlsCert, tlsKey } = finance.config;
  // The configuration check reports one without the other.
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return [];
  return [tlsCert && tlsKey ? await checkGiven(tlsCert, tlsKey, now) : await checkOwn(home, now)];
}

async function checkGiven(certPath: string, keyPath: string, now: Date): Promise<Finding> {
  try {
    const { cert } = await operatorCertificate(certPath, keyPath, CERTIFICATE_VARIABLES);
    const certificate = new X509Certificate(cert);
    const { validFromDate: from, validToDate: to } = certificate;
    const finding = (level: Finding["level"], text: string) => ({ level, subject: SUBJECT, text: `${certPath} ${text}` });
    const advice = `clients reject it; renew it and set ${CERTIFICATE_VARIABLES.cert} and ${CERTIFICATE_VARIABLES.key}`;
    if (to <= now) return finding("FAIL", `expired on ${dayOf(to)}: ${advice}`);
    if (from > now) return finding("FAIL", `is not valid before ${dayOf(from)}: ${advice}, or set this machine's clock`);
    if (isSoon(to, now)) return finding("warn", `expires on ${dayOf(to)}: renew it before that day`);
    return finding("ok", `is valid until ${dayOf(to)}`);
  } catch (error) {
    return { level: "FAIL", subject: SUBJECT, text: (error as Error).message };
  }
}

async function checkOwn(home: string, now: Date): Promise<Finding> {
  const path = join(tlsFolder(home), "certificate.pem");
  try {
    const to = new X509Certificate(await readFile(path, "utf8")).validToDate;
    const renewal = "the next start creates a new one, which clients must trust again";
    if (to <= now) return { level: "warn", subject: SUBJECT, text: `our own expired on ${dayOf(to)}; ${renewal}` };
    if (isSoon(to, now)) return { level: "warn", subject: SUBJECT, text: `our own expires on ${dayOf(to)}; ${renewal}` };
    return { level: "ok", subject: SUBJECT, text: `our own, self-signed, valid until ${dayOf(to)}: ${path}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { level: "ok", subject: SUBJECT, text: "a self-signed one will be created at the first start" };
    if (code === "EACCES") return { level: "FAIL", subject: SUBJECT, text: `${path} cannot be read (EACCES)` };
    return { level: "warn", subject: SUBJECT, text: `${path} is damaged; the next start creates a new one` };
  }
}

function isSoon(date: Date, now: Date): boolean {
  return date.getTime() - now.getTime() < SOON_DAYS * DAY_MS;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
