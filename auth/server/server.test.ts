import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { makeOwnerCode, type OwnerCodeKind } from "../grants/owner_code.ts";
import { newOwnerCode } from "../grants/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };
const WRONG = "w".repeat(32);

interface Session {
  access_token: string;
  user: { id: string; email: string; email_confirmed_at: string; app_metadata: object; user_metadata: { locale?: string } };
}

interface ServerBody {
  roles: string[];
  rights: string[];
  grave_rights: string[];
  mailbox: boolean;
}

const code = (reply: Reply) => (reply.body as { error_code?: string }).error_code;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const codeOf = (auth: TestAuth, kind: OwnerCodeKind = "first") => newOwnerCode(auth, kind);

const grants = (auth: TestAuth) =>
  auth.service.world.db.many<{ email: string; role: string }>(
    sql`select email, server_grants.role from server_grants join users on users.id = user_id order by email`,
  );

async function owner(auth: TestAuth): Promise<Session> {
  const reply = await auth.post("/server/owner", { code: await codeOf(auth), ...ana });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Session;
}

async function member(auth: TestAuth, email: string): Promise<Session> {
  const password = "another horse";
  await auth.post("/admin/users", { email, password, email_confirm: true }, auth.admin);
  const reply = await auth.post("/token?grant_type=password", { email, password });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Session;
}

test("POST /server/owner makes a confirmed user, an owner and a session, once; the grant is no metadata, and is in the audit log", async () => {
  await using auth = await startTestAuth();
  const first = await codeOf(auth);
  assert.equal((await auth.post("/server/owner/code", { code: first })).status, 200, "not used up by looking");
  const reply = await auth.post("/server/owner", { code: first, ...ana, email: "Ana@Example.com", data: { locale: "en" } });
  assert.equal(reply.status, 200, reply.text);
  const { access_token: token, user } = reply.body as Session;
  assert.deepEqual([user.email, user.user_metadata.locale], ["ana@example.com", "en"]);
  assert.ok(user.email_confirmed_at);
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email"] });
  const { rights, grave_rights: grave, ...server } = (await auth.get("/server", bearer(token))).body as ServerBody;
  assert.deepEqual(server, { roles: ["owner"], mailbox: true });
  assert.ok(rights.includes("users:erase") && grave.includes("users:erase") && !grave.includes("users:read"));
  assert.equal((await auth.post("/token?grant_type=password", ana)).status, 200);
  assert.deepEqual(await auth.messages(), []);
  const again = await auth.post("/server/owner", { code: first, ...ana, email: "eve@example.com" });
  assert.deepEqual([again.status, code(again)], [403, "owner_code_invalid"]);
  assert.deepEqual(await grants(auth), [{ email: "ana@example.com", role: "owner" }]);
  const log = await auth.get("/admin/audit?action=server_role_granted", auth.admin);
  const [entry] = log.body as { payload: { actor_id: string; traits: object } }[];
  assert.equal(entry?.payload.actor_id, user.id);
  assert.deepEqual(entry?.payload.traits, { user_id: user.id, role: "owner", by: "code" });
  const { count } = await auth.service.world.db.one<{ count: number }>(
    sql`select count(*) from owner_codes where code_hash = convert_to(${first}, 'UTF8')`,
  );
  assert.equal(count, 0, "only hashes are stored");
  assert.doesNotMatch(JSON.stringify(auth.logged), new RegExp(first));
});

test("of twenty uses at once, of one code and of the codes of two replicas, one makes an owner", async () => {
  await using auth = await startTestAuth();
  const codes = [await codeOf(auth), await codeOf(auth)];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      auth.post("/server/owner", { code: codes[index % 2], email: `x${index}@example.com`, password: ana.password }),
    ),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array<number>(19).fill(403)]);
  assert.equal((await grants(auth)).length, 1);
  const { count } = await auth.service.world.db.one<{ count: number }>(sql`select count(*) from users`);
  assert.equal(count, 1, "who was refused left no user");
});

test("a first code is good for a day and until there is an owner; one made on purpose for an hour, also then", async () => {
  await using auth = await startTestAuth();
  const { db } = auth.service.world;
  const check = async (each: string) => (await auth.post("/server/owner/code", { code: each })).status;
  const old = await codeOf(auth);
  auth.clock.advance(24 * 3600 - 1);
  assert.equal(await check(old), 200);
  auth.clock.advance(1);
  assert.deepEqual([await check(old), await check(WRONG), await check("")], [403, 403, 403]);
  const { access_token: token } = await owner(auth);
  assert.equal(await makeOwnerCode(db, "first", auth.clock.now()), undefined);
  const another = await codeOf(auth, "another");
  const bia = await member(auth, "bia@example.com");
  const reply = await auth.call("/server/owner", { method: "PUT", body: { code: another }, headers: bearer(bia.access_token) });
  assert.equal(reply.status, 204, reply.text);
  assert.equal(await check(another), 403);
  assert.equal((await grants(auth)).length, 2);
  const late = await codeOf(auth, "another");
  auth.clock.advance(3600);
  assert.equal(await check(late), 403);
  await auth.call("/user", { method: "DELETE", headers: bearer(token), body: { password: ana.password } });
  await db.run(sql`update users set deleted_at = now()`);
  assert.ok(await makeOwnerCode(db, "first", auth.clock.now()), "a deleted owner is none");
});

