// AK: administration, by operators only.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, expectVerdict } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { basicHeader } from "../people.ts";
import { startReplica } from "../replica.ts";
import { SITE_URL } from "../settings.ts";

const generate = (pair: Pair, body: object) => pair.auth.post("/admin/generate_link", body, pair.admin);

/** A start with these variables must fail with this message. */
async function expectNoStart(variables: Record<string, string>, named: RegExp): Promise<void> {
  const usual = {
    AUTHSVC_SITE_URL: SITE_URL,
    AUTHSVC_API_EXTERNAL_URL: SITE_URL,
    AUTHSVC_DB_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    AUTHSVC_JWT_SECRET: "a secret that is long enough for this attack",
  };
  const entries = Object.entries({ ...usual, ...variables }).filter(([, value]) => value !== "");
  await assert.rejects(startReplica("auth", Object.fromEntries(entries), "."), named);
}

export const admin: AttackCase[] = [
  attack("AK-03", "an administrator who signed out is none any more", async (pair) => {
    const user = await pair.people.signedIn({ role: "service_role" });
    assert.equal((await pair.auth.get("/admin/users?per_page=1", user.bearer)).status, 200, "while signed in");
    await pair.auth.post("/logout", undefined, user.bearer);
    expectVerdict(await pair.auth.get("/admin/users?per_page=1", user.bearer), "403 session_not_found");
    const banned = await pair.people.signedIn({ role: "service_role" });
    await pair.auth.put(`/admin/users/${banned.id}`, { ban_duration: "1h" }, pair.admin);
    expectVerdict(await pair.auth.get("/admin/users?per_page=1", banned.bearer), "403 user_banned");
  }),
  attack("AK-04", "links that operators ask for", async (pair) => {
    pair.requireOwnSettings();
    const user = await pair.people.user();
    for (const type of ["", "x", "sms", "Recovery"])
      expectVerdict(await generate(pair, { type, email: user.email }), "400 validation_failed", type);
    const led = (await generate(pair, { type: "magiclink", email: user.email, redirect_to: "https://evil.test/" })).body;
    assert.equal((led as { redirect_to: string }).redirect_to, SITE_URL);
    expectVerdict(await generate(pair, { type: "recovery", email: pair.address() }), "404 user_not_found");
    const fresh = (await generate(pair, { type: "magiclink", email: pair.address() })).body as { verification_type: string };
    assert.equal(fresh.verification_type, "signup");
  }),
  attack("AK-06", "no answer to an operator holds a hash, a token or a nonce", { quick: true }, async (pair) => {
    const user = await pair.people.signedIn();
    await pair.auth.post("/recover", { email: user.email });
    await pair.auth.get("/reauthenticate", user.bearer);
    for (const path of [`/admin/users/${user.id}`, "/admin/users?per_page=1000", "/admin/audit?per_page=1000"]) {
      const { status, text } = await pair.auth.get(path, pair.admin);
      assert.equal(status, 200, path);
      for (const word of [
        "encrypted_password",
        "password_hash",
        "argon2",
        "confirmation_token",
        "recovery_token",
        "nonce",
        user.session.refresh_token,
      ])
        assert.ok(!text.includes(word), `${path} holds ${word}`);
    }
  }),
  attack("AK-07", "pages that are none, and cursors that nobody gave", { also: ["V29"] }, async (pair) => {
    await pair.people.user();
    for (const query of [
      "page=-1",
      "page=0",
      "page=1e9",
      "page=x",
      "per_page=-1",
      "per_page=x",
      "page=1&page=2",
      "sort=password",
      "sort=id;drop",
    ]) {
      const reply = await pair.auth.get(`/admin/users?${query}`, pair.admin);
      assert.ok(reply.status === 200 || reply.status === 400, `${query}: ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    const { users } = (await pair.auth.get("/admin/users?per_page=1000000000", pair.admin)).body as { users?: unknown[] };
    assert.ok((users?.length ?? 0) <= 1_000, "the page has an end");
    for (const after of ["x", "0'", "-1", "9".repeat(40), "eyJpZCI6MX0"])
      expectRefused(
        await pair.auth.get(`/service/user_changes?after=${encodeURIComponent(after)}`, pair.admin),
        after,
        [400, 410],
      );
    await expectNoStart({ AUTHSVC_JWT_SECRET: "" }, /AUTHSVC_JWT_SECRET/);
  }),
  attack("V40", "nothing is left open that is meant for trying things out", async (pair) => {
    for (const path of ["/setup", "/install", "/bootstrap", "/admin", "/admin/setup", "/debug", "/metrics", "/.env", "/config"])
      for (const method of ["GET", "POST"])
        expectRefused(await pair.auth.send(path, { method }), `${method} ${path}`, [404, 405]);
    await expectNoStart({ AUTHSVC_PRODUCTION: "true", AUTHSVC_SMS_TEST_OTP: "15550100:123456" }, /SMS_TEST_OTP/);
  }),
  attack("V13", "wrong passwords count together, whichever way they come", async (pair) => {
    const user = await pair.people.user();
    const replies: Reply[] = [];
    for (let time = 0; time < 6; time++)
      replies.push(await pair.auth.post("/token?grant_type=password", { email: user.email, password: `wrong ${time}` }));
    for (let time = 0; time < 10; time++)
      replies.push(await pair.finance.get("/accounts", { authorization: basicHeader(user.email, `wrong again ${time}`) }));
    const evaluated = replies.filter(({ status }) => status === 400 || status === 401).length;
    assert.ok(evaluated <= 10, `${evaluated} of ${replies.length} were evaluated: ${replies.map(({ status }) => status)}`);
    for (const reply of replies) assert.ok([400, 401, 429].includes(reply.status), reply.text);
    return `${evaluated} of ${replies.length} evaluated`;
  }),
  attack("V38", "text of users is text, and pages of others write nothing at finance", async (pair) => {
    const member = await pair.people.member();
    const name = "<script>alert(1)</script>";
    const created = await member.post("/accounts", { name, type: "checking" });
    assert.equal(created.status, 201, created.text);
    assert.match(created.headers["content-type"] ?? "", /^application\/json/);
    assert.equal(created.headers["x-content-type-options"], "nosniff");
    const across = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    const basic = basicHeader(member.email, member.password);
    for (const authorization of [member.authorization, basic])
      expectRefused(
        await member.post("/accounts", { name: "planted" }, { ...across, authorization }),
        "another site's page",
        [403],
      );
    assert.ok(!(await member.get("/accounts")).text.includes("planted"));
  }),
  attack("AK-20", "password hashes that no sign-in could afford", async (pair) => {
    const [salt, hash] = ["c29tZXNhbHQ", "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"];
    const costly = ["m=1048576,t=1,p=1", "m=262145,t=1,p=1", "m=65536,t=20,p=1"].map(
      (of) => `$argon2id$v=19$${of}$${salt}$${hash}`,
    );
    for (const password_hash of [...costly, `$2b$15$${"a".repeat(53)}`, `$pbkdf2-sha512$i=2000000$${salt}$${hash}`]) {
      const reply = await pair.auth.post("/admin/users", { email: pair.address(), password_hash }, pair.admin);
      expectVerdict(reply, "400 validation_failed", password_hash.slice(0, 40));
    }
  }),
];
