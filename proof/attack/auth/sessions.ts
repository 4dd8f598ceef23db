// AS: refresh tokens, ends of sessions, bans and deletion.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "../../../kernel/sql/sql.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, expectVerdict, from, inParallel, landingOf, mailsTo, mailTo, tally, verdictOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { basicHeader, type Session, sessionOf } from "../people.ts";
import { tripOf } from "../provider_trip.ts";
import { CODE_DIGITS, SHORT_EXPIRIES } from "../settings.ts";
import { codeIn } from "../sinks.ts";

const refresh = (pair: Pair, token: string, replica?: number) =>
  pair.auth.send("/token?grant_type=refresh_token", {
    method: "POST",
    body: { refresh_token: token },
    ...(replica !== undefined && { replica }),
  });

async function rotate(pair: Pair, times: number, replica?: number): Promise<Session[]> {
  const family = [(await pair.people.signedIn()).session];
  for (let time = 0; time < times; time++)
    family.push(sessionOf(await refresh(pair, (family.at(-1) as Session).refresh_token, replica)));
  return family;
}

/** Reusing a grandparent token means a copy exists, so the whole family is revoked. */
async function expectFamilyRevoked(pair: Pair, [oldest, , newest]: Session[], replica?: number): Promise<void> {
  expectVerdict(await refresh(pair, (oldest as Session).refresh_token, replica), "400 refresh_token_already_used");
  expectRefused(await refresh(pair, (newest as Session).refresh_token), "the newest token of the family", [400]);
  expectVerdict(await pair.auth.put("/user", { data: {} }, (newest as Session).bearer), "403 session_not_found");
}

