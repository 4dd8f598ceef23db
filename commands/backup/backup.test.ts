// These tests share one home with a user and a transaction, and one backup of it that was made while it ran.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Encrypter, generateIdentity } from "age-encryption";
import { openShell, runToEnd, workFolder } from "../testing.ts";
import { paddingOf, TAR_END, tarHeader } from "./tar.ts";
import { asAna, fill, newKey, runsOf, startIn, succeed, variablesOf } from "./testing.ts";

let folder: Awaited<ReturnType<typeof workFolder>>;
let home: string;
let key: string;
let file: string;
let verified: Awaited<ReturnType<typeof runToEnd>>;
let noted: { kind: string; error: string | null; bytes?: number }[];

before(async () => {
  folder = await workFolder();
  home = join(folder.path, "a home");
  await mkdir(join(folder.path, "backups"));
  await using program = await startIn(home, folder.path);
  await fill(program, home);
  key = await newKey(home, folder.path);
  await succeed(["backup", "backups"], variablesOf(home), folder.path);
  const [name = ""] = await readdir(join(folder.path, "backups"));
  file = join(folder.path, "backups", name);
  verified = await runToEnd(["verify", file, "--identity", key], variablesOf(home), folder.path);
  noted = await runsOf(program);
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null });
});

after(() => folder[Symbol.asyncDispose]());

/** Into a home that does not exist yet. */
const restore = (path: string, options: string[] = ["--identity", key], name = "other") =>
  runToEnd(["restore", path, ...options], { COFRE_HOME: join(folder.path, name) }, folder.path);

test("backup writes one encrypted file that is the owner's alone, while Cofre runs", async () => {
  assert.match(file, /\/cofre-[0-9a-f]{8}-\d{8}T\d{6}Z\.age$/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const bytes = await readFile(file);
  assert.ok(bytes.toString("latin1").startsWith("age-encryption.org/v1\n-> X25519 "));
  assert.ok(!bytes.includes("jwtSecret"));
  const stored = await readFile(join(home, "backup_recipient"), "utf8");
  assert.match(stored, /^age1[a-z0-9]+\n$/);
  assert.ok((await readFile(key, "utf8")).includes(`# public key: ${stored}`));
});

test("a running server is told of a backup and of its verification, for the console", async () => {
  const { size } = await stat(file);
  assert.deepEqual(
    noted.map(({ kind, error, bytes }) => ({ kind, error, bytes })),
    [
      { kind: "backup", error: null, bytes: size },
      { kind: "verify", error: null, bytes: undefined },
    ],
  );
});

test("restore into an empty home: start has the same user, password, secrets and money, and makes its own backups", async () => {
  const other = join(folder.path, "restored");
  const { code, output, errors } = await restore(file, ["--identity", key], "restored");
  assert.equal(code, 0, errors);
  assert.match(output, /^Restored: Cofre \d.*\n/);
  for (const name of ["secrets.json", "backup_recipient", "tls/key.pem", "tls/certificate.pem"])
    assert.equal(await readFile(join(other, name), "utf8"), await readFile(join(home, name), "utf8"), name);
  assert.deepEqual((await readdir(other)).sort(), ["backup_recipient", "database", "secrets.json", "tls"]);
  await using program = await startIn(other, folder.path);
  const { body } = await asAna(program, other);
  assert.deepEqual(
    (body as { description: string; amount_cents: number }[]).map(({ description, amount_cents }) => [description, amount_cents]),
    [["Coffee", -450]],
  );
  program.kill("SIGTERM");
  await program.ended;
});

test("verify says what is in a backup and leaves nothing; a backup may come by standard input", async () => {
  const { code, output, errors } = verified;
  assert.equal(code, 0, errors);
  const [backup, database, files, ...rest] = output.split("\n");
  assert.match(backup ?? "", /^backup {4}of \d{4}-.*Z, \d+ min ago, by Cofre \d/);
  assert.match(database ?? "", /^database {2}files of auth and finance, PostgreSQL \d/);
  assert.equal(files, "files     secrets.json, backup_recipient, tls/certificate.pem, tls/key.pem");
  assert.deepEqual(rest, [
    "users     1",
    "sessions  1",
    "spaces    1",
    "rows      1",
    "session   opened through the admin API, for one of the users",
    "The ledger is correct: 1 space checked, nothing disagrees.",
    "",
    "This backup can be restored.",
    "",
  ]);
});

test("a damaged backup, a wrong key or pass phrase, a newer version: one line, code 1, and an empty home stays empty", async () => {
  const bytes = await readFile(file);
  const write = async (name: string, content: Uint8Array | string) => {
    const path = join(folder.path, name);
    await writeFile(path, content);
    return path;
  };
  const flipped = Uint8Array.from(bytes, (byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte));
  const stranger = await write("stranger.txt", await generateIdentity());
  const byPhrase = await encrypted((encrypter) => encrypter.setPassphrase("correct horse battery"), "{}");
  const future = JSON.stringify({ format: 1, cofre: "99.0.0", created_at: "2030-01-01T00:00:00Z" });
  const recipient = (await readFile(join(home, "backup_recipient"), "utf8")).trim();
  const toKey = (text: string) => encrypted((encrypter) => encrypter.addRecipient(recipient), text);
  const cases: [string, RegExp, string?][] = [
    [await write("flipped.age", flipped), /^flipped\.age is damaged or incomplete\. Nothing was changed\./],
    [await write("short.age", bytes.subarray(0, bytes.length >> 1)), /^short\.age is damaged or incomplete\./],
    [await write("cut.age", bytes.subarray(0, 100)), /^cut\.age is damaged or incomplete\./],
    [await write("no.age", "hello"), /^no\.age is no backup of Cofre/],
    [join(folder.path, "missing.age"), /missing\.age cannot be read \(ENOENT\)\.$/m],
    [file, /^The key does not open cofre-.*: it was encrypted to another one\. Nothing was changed\./, stranger],
    [file, /^--identity: .*missing\.txt cannot be read \(ENOENT\)\./, join(folder.path, "missing.txt")],
    [file, /^--identity: .*short\.age contains no private key/, join(folder.path, "short.age")],
    [await write("phrase.age", byPhrase), /^The pass phrase does not open phrase\.age\. Nothing was changed\./],
    [await write("future.age", await toKey(future)), /^This backup was made by Cofre 99\.0\.0, and this is \d/],
    [await write("strange.age", await toKey("[]")), /^This is no backup of Cofre: its first file is no manifest\./],
  ];
  const variables = { COFRE_HOME: join(folder.path, "empty"), COFRE_BACKUP_PASSPHRASE: "another one entirely" };
  await mkdir(variables.COFRE_HOME);
  await using shell = openShell(variables, folder.path);
  const check = async ([path, message, identity = key]: (typeof cases)[number]) => {
    const { code, output, errors } = await shell.run(["restore", path, "--identity", identity]);
    assert.deepEqual([code, output], [1, ""], errors);
    assert.match(errors, message);
    assert.equal(errors.trim().split("\n").length, 1, errors);
  };
  await Promise.all(cases.map(check));
  assert.deepEqual(await readdir(variables.COFRE_HOME), []);
});

test("restore refuses a home that is not empty, and a copy of an embedded database beside DATABASE_URL", async () => {
  const before = await readFile(join(home, "secrets.json"), "utf8");
  const taken = await restore(file, ["--identity", key], "a home");
  assert.equal(taken.code, 1);
  assert.match(taken.errors, /a home is not empty: it has .*\. Nothing was changed\./);
  assert.equal(await readFile(join(home, "secrets.json"), "utf8"), before);
  const variables = { COFRE_HOME: join(folder.path, "unused"), DATABASE_URL: "postgres://cofre@127.0.0.1:1/cofre" };
  const elsewhere = await runToEnd(["restore", file, "--identity", key], variables, folder.path);
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.errors, /^This backup holds an embedded database, and the environment names another one/);
});

