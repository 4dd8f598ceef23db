// The names `auth` and `gotrue` of the binary, with GoTrue's commands and variables.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "../kernel/process/version.ts";
import { call } from "../kernel/testing/client.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { plainClient } from "../kernel/testing/plain_client.ts";
import { gotrue } from "./gotrue.ts";
import type { UsageError } from "./problems.ts";
import { BINARY, launch, runToEnd, type Variables, workFolder } from "./testing.ts";

/** As the command line of Supabase sets them. */
const variablesFor = (url: string): Variables => ({
  COFRE_ENTRY: "gotrue",
  API_EXTERNAL_URL: "http://127.0.0.1:9999",
  GOTRUE_API_HOST: "127.0.0.1",
  GOTRUE_API_PORT: "0",
  GOTRUE_LOG_LEVEL: "info",
  GOTRUE_DB_DRIVER: "postgres",
  GOTRUE_DB_DATABASE_URL: url,
  GOTRUE_SITE_URL: "http://127.0.0.1:3000",
  GOTRUE_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  // The bare name must not lead to finance's schema.
  DATABASE_URL: url,
});

test("gotrue migrate makes auth's schema alone, and admin makes and deletes users who can sign in", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const variables = variablesFor(database.url);
  const run = (...args: string[]) => runToEnd(args, variables, folder.path);
  const migrated = await run("migrate");
  assert.deepEqual([migrated.code, migrated.errors], [0, ""]);
  assert.match(migrated.output, /^auth: applied 001_/);
  const created = await run("admin", "createuser", "ana@example.com", "correct horse", "--confirm", "--admin", "--aud", "others");
  assert.match(created.output, /^Created user [0-9a-f-]{36} for ana@example\.com\.\n$/, created.errors);
  assert.deepEqual(await rowsOf(database.url), {
    schemas: ["auth", "auth_jobs"],
    users: [{ email: "ana@example.com", role: "service_role", aud: "others", confirmed: true }],
  });
  const again = await run("admin", "createuser", "ana@example.com", "correct horse");
  assert.deepEqual([again.code, again.output], [1, ""]);
  assert.match(again.errors, /already/i);
  await using auth = launch([BINARY], variables, folder.path);
  const [, port] = await auth.says(/"port":(\d+)/);
  const url = `http://127.0.0.1:${port}/token?grant_type=password`;
  const signIn = { method: "POST", body: { email: "ana@example.com", password: "correct horse" } };
  assert.equal((await call(url, signIn)).status, 200);
  const id = created.output.split(" ")[2];
  assert.deepEqual(await run("admin", "deleteuser", "ana@example.com"), { code: 0, output: `Deleted user ${id}.\n`, errors: "" });
  assert.equal((await call(url, signIn)).status, 400);
  const gone = await run("admin", "deleteuser", "ana@example.com");
  assert.deepEqual([gone.code, gone.errors], [1, "There is no user with the address ana@example.com.\n"]);
});

test("the environment of a self-hosted Supabase starts it: keys of its own script, empty variables, whole URLs, a search_path", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const samples = JSON.parse(await readFile(new URL("../auth/config/deployments.test.json", import.meta.url), "utf8"));
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const secret = "a secret for tests that is long enough to be quiet";
  const keys = [
    { ...privateKey.export({ format: "jwk" }), kid: "new", use: "sig", key_ops: ["sign", "verify"], alg: "ES256", ext: true },
    { kty: "oct", k: Buffer.from(secret).toString("base64url"), alg: "HS256" },
  ];
  const variables: Variables = {
    ...samples.nothing_filled_in,
    ...variablesFor(`${database.url}?search_path=auth`),
    GOTRUE_JWT_KEYS: JSON.stringify(keys),
    GOTRUE_MAILER_URLPATHS_INVITE: "http://127.0.0.1:54321/auth/v1/verify",
    GOTRUE_MAILER_AUTOCONFIRM: "true",
  };
  await using auth = launch([BINARY], variables, folder.path);
  const [, port] = await auth.says(/"port":(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await call(`${url}/health`, { method: "HEAD" })).status, 200);
  const body = { email: "ana@example.com", password: "correct horse" };
  const session = (await call(`${url}/signup`, { method: "POST", body })).body as { access_token: string };
  const [header = ""] = session.access_token.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  assert.deepEqual([alg, kid], ["ES256", "new"]);
  assert.equal((await call(`${url}/user`, { headers: { authorization: `Bearer ${session.access_token}` } })).status, 200);
});