export const sessions: AttackCase[] = [
  attack("AS-01", "the previous refresh token within the interval gives the same child", async (pair) => {
    const [first, second] = (await rotate(pair, 1)) as [Session, Session];
    assert.equal(sessionOf(await refresh(pair, first.refresh_token)).refresh_token, second.refresh_token);
  }),
  attack("AS-02", "an older refresh token revokes the family", { quick: true }, async (pair) => {
    await expectFamilyRevoked(pair, await rotate(pair, 2));
  }),
  attack("AS-03", "the previous refresh token after the interval revokes the family", SHORT_EXPIRIES, async (pair) => {
    const [first, second] = (await rotate(pair, 1)) as [Session, Session];
    await sleep(1_500);
    expectVerdict(await refresh(pair, first.refresh_token), "400 refresh_token_already_used");
    expectRefused(await refresh(pair, second.refresh_token), "the child", [400]);
  }),
  attack("AS-04", "a hundred refreshes at once have one child", { also: ["V09"] }, async (pair) => {
    const { session } = await pair.people.signedIn();
    const replies = await inParallel(100, () => refresh(pair, session.refresh_token));
    assert.deepEqual(tally(replies), { "200": 100 });
    const children = new Set(replies.map((reply) => sessionOf(reply).refresh_token));
    assert.equal(children.size, 1, "one child");
    assert.equal((await refresh(pair, [...children][0] as string)).status, 200, "the child goes on");
  }),
  attack("AS-06", "a revoked session stays revoked after a restart", { alone: true, also: ["V10"] }, async (pair) => {
    const [family, revoked] = [await rotate(pair, 2), await rotate(pair, 2)];
    await expectFamilyRevoked(pair, revoked);
    for (const replica of pair.inside.replicas.auth) await replica.restart("SIGKILL");
    await expectFamilyRevoked(pair, family);
    expectRefused(await refresh(pair, (revoked[2] as Session).refresh_token), "a revoked token", [400]);
  }),
  attack("AS-07", "a token rotated on one replica is rejected on the other", async (pair) => {
    await expectFamilyRevoked(pair, await rotate(pair, 2, 0), 1);
  }),
  attack("AS-09", "the scopes of a logout end exactly their sessions", async (pair) => {
    for (const [scope, alive] of [
      ["", [false, false]],
      ["?scope=global", [false, false]],
      ["?scope=local", [false, true]],
      ["?scope=others", [true, false]],
    ] as const) {
      const user = await pair.people.signedIn();
      const other = await pair.people.signIn(user);
      const reply = await pair.auth.post(`/logout${scope}`, undefined, user.bearer);
      assert.equal(reply.status, 204, reply.text);
      const results = [await refresh(pair, user.session.refresh_token), await refresh(pair, other.refresh_token)];
      assert.deepEqual(
        results.map(({ status }) => status === 200),
        alive,
        `scope ${scope}`,
      );
    }
    const { bearer } = await pair.people.signedIn();
    for (const scope of ["x", "GLOBAL", "local&scope=global"])
      expectVerdict(await pair.auth.post(`/logout?scope=${scope}`, undefined, bearer), "400 validation_failed", scope);
  }),
  attack("AS-10", "after a logout nothing can be changed any more", async (pair) => {
    pair.requireOwnSettings();
    const user = await pair.people.signedIn();
    await pair.auth.post("/logout", undefined, user.bearer);
    expectRefused(await refresh(pair, user.session.refresh_token), "the refresh token", [400]);
    // The access token stays valid until it expires: it can read, and changes nothing.
    assert.equal((await pair.auth.get("/user", user.bearer)).status, 200);
    for (const reply of [
      await pair.auth.put("/user", { data: {} }, user.bearer),
      await pair.auth.get("/reauthenticate", user.bearer),
      await pair.auth.get("/user/identities/authorize?provider=github", user.bearer),
    ])
      expectVerdict(reply, "403 session_not_found");
  }),
  attack("AS-12", "a password that an operator or the user sets ends the other sessions", async (pair) => {
    const [user, other] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const mine = await pair.people.signIn(other);
    const set = await pair.auth.put(`/admin/users/${user.id}`, { password: pair.people.password() }, pair.admin);
    assert.equal(set.status, 200, set.text);
    assert.equal((await pair.auth.put("/user", { password: pair.people.password() }, mine.bearer)).status, 200);
    for (const dead of [user.session, other.session]) {
      expectRefused(await refresh(pair, dead.refresh_token), "a refresh token", [400]);
      expectRefused(await pair.auth.get("/user", dead.bearer), "an access token", [403]);
    }
    assert.equal((await refresh(pair, mine.refresh_token)).status, 200, "the session that changed it goes on");
  }),
  attack("AS-13", "a ban ends all sessions at once, on both replicas and at finance", { also: ["V20"] }, async (pair) => {
    pair.requireOwnSettings();
    const user = await pair.people.signedIn();
    const subject = "9101";
    landingOf(await tripOf(pair, "github", { email: user.email, subject, verified: true }));
    await pair.auth.post("/recover", { email: user.email });
    const { code, token } = await mailTo(pair, user.email);
    const basic = { authorization: basicHeader(user.email, user.password) };
    const money = async () => [await pair.finance.get("/accounts", user.bearer), await pair.finance.get("/accounts", basic)];
    for (const reply of await money()) assert.equal(reply.status, 200, reply.text);
    assert.equal((await pair.auth.put(`/admin/users/${user.id}`, { ban_duration: "24h" }, pair.admin)).status, 200);
    const began = performance.now();
    await expectShut(pair, user.session, "403 user_banned");
    expectVerdict(await refresh(pair, user.session.refresh_token), "400 user_banned");
    expectRefused(await pair.auth.post("/verify", { type: "recovery", email: user.email, token: code }), "a live code", [403]);
    expectRefused(await pair.auth.post("/verify", { type: "recovery", token_hash: token }), "a live link", [403]);
    const landed = landingOf(await tripOf(pair, "github", { email: user.email, subject, verified: true }));
    assert.equal(landed.fields.error_code, "user_banned");
    assert.equal(landed.fields.access_token, undefined);
    await until("finance to know of the ban", async () => (await money()).every(({ status }) => status === 401));
    return `finance refused it ${(performance.now() - began).toFixed(0)} ms after the ban, measured from outside`;
  }),
  attack("AS-14", "a deletion ends everything, and a new user with the same address starts empty", async (pair) => {
    const user = await pair.people.signedIn({ user_metadata: { marker: "old" } });
    await pair.auth.post("/recover", { email: user.email });
    const { code } = await mailTo(pair, user.email);
    assert.equal((await pair.auth.delete(`/admin/users/${user.id}`, undefined, pair.admin)).status, 200);
    await expectShut(pair, user.session, "403 user_not_found");
    expectRefused(await refresh(pair, user.session.refresh_token), "the refresh token", [400]);
    expectRefused(await pair.auth.post("/verify", { type: "recovery", email: user.email, token: code }), "a live code", [403]);
    const next = await pair.people.signedIn({ email: user.email });
    assert.notEqual(next.id, user.id);
    assert.deepEqual(next.session.user.user_metadata, { email_verified: true, ...(next.session.user.user_metadata as object) });
    assert.ok(!JSON.stringify(next.session.user).includes("old"));
    expectVerdict(await pair.auth.get("/user", user.bearer), "403 user_not_found");
  }),
  attack("AS-15", "durations of bans are exact or refused", async (pair) => {
    const user = await pair.people.user();
    const ban = async (ban_duration: unknown) => {
      const reply = await pair.auth.put(`/admin/users/${user.id}`, { ban_duration }, pair.admin);
      const row = (await pair.auth.get(`/admin/users/${user.id}`, pair.admin)).body as { banned_until?: string };
      return { verdict: verdictOf(reply), until: row.banned_until };
    };
    const hours = (text: string | undefined) => (Date.parse(text ?? "") - Date.now()) / 3_600_000;
    for (const [duration, expected] of [
      ["24h", 24],
      ["1h30m", 1.5],
      ["1.5h", 1.5],
    ] as const) {
      const result = await ban(duration);
      assert.equal(result.verdict, "200", duration);
      assert.ok(Math.abs(hours(result.until) - expected) < 0.05, `${duration}: until ${result.until}`);
    }
    const { until: before } = await ban("24h");
    for (const duration of ["-1h", "1d", 5, [], {}, "24", "h", "1h;drop", "１h"]) {
      const result = await ban(duration);
      assert.deepEqual(result, { verdict: "400 validation_failed", until: before }, JSON.stringify(duration));
    }
    assert.match((await ban("9999999999h")).until ?? "", /^9999-12-31/, "as long as dates can be written");
    assert.equal((await ban("none")).until ?? null, null, "none lifts it");
  }),
  attack("AS-16", "the database stores no usable refresh token", async (pair) => {
    const { session } = await pair.people.signedIn();
    const rows = await pair.inside.db.many<{ row: Record<string, unknown> }>(sql`select to_jsonb(s) as row from sessions s`);
    const values = rows.flatMap(({ row }) => Object.values(row)).filter((each): each is string => typeof each === "string");
    assert.ok(values.length > 0 && !JSON.stringify(rows).includes(session.refresh_token));
    for (const value of [...new Set(values)].slice(0, 200))
      expectRefused(await refresh(pair, value), `the value ${value} of a row`, [400]);
  }),
  attack("AS-18", "an anonymous user becomes permanent only with an address", async (pair) => {
    pair.requireOwnSettings();
    const session = await pair.people.anonymous();
    expectRefused(await pair.auth.put("/user", { password: pair.people.password() }, session.bearer), "a password", [422]);
    expectVerdict(await pair.auth.get("/admin/users", session.bearer), "403 not_admin");
    const email = pair.address();
    assert.equal((await pair.auth.put("/user", { email }, session.bearer)).status, 200);
    const { token, type } = await mailTo(pair, email);
    const verified = sessionOf(await pair.auth.post("/verify", { type, token_hash: token }));
    assert.deepEqual([verified.user.id, verified.user.email], [session.user.id, email]);
  }),
  attack("V21", "expired tokens are rejected, whether or not a job has removed them", SHORT_EXPIRIES, async (pair) => {
    const user = await pair.people.signedIn();
    await pair.auth.post("/recover", { email: user.email });
    const { token, code } = await mailTo(pair, user.email);
    await sleep(4_000);
    expectRefused(await pair.auth.post("/verify", { type: "recovery", token_hash: token }), "an old link", [403]);
    expectRefused(await pair.auth.post("/verify", { type: "recovery", email: user.email, token: code }), "an old code", [403]);
    expectRefused(await pair.auth.get("/user", { ...user.bearer, ...from(1) }), "an old access token", [403]);
    assert.equal((await pair.finance.get("/accounts", user.bearer)).status, 401, "at finance too");
  }),
  attack("AS-19", "a session can be read and ended only by its user and by operators", async (pair) => {
    const [user, other] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const mine = await pair.people.signIn(user);
    const listed = async ({ bearer }: Session) => {
      const reply = await pair.auth.get("/sessions", bearer);
      assert.ok(!/token|counter|"user_id"/.test(reply.text), reply.text);
      return reply.body as { id: string; current: boolean }[];
    };
    const [theirs] = await listed(other.session);
    const own = await listed(mine);
    assert.ok(theirs && own.length === 2 && !own.some(({ id }) => id === theirs.id), "nobody sees others");
    for (const id of [theirs.id, other.id, "1", "..%2f..%2fadmin%2fsessions", "11111111-1111-4111-8111-111111111111"])
      expectRefused(await pair.auth.delete(`/sessions/${id}`, undefined, mine.bearer), id, [404]);
    assert.equal((await refresh(pair, other.session.refresh_token)).status, 200, "somebody else goes on");
    const first = own.find(({ current }) => !current)?.id;
    const replies = await inParallel(20, () => pair.auth.delete(`/sessions/${first}`, undefined, mine.bearer));
    assert.deepEqual(tally(replies), { "204": 1, "404 session_not_found": 19 });
    expectVerdict(await pair.auth.get("/user", user.bearer), "403 session_not_found", "its access token");
    expectRefused(await refresh(pair, user.session.refresh_token), "its refresh token", [400]);
    expectVerdict(
      await pair.auth.delete(`/sessions/${first}`, undefined, user.bearer),
      "403 session_not_found",
      "by what has ended",
    );
    for (const path of ["/admin/sessions", `/admin/users/${user.id}/sessions`])
      expectVerdict(await pair.auth.get(path, mine.bearer), "403 not_admin");
    for (const path of [`/admin/sessions/${theirs.id}`, `/admin/users/${other.id}/sessions`])
      expectVerdict(await pair.auth.delete(path, undefined, mine.bearer), "403 not_admin");
  }),
  attack("AS-20", "an account is deleted only by its user, after reauthentication", async (pair) => {
    const [user, other] = [await pair.people.signedIn(), await pair.people.signedIn()];
    const remove = (bearer: Record<string, string>, body: unknown = {}) => pair.auth.delete("/user", body, bearer);
    expectVerdict(await remove({}), "401 no_authorization");
    expectVerdict(await remove(user.bearer, { password: other.password }), "400 invalid_credentials", "the password of another");
    for (const nonce of ["000000", "' or 1=1", "0".repeat(5000)])
      expectVerdict(await remove(user.bearer, { nonce }), "422 reauthentication_not_valid", nonce.slice(0, 20));
    assert.equal((await pair.auth.get("/reauthenticate", other.bearer)).status, 200);
    const [mail] = await mailsTo(pair, other.email, 1);
    const nonce = codeIn(mail?.parts.map(({ text }) => text).join() ?? "", CODE_DIGITS);
    assert.ok(nonce);
    expectVerdict(await remove(user.bearer, { nonce }), "422 reauthentication_not_valid", "that of somebody else");
    for (const body of [{ password: ["x"] }, { nonce: 1 }, { password: {} }, "[]"])
      expectRefused(await remove(user.bearer, body), JSON.stringify(body), [400]);
    await pair.inside.db.run(sql`
      update sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb(extract(epoch from now())::bigint - 3600)) where user_id = ${user.id}`);
    expectVerdict(await remove(user.bearer), "400 reauthentication_needed", "an hour later");
    for (const more of [{ user_id: other.id }, { id: other.id, should_soft_delete: true }, { recent: true, aal: "aal2" }])
      expectVerdict(await remove(user.bearer, more), "400 reauthentication_needed", JSON.stringify(more));
    const session = await pair.people.signIn(user);
    await pair.auth.post("/logout?scope=local", undefined, session.bearer);
    expectVerdict(await remove(session.bearer, { password: user.password }), "403 session_not_found", "by what has ended");
    expectVerdict(await pair.auth.get("/service/deleted_users", user.bearer), "403 not_admin");
    expectVerdict(await pair.auth.delete(`/service/deleted_users/${other.id}`, undefined, user.bearer), "403 not_admin");
    for (const each of [user, other]) assert.equal((await pair.auth.get("/user", each.bearer)).status, 200, "nothing has gone");
    const replies = await inParallel(20, () => remove(other.bearer));
    assert.deepEqual(tally(replies), { "204": 1, "403 user_not_found": 19 });
    await expectShut(pair, other.session, "403 user_not_found");
    assert.equal((await pair.auth.get("/user", user.bearer)).status, 200, "nobody else's");
  }),
];

/** Every endpoint with an access token, on both replicas. */
async function expectShut(pair: Pair, { bearer }: Session, verdict: string): Promise<void> {
  for (const replica of [0, 1]) {
    for (const [method, path, body] of [
      ["GET", "/user"],
      ["PUT", "/user", { data: {} }],
      ["GET", "/reauthenticate"],
      ["POST", "/logout"],
      ["GET", "/user/identities/authorize?provider=github"],
      ["DELETE", "/user/identities/11111111-1111-4111-8111-111111111111"],
    ] as const) {
      const reply = await pair.auth.send(path, { method, body, headers: bearer, replica });
      assert.equal(verdictOf(reply), verdict, `${method} ${path} on replica ${replica}: ${reply.text}`);
    }
  }
}
