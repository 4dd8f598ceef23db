// A certificate for this machine's addresses in a private network, of an authority that is limited to them: whoever trusts it trusts it for
// nothing else. The authority is kept, so that a phone that trusts it goes on to when the addresses change.
import { X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { BlockList, isIP, isIPv4 } from "node:net";
import { join } from "node:path";
import { endOf, readPair, replaceFile } from "./certificate.ts";
import { issueCertificate, type KeyPair } from "./issue_certificate.ts";
import { nameConstraints, type PermittedNames } from "./name_constraints.ts";

export interface OwnAuthority {
  server: KeyPair;
  /** PEM. */
  authority: string;
  /** The path of the authority's certificate, for those who should trust it. */
  path: string;
  /** Nobody trusts it yet: there was none, or the last one ended or did not permit these names. */
  isNew: boolean;
}

export interface ServerNames {
  /** DNS names and IP addresses. */
  names: readonly string[];
  /** The networks of the addresses: another address in them needs no new authority. */
  networks: readonly string[];
  /** What people read in the list of what they trust. */
  title: string;
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** Phones refuse server certificates that are valid for longer than 398 days. */
const SERVER_DAYS = 397;
const RENEW_BEFORE_DAYS = 60;
/** A machine that travels gets the networks that it was in last. */
const MOST_NETWORKS = 24;

export async function openOwnAuthority(folder: string, server: ServerNames, now: Date = new Date()): Promise<OwnAuthority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { authority, isNew } = await openAuthority(folder, server, now);
  return {
    server: await openServer(folder, authority, server, now),
    authority: authority.cert,
    path: authorityPaths(folder).cert,
    isNew,
  };
}

const authorityPaths = (folder: string) => ({
  cert: join(folder, "authority.pem"),
  key: join(folder, "authority_key.pem"),
  permitted: join(folder, "authority.json"),
});

async function openAuthority(folder: string, { names, networks, title }: ServerNames, now: Date) {
  const paths = authorityPaths(folder);
  const wanted = { names: names.filter((name) => isIP(name) === 0), networks };
  const existing = await readAuthority(paths).catch(() => undefined);
  const isGood = existing && !endsSoon(existing.cert, now) && permits(existing.permitted, wanted);
  if (isGood) return { authority: existing, isNew: false };
  const permitted = {
    names: joined(wanted.names, existing?.permitted.names),
    networks: joined(wanted.networks, existing?.permitted.networks),
  };
  const authority = await issueCertificate({
    commonName: `${title} ${now.toISOString().slice(0, 10)}`,
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
    signs: permitted,
  });
  // The certificate last: without it what else is there is made anew.
  await replaceFile(paths.key, authority.key, 0o600);
  await replaceFile(paths.permitted, `${JSON.stringify(permitted, null, 2)}\n`, 0o644);
  await replaceFile(paths.cert, authority.cert, 0o644);
  return { authority, isNew: true };
}

async function readAuthority(paths: ReturnType<typeof authorityPaths>) {
  const [pair, text] = await Promise.all([readPair(paths.cert, paths.key), readFile(paths.permitted, "utf8")]);
  const permitted = JSON.parse(text) as PermittedNames;
  // The list must be what the certificate says, or new names would be certified in vain.
  const isTrue = pair && new X509Certificate(pair.cert).raw.includes(nameConstraints(permitted));
  return isTrue ? { ...pair, permitted } : undefined;
}

function permits(permitted: PermittedNames, { names, networks }: PermittedNames): boolean {
  const isInside = (network: string) => permitted.networks.some((each) => contains(each, network));
  return names.every((name) => permitted.names.includes(name)) && networks.every(isInside);
}

function contains(outer: string, inner: string): boolean {
  const list = new BlockList();
  list.addSubnet(...subnetOf(outer));
  const [address, bits, family] = subnetOf(inner);
  return bits >= subnetOf(outer)[1] && list.check(address, family);
}

function subnetOf(network: string): [address: string, bits: number, family: "ipv4" | "ipv6"] {
  const [address = "", bits] = network.split("/");
  return [address, Number(bits), isIPv4(address) ? "ipv4" : "ipv6"];
}

/** The wanted ones first; of those before as many as fit. */
const joined = (wanted: readonly string[], before: readonly string[] = []) =>
  [...new Set([...wanted, ...before])].slice(0, Math.max(MOST_NETWORKS, wanted.length));

async function openServer(folder: string, authority: KeyPair, { names, title }: ServerNames, now: Date): Promise<KeyPair> {
  const paths = { cert: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  const existing = await readPair(paths.cert, paths.key).catch(() => undefined);
  if (existing && !endsSoon(existing.cert, now) && isFor(existing.cert, authority.cert, names)) return existing;
  const server = await issueCertificate({
    commonName: title,
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + (SERVER_DAYS - 1) * DAY_MS),
    names,
    issuer: authority,
  });
  await replaceFile(paths.key, server.key, 0o600);
  await replaceFile(paths.cert, server.cert, 0o644);
  return server;
}

const endsSoon = (cert: string, now: Date) => endOf(cert).getTime() - now.getTime() < RENEW_BEFORE_DAYS * DAY_MS;

/** Exactly these names: an address that this machine no longer has may be another's by now. */
function isFor(cert: string, authority: string, names: readonly string[]): boolean {
  const [own, above] = [new X509Certificate(cert), new X509Certificate(authority)];
  if (!own.checkIssued(above) || !own.verify(above.publicKey)) return false;
  const isNamed = (name: string) => (isIP(name) ? own.checkIP(name) : own.checkHost(name)) !== undefined;
  return own.subjectAltName?.split(", ").length === names.length && names.every(isNamed);
}
