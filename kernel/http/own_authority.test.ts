// The authority of --lan, as programs that trust it see it: OpenSSL inside of Node, and its command line where there is one.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { checkServerIdentity as checkIdentity, connect, createServer } from "node:tls";
import { temporaryFolder } from "../testing/folder.ts";
import { issueCertificate, type KeyPair } from "./issue_certificate.ts";
import { openOwnAuthority } from "./own_authority.ts";

const DAY_MS = 86_400_000;
const HOME = {
  names: ["localhost", "pi.local", "192.168.1.20", "fd00::14"],
  networks: ["192.168.1.20/24", "fd00::14/64"],
  title: "Cofre on pi.local",
};

const keyOf = (folder: string) => readFile(join(folder, "authority_key.pem"), "utf8");

test("what the authority certifies outside of its names and networks is refused, inside of them it is accepted", async () => {
  await using folder = await temporaryFolder();
  const own = await openOwnAuthority(folder.path, HOME);
  const issuer = { cert: own.authority, key: await keyOf(folder.path) };
  const cases: [name: string, isPermitted: boolean][] = [
    ["192.168.1.20", true],
    ["192.168.1.77", true],
    ["fd00::99", true],
    ["pi.local", true],
    ["app.pi.local", true],
    ["192.168.2.1", false],
    ["10.0.0.1", false],
    ["8.8.8.8", false],
    ["fd01::1", false],
    ["::ffff:192.168.1.20", false],
    ["bank.example.com", false],
    ["evilpi.local", false],
    ["local", false],
    ["com", false],
  ];
  for (const [name, isPermitted] of cases) {
    const dates = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
    const server = await issueCertificate({ commonName: "any", names: [name], issuer, ...dates });
    const verdict = await handshake(server, own.authority, name);
    if (isPermitted) assert.equal(verdict, undefined, name);
    else assert.match(verdict ?? "accepted", /permitted subtree violation/, name);
  }
  const open = await handshake(own.server, own.authority, "192.168.1.20");
  assert.equal(open, undefined, "the certificate that is served");
  const elsewhere = await handshake(own.server, own.authority, "192.168.1.21");
  assert.match(elsewhere ?? "", /not in the cert's list/);
});

test("an authority of this one is refused, so a stolen key makes no other", async () => {
  await using folder = await temporaryFolder();
  const own = await openOwnAuthority(folder.path, HOME);
  const dates = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
  const issuer = { cert: own.authority, key: await keyOf(folder.path) };
  const below = await issueCertificate({ commonName: "below", signs: "every name", issuer, ...dates });
  const server = await issueCertificate({ commonName: "any", names: ["192.168.1.20"], issuer: below, ...dates });
  const chain = { ...server, cert: server.cert + below.cert };
  assert.match((await handshake(chain, own.authority, "192.168.1.20")) ?? "", /path length constraint exceeded/);
});

const skip = spawnSync("openssl", ["version"]).error ? "this machine has no openssl" : false;

test("openssl verify takes the certificate strictly, and says what it stands for", { skip }, async () => {
  await using folder = await temporaryFolder();
  const own = await openOwnAuthority(folder.path, HOME);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const server = join(folder.path, "certificate.pem");
  const verify = (...more: string[]) => openssl("verify", "-x509_strict", ...more, "-CAfile", own.path, server);
  assert.match(verify("-verify_ip", "192.168.1.20"), /: OK$/m);
  assert.match(verify("-verify_hostname", "pi.local"), /: OK$/m);
  assert.throws(() => verify("-verify_hostname", "bank.example.com"));
  const text = openssl("x509", "-in", own.path, "-noout", "-text");
  assert.match(
    text,
    /Name Constraints: critical\s+Permitted:\s+DNS:localhost\s+DNS:pi\.local\s+IP:192\.168\.1\.0\/255\.255\.255\.0/,
  );
  assert.match(text, /Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
});

test("the server's certificate is renewed when addresses change or its end comes near; the authority stays as long as it permits them", async () => {
  await using folder = await temporaryFolder();
  const first = await openOwnAuthority(folder.path, HOME);
  assert.equal(first.isNew, true);
  assert.equal((await stat(join(folder.path, "authority_key.pem"))).mode & 0o777, 0o600);
  const { validFromDate, validToDate } = new X509Certificate(first.server.cert);
  assert.ok(validToDate.getTime() - validFromDate.getTime() <= 397 * DAY_MS);
  const again = await openOwnAuthority(folder.path, HOME);
  assert.deepEqual([again.isNew, again.server.cert], [false, first.server.cert]);

  const moved = { ...HOME, names: ["localhost", "pi.local", "192.168.1.99"], networks: ["192.168.1.99/24"] };
  const second = await openOwnAuthority(folder.path, moved);
  assert.deepEqual([second.isNew, second.authority], [false, first.authority]);
  assert.notEqual(second.server.cert, first.server.cert);
  assert.match((await handshake(second.server, second.authority, "192.168.1.20")) ?? "", /not in the cert's list/);

  const nextYear = new Date(Date.now() + 350 * DAY_MS);
  const later = await openOwnAuthority(folder.path, moved, nextYear);
  assert.deepEqual([later.isNew, later.authority], [false, first.authority]);
  assert.ok(new X509Certificate(later.server.cert).validToDate.getTime() > validToDate.getTime());
  const lastYear = await openOwnAuthority(folder.path, moved, new Date(Date.now() + 3_600 * DAY_MS));
  assert.equal(lastYear.isNew, true);
});

test("another network needs a new authority, which permits the old one too: going back needs none", async () => {
  await using folder = await temporaryFolder();
  const home = await openOwnAuthority(folder.path, HOME);
  const office = { ...HOME, names: ["localhost", "pi.local", "10.1.2.3"], networks: ["10.1.2.3/16"] };
  const away = await openOwnAuthority(folder.path, office);
  assert.equal(away.isNew, true);
  assert.notEqual(away.authority, home.authority);
  const back = await openOwnAuthority(folder.path, HOME);
  assert.deepEqual([back.isNew, back.authority], [false, away.authority]);
  const wider = await openOwnAuthority(folder.path, { ...HOME, networks: ["192.168.1.20/16"] });
  assert.equal(wider.isNew, true, "a wider network is not inside of a narrower one");
});

test("damaged files are made anew, and a list that says more than the certificate is not believed", async () => {
  await using folder = await temporaryFolder();
  const first = await openOwnAuthority(folder.path, HOME);
  await writeFile(join(folder.path, "authority.json"), JSON.stringify({ names: ["pi.local"], networks: ["0.0.0.0/0"] }));
  const second = await openOwnAuthority(folder.path, { ...HOME, names: ["10.9.9.9"], networks: ["10.9.9.9/8"] });
  assert.equal(second.isNew, true);
  assert.notEqual(second.authority, first.authority);
  await writeFile(join(folder.path, "authority_key.pem"), "nonsense");
  assert.equal((await openOwnAuthority(folder.path, HOME)).isNew, true);
});

/** Undefined if a client that trusts the authority alone accepts the server by this name; otherwise why not. */
async function handshake(server: KeyPair, ca: string, name: string): Promise<string | undefined> {
  const listener = createServer(server, (socket) => socket.on("error", () => {}).end());
  listener.on("tlsClientError", () => {});
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const { port } = listener.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port, ca, ...identityOf(name) });
  try {
    return await new Promise((resolve) => {
      socket.on("secureConnect", () => resolve(undefined));
      socket.on("error", (error) => resolve(error.message));
    });
  } finally {
    socket.destroy();
    listener.close();
  }
}

/** Node compares with `servername`, which must be no address, or with the host that it connects to. */
function identityOf(name: string) {
  return {
    servername: "",
    checkServerIdentity: (_: string, peer: Parameters<typeof checkIdentity>[1]) => checkIdentity(name, peer),
  };
}