test("POST /server/owner works where sign-up is closed, a captcha and hooks are on, and takes no account over", async () => {
  await using auth = await startTestAuth({
    DISABLE_SIGNUP: "true",
    SECURITY_CAPTCHA_ENABLED: "true",
    SECURITY_CAPTCHA_PROVIDER: "hcaptcha",
    SECURITY_CAPTCHA_SECRET: "0x0000000000000000000000000000000000000000",
    HOOK_BEFORE_USER_CREATED_ENABLED: "true",
    HOOK_BEFORE_USER_CREATED_URI: "pg-functions://postgres/public/no_such_hook",
    HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: "true",
    HOOK_CUSTOM_ACCESS_TOKEN_URI: "pg-functions://postgres/public/no_such_hook",
  });
  await auth.post("/admin/users", { ...ana, email_confirm: true }, auth.admin);
  const first = await codeOf(auth);
  const taken = await auth.post("/server/owner", { code: first, ...ana });
  assert.deepEqual([taken.status, code(taken)], [422, "user_already_exists"]);
  const weak = await auth.post("/server/owner", { code: first, email: "bia@example.com", password: "123" });
  assert.deepEqual([weak.status, code(weak)], [422, "weak_password"]);
  const wrong = await auth.post("/server/owner", { code: WRONG, ...ana });
  assert.deepEqual([wrong.status, code(wrong)], [403, "owner_code_invalid"], "tells nobody who has an account");
  const made = await auth.post("/server/owner", { code: first, ...ana, email: "bia@example.com" });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(Object.keys(made.body as object), ["user"], "the hook refuses tokens, and the owner is there");
  assert.deepEqual(await grants(auth), [{ email: "bia@example.com", role: "owner" }]);
});

test("PUT /server/owner wants the user's own session, proved lately, with both factors, and somebody who can come back", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const { keys, config, db } = auth.service.world;
  const first = await codeOf(auth);
  const put = async (token: string) =>
    code(await auth.call("/server/owner", { method: "PUT", body: { code: first }, headers: bearer(token) }));
  const bia = await member(auth, "bia@example.com");
  const claims = JSON.parse(Buffer.from(bia.access_token.split(".")[1] ?? "", "base64url").toString()) as object;
  const ofApp = keys.sign({ ...claims, client_id: "11111111-1111-4111-8111-111111111111" } as never);
  assert.equal(await put(ofApp), "no_authorization");
  const nobody = (await auth.post("/signup", {})).body as Session;
  assert.equal(await put(nobody.access_token), "validation_failed");
  assert.equal(await put(auth.admin.authorization.slice(7)), "bad_jwt", "an operator's token is nobody");
  await db.run(sql`
    insert into factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (gen_random_uuid(), ${bia.user.id}, 'totp', 'verified', 'x', now(), now())`);
  assert.equal(await put(bia.access_token), "insufficient_aal");
  await db.run(sql`delete from factors`);
  auth.clock.advance(601);
  assert.equal(await put(bia.access_token), "reauthentication_needed");
  assert.deepEqual(await grants(auth), []);
  assert.equal(config.mailerOtpExpSeconds, 3600);
});