test("a variable that would be ignored to the harm of the operator stops the start, and is named", async () => {
  await using folder = await workFolder();
  const variables = {
    ...variablesFor("postgres://localhost:1/x"),
    GOTRUE_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: "custom:github=social",
  };
  const { code, errors } = await runToEnd([], variables, folder.path);
  assert.equal(code, 1);
  assert.match(errors, /GOTRUE_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: .* allowed: unset, or named in GOTRUE_IGNORE/);
});

test("the names of the file and of COFRE_ENTRY are looked at, and what is wrong is said", async () => {
  await using folder = await workFolder();
  await symlink(BINARY, join(folder.path, "gotrue"));
  assert.equal((await ended(launch([join(folder.path, "gotrue"), "version"], {}, folder.path))).output, `${VERSION}\n`);
  const run = (...args: string[]) => runToEnd(args, { COFRE_ENTRY: "auth" }, folder.path);
  assert.match((await run("--help")).output, /^Usage: auth /);
  assert.match((await run("health")).errors, /^auth http:\/\/127\.0\.0\.1:8081\/health cannot be reached: ECONNREFUSED\n$/);
  const none = await run();
  assert.equal(none.code, 1);
  assert.match(none.errors, /AUTHSVC_SITE_URL: missing/);
  assert.equal((await run("strat")).code, 2);
  for (const [args, message] of [
    [["strat"], /^There is no command "strat"/],
    [["migrate", "now"], /^"migrate" takes no argument/],
    [["--loud"], /^Unknown option '--loud'/],
    [["admin"], /^admin takes createuser or deleteuser\./],
    [["admin", "createuser", "a@example.com"], /^createuser takes an address and a password/],
    [["admin", "deleteuser"], /^deleteuser takes an address or an id/],
    [["migrate", "--config", "nowhere.env"], /^The file nowhere\.env of --config does not exist/],
  ] as const) {
    const wrong = (error: UsageError) => message.test(error.message) && /^Usage: auth /.test(error.help ?? "");
    await assert.rejects(gotrue([...args]), wrong, args.join(" "));
  }
});

test("--config and --config-dir read variables, which win over the environment's, the last file over the others", async () => {
  await using folder = await workFolder();
  await writeFile(join(folder.path, "1.env"), "GOTRUE_DB_DATABASE_URL=mysql://one\n");
  await writeFile(join(folder.path, "2.env"), "GOTRUE_DB_DATABASE_URL=nothing\n");
  const variables = { COFRE_ENTRY: "auth", GOTRUE_DB_DATABASE_URL: "postgres://h/d" };
  const all = await runToEnd(["migrate", "-c", "1.env", "-d", "."], variables, folder.path);
  assert.match(all.errors, /GOTRUE_DB_DATABASE_URL: found a value of 7 characters/);
});

async function ended(program: ReturnType<typeof launch>) {
  await using running = program;
  await running.ended;
  return { output: running.output, errors: running.errors };
}

async function rowsOf(url: string) {
  await using client = await plainClient(url);
  const schemas = await client.query("select nspname from pg_namespace where nspname ~ '^(auth|finance)' order by 1");
  const users = await client.query("select email, role, aud, email_confirmed_at is not null as confirmed from auth.users");
  return { schemas: schemas.map((row) => (row as { nspname: string }).nspname), users };
}
