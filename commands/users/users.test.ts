// cofre users, admin, keys and audit: on the server's own database, and from elsewhere with an API key.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { test } from "node:test";
import { startTestAuth, type TestAuth } from "../../auth/testing.ts";
import { BINARY, launch, openShell, type Variables, workFolder } from "../testing.ts";

const PASSWORD = "quatro patos na lagoa";

/** Those of the service that runs on the same database. */
const ownVariables = ({ database }: TestAuth): Variables => ({
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  AUTHSVC_DB_DATABASE_URL: database.url,
  USER: "tester",
});

async function remoteVariables(auth: TestAuth, rights: string[]): Promise<Variables> {
  const name = `test of ${rights.join()}`;
  const reply = await auth.post("/admin/api-keys", { name, rights }, auth.admin);
  assert.equal(reply.status, 201, reply.text);
  return { COFRE_AUTH_URL: auth.url, COFRE_API_KEY: (reply.body as { key: string }).key };
}

const lines = (text: string) => text.trimEnd().split("\n");

test("on the server: users are created, found, banned, let in again and deleted, and the log names the shell", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  await using shell = openShell(ownVariables(auth), folder.path);
  const run = (...args: string[]) => shell.run(args);
  const created = await run("users", "create", "ana@example.com", "--confirmed", "--metadata", '{"name": "Ana"}', "-o", "json");
  assert.equal(created.code, 0, created.errors);
  const { id, user_metadata: metadata } = JSON.parse(created.output) as { id: string; user_metadata: { name: string } };
  assert.equal(metadata.name, "Ana");

  const again = await run("users", "create", "ana@example.com");
  assert.deepEqual([again.code, again.output], [5, ""]);
  assert.match(again.errors, /already been registered/);
  const idempotent = await run("users", "create", "ana@example.com", "--if-missing", "-o", "json");
  assert.equal((JSON.parse(idempotent.output) as { id: string }).id, id, idempotent.errors);

  const shown = await run("users", "show", "ana@example.com");
  assert.match(shown.output, new RegExp(`^id +${id}$`, "m"));
  assert.match(shown.output, /^state +confirmed$/m);
  assert.match(shown.output, /^user metadata +\{"name":"Ana",/m);

  const banned = await run("users", "ban", "ana@example.com", "--for", "24h", "--reason", "não paga");
  assert.match(banned.output, /^ana@example\.com is banned until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/, banned.errors);
  assert.match((await run("users", "list", "-o", "csv")).output, new RegExp(`^${id},ana@example.com,,banned,email,`, "m"));
  assert.equal((await run("users", "unban", id)).output, "ana@example.com may come in.\n");

  const refused = await run("users", "delete", id);
  assert.deepEqual([refused.code, refused.output], [2, ""]);
  assert.match(refused.errors, /^Delete ana@example\.com for good\? There is no terminal to ask at: add --yes\./);
  assert.equal((await run("users", "delete", id, "--yes")).output, "Deleted ana@example.com.\n");
  const gone = await run("users", "delete", id, "--yes");
  assert.equal(gone.code, 3);
  assert.match(gone.errors, /^User not found\nWhat to do: http.*\/docs\/errors\/user_not_found\n$/);
  const nobody = await run("users", "delete", id, "--yes", "--if-exists");
  assert.deepEqual([nobody.code, nobody.output], [0, `There is no user ${id}.\n`]);

  const tail = await run("audit", "tail", "-o", "json");
  const acts = JSON.parse(tail.output) as {
    action: string;
    reason: string | null;
    administrator: { kind: string; name: string };
  }[];
  assert.deepEqual(
    acts.map(({ action, reason }) => [action, reason]),
    [
      ["user_signedup", null],
      ["user_banned", "não paga"],
      ["user_unbanned", null],
      ["user_deleted", null],
    ],
  );
  for (const { administrator } of acts) {
    assert.equal(administrator.kind, "command_line");
    assert.match(administrator.name, /^.+@.+$/);
  }
});