test("GET /server/mailbox shows an owner the newest messages, and nobody else any; no name leads out of the folder", async () => {
  await using folder = await temporaryFolder();
  const mailbox = join(folder.path, "mailbox");
  await mkdir(mailbox);
  await using auth = await startTestAuth();
  auth.service.world.mailbox = mailbox;
  const id = "11111111-1111-4111-8111-11111111111";
  const mail = [
    "From: Cofre <noreply@example.com>",
    "To: bia@example.com",
    "Subject: =?UTF-8?Q?Ol=C3=A1?=",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "https://example.com/confirm?token=3Dabc",
    "--b",
    "Content-Type: text/html",
    "",
    "<script>alert(1)</script>",
    "--b--",
  ].join("\r\n");
  await writeFile(join(mailbox, `20260131T120000.000Z-${id}1.eml`), mail);
  await writeFile(join(mailbox, `20260131T120001.000Z-${id}2.sms`), "To: +5511999990000\n\nSeu código: 123456\n");
  await writeFile(join(folder.path, "secret"), "of the server");
  await symlink(join(folder.path, "secret"), join(mailbox, `20260131T120002.000Z-${id}3.eml`));
  await writeFile(join(mailbox, "notes.txt"), "of somebody else");
  const { access_token: token } = await owner(auth);
  const list = await auth.get("/server/mailbox", bearer(token));
  assert.deepEqual(list.body, [
    {
      name: `20260131T120001.000Z-${id}2.sms`,
      kind: "sms",
      to: "+5511999990000",
      subject: "",
      sent_at: "2026-01-31T12:00:01.000Z",
    },
    {
      name: `20260131T120000.000Z-${id}1.eml`,
      kind: "mail",
      to: "bia@example.com",
      subject: "Olá",
      sent_at: "2026-01-31T12:00:00.000Z",
    },
  ]);
  const older = await auth.get(`/server/mailbox?before=20260131T120001.000Z-${id}2.sms`, bearer(token));
  assert.equal((older.body as unknown[]).length, 1);
  const read = async (name: string) => auth.get(`/server/mailbox/${name}`, bearer(token));
  const opened = await read(`20260131T120000.000Z-${id}1.eml`);
  assert.equal((opened.body as { text: string }).text, "https://example.com/confirm?token=abc");
  assert.equal(((await read(`20260131T120001.000Z-${id}2.sms`)).body as { text: string }).text, "Seu código: 123456");
  for (const name of [
    "notes.txt",
    "..%2Fsecret",
    "%2e%2e%2fsecret",
    `20260131T120002.000Z-${id}3.eml`,
    `20260131T120009.000Z-${id}9.eml`,
  ])
    assert.equal((await read(name)).status, 404, name);
  const reads = await auth.get("/admin/audit?action=mailbox_read", auth.admin);
  assert.equal((reads.body as unknown[]).length, 2);

  const bia = await member(auth, "bia@example.com");
  assert.deepEqual((await auth.get("/server", bearer(bia.access_token))).body, {
    roles: [],
    rights: [],
    grave_rights: [],
    mailbox: false,
  });
  for (const path of ["/server/mailbox", `/server/mailbox/20260131T120000.000Z-${id}1.eml`]) {
    assert.equal(code(await auth.get(path, bearer(bia.access_token))), "not_owner");
    assert.equal((await auth.get(path)).status, 401);
    assert.equal((await auth.get(path, auth.admin)).status, 403);
  }
  for (const role of ["viewer", "support", "security", "admin"])
    await auth.service.world.db.run(sql`
      insert into server_grants (user_id, role, created_at) values (${bia.user.id}, ${role}, now())`);
  assert.equal(code(await auth.get("/server/mailbox", bearer(bia.access_token))), "not_owner");
  auth.clock.advance(601);
  assert.equal(code(await auth.get("/server/mailbox", bearer(token))), "reauthentication_needed");
  auth.service.world.mailbox = undefined;
  const fresh = ((await auth.post("/token?grant_type=password", ana)).body as Session).access_token;
  assert.equal((await auth.get("/server/mailbox", bearer(fresh))).status, 404, "by a mail server mails leave");
});

test("POST /server/invitations gives an owner a link that lets somebody in, and sends nothing", async () => {
  await using auth = await startTestAuth({ DISABLE_SIGNUP: "true" });
  const { access_token: token } = await owner(auth);
  const reply = await auth.post("/server/invitations", { email: "Bia@example.com" }, bearer(token));
  assert.equal(reply.status, 200, reply.text);
  const { email, link, expires_at: expiresAt } = reply.body as { email: string; link: string; expires_at: string };
  assert.deepEqual([email, expiresAt], ["bia@example.com", "2026-02-07T12:00:00.000Z"]);
  assert.deepEqual(await auth.messages(), []);
  auth.clock.advance(7 * 86_400 - 1);
  const hash = new URL(link).searchParams.get("token");
  const used = await auth.post("/verify", { type: "invite", token_hash: hash });
  assert.equal(used.status, 200, used.text);
  const fresh = ((await auth.post("/token?grant_type=password", ana)).body as Session).access_token;
  assert.equal(code(await auth.post("/server/invitations", { email }, bearer(fresh))), "email_exists");
  const bia = (used.body as Session).access_token;
  assert.equal(code(await auth.post("/server/invitations", { email: "eve@example.com" }, bearer(bia))), "not_owner");
  assert.equal((await auth.post("/server/invitations", {}, bearer(fresh))).status, 400);
  const page = `${auth.service.world.config.siteUrl}/confirm`;
  const fromWeb = await auth.post("/server/invitations", { email: "rui@example.com" }, { ...bearer(fresh), "x-link-page": page });
  assert.ok((fromWeb.body as { link: string }).link.startsWith(`${page}?token=`), fromWeb.text);
});
