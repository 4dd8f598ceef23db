import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { endOf, operatorCertificate, ownCertificate } from "./certificate.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cofre-certificate-"));
});

afterEach(() => rm(folder, { recursive: true }));

const variables = { cert: "SOME_CERT", key: "SOME_KEY" };

test("a certificate is made once, for localhost, and its key is for its owner alone", async () => {
  const first = await ownCertificate(join(folder, "tls"));
  const second = await ownCertificate(join(folder, "tls"));
  assert.equal(second.cert, first.cert);
  assert.equal(await readFile(first.path, "utf8"), first.cert);
  assert.equal((await stat(join(folder, "tls", "key.pem"))).mode & 0o777, 0o600);
});

test("it is renewed a month before its end", async () => {
  const first = await ownCertificate(folder);
  const end = endOf(first.cert).getTime();
  const day = 86_400_000;
  assert.equal((await ownCertificate(folder, new Date(end - 31 * day))).cert, first.cert);
  const renewed = await ownCertificate(folder, new Date(end - 29 * day));
  assert.notEqual(renewed.cert, first.cert);
  assert.ok(endOf(renewed.cert).getTime() > end);
});

test("a damaged pair is made anew", async () => {
  const first = await ownCertificate(folder);
  await writeFile(join(folder, "key.pem"), "nonsense");
  assert.notEqual((await ownCertificate(folder)).cert, first.cert);
});

test("an operator's pair is taken as it is, and its faults name the variables", async () => {
  const { path } = await ownCertificate(folder);
  const key = join(folder, "key.pem");
  assert.equal((await operatorCertificate(path, key, variables)).path, path);
  await assert.rejects(
    operatorCertificate(join(folder, "none.pem"), key, variables),
    /SOME_CERT: .*none\.pem cannot be read \(ENOENT\)/,
  );
  await ownCertificate(join(folder, "other"));
  const stranger = operatorCertificate(path, join(folder, "other", "key.pem"), variables);
  await assert.rejects(stranger, /SOME_CERT and SOME_KEY are not a certificate and its key in PEM: they do not belong together/);
});