test("from elsewhere: an API key may do what its rights say, and exit codes say why not", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const variables = await remoteVariables(auth, ["users:read", "users:create"]);
  await using shell = openShell(variables, folder.path);
  const { run } = shell;
  const created = await run(["users", "create", "bia@example.com", "-o", "json"]);
  assert.equal(created.code, 0, created.errors);
  const cases: [string[], number, RegExp, Variables?][] = [
    [["users", "show", "nobody@example.com"], 3, /^There is no user nobody@example\.com\.$/m],
    [["users", "ban", "bia@example.com"], 4, /users:write/],
    [["users", "create", "no address"], 5, /./],
    [["users", "list"], 4, /./, { COFRE_API_KEY: "cofre_key_wrong" }],
    [["users", "list"], 6, /^127\.0\.0\.1:1 cannot be reached: /, { COFRE_AUTH_URL: "http://127.0.0.1:1" }],
    [["users", "list"], 2, /^An API key is needed/, { COFRE_API_KEY: "" }],
    [["users", "list"], 2, /^An API key is for a server elsewhere/, { COFRE_AUTH_URL: "" }],
    [["users", "list", "--url", "ftp://x"], 2, /^--url takes the address of auth/],
    [["users", "list", "--state", "happy"], 2, /^--state takes confirmed, .*, but got "happy"/],
    [["users", "list", "--limit", "0"], 2, /^--limit takes a number from 1/],
    [["users", "show"], 2, /^USER is missing\./],
    [["users", "show", "?"], 2, /is no id, no e-mail address and no phone number/],
    [["users", "create", "x@example.com", "--metadata", "[1]"], 2, /^--metadata takes an object as JSON/],
    [["users"], 2, /^Name what users shall do\./],
  ];
  for (const [args, code, message, more] of cases) {
    const result = await run(args, more);
    assert.deepEqual([result.code, result.output], [code, ""], args.join(" ") + result.errors);
    assert.match(result.errors, message);
  }
  await writeFile(join(folder.path, "key"), `${variables.COFRE_API_KEY}\n`);
  const byFile = await run(["users", "list", "--key-file", "key", "-o", "json"], { COFRE_API_KEY: "" });
  assert.equal((JSON.parse(byFile.output) as object[]).length, 1, byFile.errors);
});

test("users list goes on from page to page up to its limit, and hostile names stay text", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const hostile = "=cmd|' /C calc'!A0";
  for (const email of ["a@example.com", "b@example.com", "c@example.com"])
    await auth.post("/admin/users", { email, user_metadata: { name: "\u001b[31mred" } }, auth.admin);
  await auth.post(
    "/admin/users",
    { phone: "5511999990000", app_metadata: { provider: hostile, providers: [hostile] } },
    auth.admin,
  );
  const variables = await remoteVariables(auth, ["users:read"]);
  await using shell = openShell(variables, folder.path);
  const run = (...args: string[]) => shell.run(args);
  assert.equal(lines((await run("users", "list", "-n", "3")).output).length, 4, "a head and three");
  const all = await run("users", "list", "--all", "-o", "csv");
  assert.equal(lines(all.output).length, 5, all.errors);
  assert.match(all.output, /^[0-9a-f-]{36},,\+5511999990000,/m);
  const shown = await run("users", "show", "a@example.com", "-o", "json");
  assert.ok(!shown.output.includes("\u001b"));
  assert.match(shown.output, /\\u001b\[31mred/);
});

test("a password comes by standard input, and the user signs in with it", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const args = [BINARY, "users", "create", "caio@example.com", "--confirmed", "--password-stdin"];
  const child = spawn(process.execPath, args, { cwd: folder.path, env: ownVariables(auth), stdio: "pipe" });
  child.stdin.end(`${PASSWORD}\n`);
  const [errors] = await Promise.all([readAll(child.stderr), readAll(child.stdout)]);
  const signIn = await auth.post("/token?grant_type=password", { email: "caio@example.com", password: PASSWORD });
  assert.equal(signIn.status, 200, errors);

  await using shell = openShell(ownVariables(auth), folder.path);
  const run = (...more: string[]) => shell.run(more);
  const listed = await run("users", "sessions", "caio@example.com");
  const [head = "", session = ""] = lines(listed.output);
  assert.match(head, /^id +began +last used +level +address +device$/, listed.errors);
  assert.match(session, / aal1 /);
  const ended = await run("users", "sessions", "caio@example.com", "--end", session.split(" ")[0] as string);
  assert.match(ended.output, /^Ended session /, ended.errors);
  assert.equal((await run("users", "sessions", "caio@example.com", "--end-all")).code, 0);
  assert.equal((await run("users", "sessions", "caio@example.com", "-o", "json")).output, "[]\n");
  const link = await run("users", "link", "caio@example.com", "--type", "recovery");
  assert.match(link.output, /^https:\/\/auth\.example\.com\/verify\?token=\w+&type=recovery/, link.errors);
  const invited = await run("users", "invite", "duda@example.com", "-o", "json");
  assert.equal(invited.code, 0, invited.errors);
  assert.deepEqual(
    (await auth.messages()).map(({ template, to }) => [template, to]),
    [["invite", "duda@example.com"]],
  );
});