test("a missing folder, a second key, no key: one line, and the backups that exist stay", async () => {
  const before = await readdir(join(folder.path, "backups"));
  await using shell = openShell(variablesOf(home), folder.path);
  const run = (args: string[], variables?: Record<string, string>) => shell.run(["backup", ...args], variables);
  const missing = await run(["nowhere"]);
  assert.deepEqual(
    [missing.code, missing.errors],
    [1, "The folder nowhere cannot be reached (ENOENT). Create it, or mount its disk.\n"],
  );
  const second = await run(["--new-key"]);
  assert.equal(second.code, 1);
  assert.match(second.errors, /^There is a key already: /);
  const keyless = await run(["backups"], { COFRE_HOME: join(folder.path, "nothing") });
  assert.match(keyless.errors, /^There is no key to encrypt to\. /);
  const short = await run(["backups", "--passphrase"], { COFRE_BACKUP_PASSPHRASE: "short" });
  assert.match(short.errors, /^A pass phrase needs at least 12 characters/);
  const wrong = await run(["backups"], { COFRE_BACKUP_RECIPIENT: "age1nobody", COFRE_BACKUP_KEEP: "many" });
  assert.match(wrong.errors, /COFRE_BACKUP_KEEP: found "many".*\n.*COFRE_BACKUP_RECIPIENT: found "age1nobody"/);
  assert.deepEqual(await readdir(join(folder.path, "backups")), before);
});

/** A backup with this manifest and nothing else. */
async function encrypted(lock: (encrypter: Encrypter) => void, manifest: string): Promise<Uint8Array> {
  const content = Buffer.from(manifest);
  const header = tarHeader({ name: "cofre.json", size: content.length, mode: 0o600, kind: "file" }, 0);
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  lock(encrypter);
  return encrypter.encrypt(gzipSync(Buffer.concat([header, content, paddingOf(content.length), TAR_END])));
}