test("admin invite gives a role, to somebody new with a link; list shows them, revoke takes it, and the last owner stays", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  await using shell = openShell(ownVariables(auth), folder.path);
  const run = (...args: string[]) => shell.run(args);
  const invited = await run("admin", "invite", "ana@example.com", "--role", "owner", "--reason", "first of all");
  assert.match(
    invited.output,
    /^ana@example\.com is owner of this server\.\n.*\n\n {2}https:\/\/auth\.example\.com\/verify\?token=/,
    invited.errors,
  );
  const changed = await run("admin", "invite", "ana@example.com", "--role", "owner");
  assert.equal(changed.output, "ana@example.com is owner of this server.\n", changed.errors);
  assert.match((await run("admin", "list")).output, / ana@example\.com +owner +\S+ \S+ +no/);
  const last = await run("admin", "revoke", "ana@example.com");
  assert.deepEqual([last.code, last.output], [5, ""]);
  await run("admin", "invite", "bia@example.com", "--role", "support");
  assert.equal((await run("admin", "revoke", "bia@example.com")).output, "bia@example.com has no role any more.\n");
  const wrong = await run("admin", "invite", "bia@example.com");
  assert.deepEqual([wrong.code, wrong.errors.split("\n")[0]], [2, "--role is missing."]);
});

test("keys are created, rotated and retired by name; only the key goes to standard output", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const operator = auth.admin.authorization.replace("Bearer ", "");
  await using shell = openShell({ COFRE_AUTH_URL: auth.url, COFRE_API_KEY: operator }, folder.path);
  const run = (...args: string[]) => shell.run(args);
  const created = await run("keys", "create", "billing", "--rights", "users:read,audit:read", "--days", "30");
  assert.match(created.output, /^cofre_key_\S+\n$/, created.errors);
  assert.match(created.errors, /^"billing" is good until /);
  const use = (key: string) => auth.get("/admin/users", { authorization: `Bearer ${key.trim()}` });
  assert.equal((await use(created.output)).status, 200);
  const rotated = await run("keys", "rotate", "billing", "--keep-old", "0");
  assert.equal((await use(rotated.output)).status, 200, rotated.errors);
  assert.equal((await use(created.output)).status, 401);
  assert.match((await run("keys", "list")).output, / billing +cofre_key_[\w-]+ .* audit:read users:read$/m);
  assert.equal((await run("keys", "retire", "billing", "--yes")).output, '"billing" is retired.\n');
  assert.equal((await use(rotated.output)).status, 401);
  assert.equal((await run("keys", "rotate", "billing")).code, 3);
});

test("audit tail --follow prints what is done from now on, until it is told to stop", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  await auth.post("/admin/users", { email: "a@example.com" }, auth.admin);
  const variables = await remoteVariables(auth, ["audit:read"]);
  await using tail = launch([BINARY, "audit", "tail", "-f", "-n", "1", "-o", "json"], variables, folder.path);
  await tail.says(/"action":"api_key_created"/);
  assert.doesNotMatch(tail.output, /a@example\.com/);
  await auth.post("/admin/users", { email: "b@example.com" }, auth.admin);
  await tail.says(/"user_email":"b@example\.com"/);
  tail.kill("SIGINT");
  assert.deepEqual(await tail.ended, { code: 0, signal: null });
});
