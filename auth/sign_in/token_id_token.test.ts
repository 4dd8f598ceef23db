import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { ana, idTokenOf, startWithProviders, type TestPerson } from "../external/testing.ts";
import type { TestAuth } from "../testing.ts";

interface Session {
  access_token: string;
  provider_token?: string;
  user: { id: string; email: string; identities: unknown[] };
}

const hashOf = (nonce: string) => createHash("sha256").update(nonce).digest("hex");

function sendToken(auth: TestAuth, person: TestPerson, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return auth.post("/token?grant_type=id_token", { provider: "google", id_token: idTokenOf(person), ...more }, headers);
}

const answerOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error_code: code, error, error_description: description, msg } = body as Record<string, string>;
  return error ? [status, error, description] : [status, code, msg];
};

async function countUsers(auth: TestAuth): Promise<number> {
  return (await auth.service.world.db.one<{ n: number }>(sql`select count(*) as n from users`)).n;
}

test("POST /token?grant_type=id_token signs a person in whom a provider's token describes, and makes them once", async () => {
  await using auth = await startWithProviders();
  const reply = await sendToken(auth, ana);
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as Session;
  assert.equal(session.user.email, "ana@example.com");
  assert.equal(session.provider_token, undefined);
  const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1] as string, "base64url").toString());
  assert.equal(claims.amr[0].method, "oauth");
  assert.equal(((await sendToken(auth, ana, { provider: "GOOGLE" })).body as Session).user.id, session.user.id);
  assert.equal(await countUsers(auth), 1);
});

test("POST /token?grant_type=id_token judges who it is as a redirect does", async () => {
  await using auth = await startWithProviders({ DISABLE_SIGNUP: "true" });
  assert.deepEqual(answerOf(await sendToken(auth, ana)), [422, "signup_disabled", "Signups not allowed for this instance"]);
  await using open = await startWithProviders();
  const unverified = await sendToken(open, { ...ana, verified: false });
  assert.equal((unverified.body as { error_code: string }).error_code, "provider_email_needs_verification");
  assert.equal(unverified.status, 422);
  const { email: _none, ...nameless } = ana;
  assert.deepEqual(answerOf(await sendToken(open, { ...nameless, subject: "2" })).slice(0, 2), [500, "unexpected_failure"]);
});

test("POST /token?grant_type=id_token says in the words of OAuth what is wrong with a request", async () => {
  await using auth = await startWithProviders({ EXTERNAL_APPLE_ENABLED: "false" });
  const token = idTokenOf(ana);
  const cases: [body: Record<string, unknown>, answer: unknown[]][] = [
    [{ id_token: undefined }, [400, "invalid request", "id_token required"]],
    [{ id_token: "" }, [400, "invalid request", "id_token required"]],
    [{ provider: undefined }, [400, "invalid request", "provider or client_id and issuer required"]],
    [
      { provider: undefined, issuer: "https://accounts.google.com" },
      [400, "invalid request", "provider or client_id and issuer required"],
    ],
    [{ provider: "", client_id: "x" }, [400, "invalid request", "provider or client_id and issuer required"]],
    [{ id_token: "x" }, [400, "invalid request", "Bad ID token"]],
    [{ id_token: `${token}.x` }, [400, "invalid request", "Bad ID token"]],
    [{ id_token: idTokenOf({ ...ana, fails: "id_token" }) }, [400, "invalid request", "Bad ID token"]],
    [{ id_token: idTokenOf(ana, { sub: undefined }) }, [400, "invalid request", "Missing sub claim in id_token"]],
    [{ id_token: idTokenOf(ana, { sub: "" }) }, [400, "invalid request", "Missing sub claim in id_token"]],
    [{ id_token: idTokenOf(ana, { aud: "evil" }) }, [400, "invalid request", "Unacceptable audience in id_token: [evil]"]],
    [{ id_token: idTokenOf(ana, { aud: undefined }) }, [400, "invalid request", "Unacceptable audience in id_token: []"]],
    [
      { id_token: idTokenOf(ana, { aud: [1, { toString: 1 }] }) },
      [400, "invalid request", "Unacceptable audience in id_token: []"],
    ],
    [{ client_id: "evil" }, [400, "invalid request", "Unacceptable audience in id_token: [google-app]"]],
    [{ provider: "github" }, [400, "validation_failed", 'Custom OIDC provider "github" not allowed']],
    [{ provider: "nobody" }, [400, "validation_failed", 'Custom OIDC provider "nobody" not allowed']],
    [{ provider: "apple" }, [400, "provider_disabled", 'Provider (issuer "https://appleid.apple.com") is not enabled']],
    [
      { provider: "apple", id_token: "not even a token" },
      [400, "provider_disabled", 'Provider (issuer "https://appleid.apple.com") is not enabled'],
    ],
    [{ provider: "azure" }, [400, "provider_disabled", 'Provider (issuer "azure") is not enabled']],
  ];
  for (const [body, answer] of cases)
    assert.deepEqual(answerOf(await sendToken(auth, ana, body)), answer, JSON.stringify(body).slice(0, 80));
  assert.equal(await countUsers(auth), 0);
});

test("POST /token?grant_type=id_token finds the provider by its issuer where that is on the list", async () => {
  await using auth = await startWithProviders();
  const naming = { provider: undefined, client_id: "google-app" };
  const good = await sendToken(auth, ana, { ...naming, issuer: "https://accounts.google.com" });
  assert.equal(good.status, 200, good.text);
  for (const issuer of ["https://evil.test", "https://www.facebook.com", "__proto__"]) {
    const reply = await sendToken(auth, ana, { ...naming, issuer });
    assert.deepEqual(answerOf(reply), [400, "validation_failed", `Custom OIDC provider "${issuer}" not allowed`]);
  }
  const other = await sendToken(auth, ana, { ...naming, client_id: "not ours", issuer: "https://accounts.google.com" });
  assert.deepEqual(answerOf(other), [400, "invalid request", "Unacceptable audience in id_token: [google-app]"]);
  await using listed = await startWithProviders({
    EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: "https://elsewhere.test,https://appleid.apple.com",
  });
  for (const issuer of ["https://elsewhere.test", "https://accounts.google.com"]) {
    assert.equal((await sendToken(listed, ana, { ...naming, issuer })).status, 400, issuer);
  }
  const apple = { provider: undefined, client_id: "apple-app", issuer: "https://appleid.apple.com" };
  const byApple = await sendToken(listed, ana, { ...apple, id_token: idTokenOf(ana, { aud: "apple-app" }) });
  assert.equal(byApple.status, 200, byApple.text);
});

test("POST /token?grant_type=id_token compares the nonce with its hash in the token: both are there, or neither", async () => {
  await using auth = await startWithProviders({ EXTERNAL_APPLE_SKIP_NONCE_CHECK: "true" });
  const withNonce: TestPerson = { ...ana, nonce: hashOf("secret") };
  const halves = [400, "invalid request", "Passed nonce and nonce in id_token should either both exist or not."];
  assert.deepEqual(answerOf(await sendToken(auth, withNonce)), halves);
  assert.deepEqual(answerOf(await sendToken(auth, withNonce, { nonce: "" })), halves);
  assert.deepEqual(answerOf(await sendToken(auth, ana, { nonce: "secret" })), halves);
  for (const nonce of ["other", hashOf("secret"), "SECRET"]) {
    assert.deepEqual(answerOf(await sendToken(auth, withNonce, { nonce })), [400, "invalid nonce", "Nonces mismatch"]);
  }
  assert.equal(await countUsers(auth), 0);
  assert.equal((await sendToken(auth, withNonce, { nonce: "secret" })).status, 200);
  const skipped = await sendToken(auth, withNonce, { provider: "apple", id_token: idTokenOf(withNonce, { aud: "apple-app" }) });
  assert.equal(skipped.status, 200, skipped.text);
});

test("POST /token?grant_type=id_token takes a token with a nonce once, of any number at once, and until it has expired", async () => {
  await using auth = await startWithProviders();
  const withNonce: TestPerson = { ...ana, nonce: hashOf("secret") };
  const again = [400, "invalid nonce", "Nonce in id_token was used before"];
  const send = (id_token: string) => sendToken(auth, withNonce, { id_token, nonce: "secret" });
  const exp = Math.floor(auth.clock.now().getTime() / 1000) + 3600;
  const token = idTokenOf(withNonce, { jti: "one", exp });
  assert.equal((await send(token)).status, 200);
  assert.deepEqual(answerOf(await send(token)), again);
  auth.clock.set(new Date(exp * 1000 - 1000));
  assert.deepEqual(answerOf(await send(token)), again, "until its end");
  const parallel = idTokenOf(withNonce, { jti: "two", exp: exp + 3600 });
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(parallel)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  // Another one with the same nonce is another sign-in: pages make one nonce and show the button again.
  assert.equal((await send(idTokenOf(withNonce, { jti: "three", exp: exp + 3600 }))).status, 200);
});

test("POST /token?grant_type=id_token: whoever was not let in may bring the token again", async () => {
  await using auth = await startWithProviders({ DISABLE_SIGNUP: "true" });
  const withNonce: TestPerson = { ...ana, nonce: hashOf("secret") };
  const send = () => sendToken(auth, withNonce, { nonce: "secret" });
  assert.deepEqual(answerOf(await send()).slice(0, 2), [422, "signup_disabled"]);
  await auth.post("/admin/users", { email: ana.email, email_confirm: true }, auth.admin);
  assert.equal((await send()).status, 200);
  assert.equal((await send()).status, 400);
});

test("POST /token?grant_type=id_token refuses a token that was issued to another party", async () => {
  await using auth = await startWithProviders();
  for (const azp of ["evil", "", "google-app ", ["google-app"], null, 7]) {
    const reply = await sendToken(auth, ana, { id_token: idTokenOf(ana, { azp }) });
    const view = typeof azp === "string" ? azp : "";
    assert.deepEqual(answerOf(reply), [400, "invalid request", `Unacceptable azp in id_token: [${view}]`], JSON.stringify(azp));
  }
  assert.equal(await countUsers(auth), 0);
  assert.equal((await sendToken(auth, ana, { id_token: idTokenOf(ana, { azp: "google-app" }) })).status, 200);
});

test("POST /token?grant_type=id_token with link_identity links to the bearer's account", async () => {
  await using auth = await startWithProviders({ SECURITY_MANUAL_LINKING_ENABLED: "true", MAILER_AUTOCONFIRM: "true" });
  const local = { email: "local@example.com", password: "correct horse" };
  const session = (await auth.post("/signup", local)).body as Session;
  const headers = { authorization: `Bearer ${session.access_token}` };
  const linked = await sendToken(auth, ana, { link_identity: true }, headers);
  assert.equal(linked.status, 200, linked.text);
  const { user } = linked.body as Session;
  assert.deepEqual([user.id, user.email, user.identities.length], [session.user.id, local.email, 2]);
  assert.equal(((await sendToken(auth, ana)).body as Session).user.id, session.user.id);
  assert.deepEqual(answerOf(await sendToken(auth, ana, { link_identity: true }, headers)).slice(0, 2), [
    422,
    "identity_already_exists",
  ]);
});

test("POST /token?grant_type=id_token with link_identity needs a good bearer, a live session and manual linking", async () => {
  await using auth = await startWithProviders({ SECURITY_MANUAL_LINKING_ENABLED: "true", MAILER_AUTOCONFIRM: "true" });
  const link = (headers: Record<string, string>) => sendToken(auth, ana, { link_identity: true }, headers);
  assert.deepEqual(answerOf(await link({})).slice(0, 2), [401, "no_authorization"]);
  assert.deepEqual(answerOf(await link({ authorization: "Bearer x" })).slice(0, 2), [403, "bad_jwt"]);
  assert.deepEqual(answerOf(await link(auth.admin)).slice(0, 2), [403, "bad_jwt"], "an operator's token names nobody");
  const session = (await auth.post("/signup", { email: "local@example.com", password: "correct horse" })).body as Session;
  const { keys } = auth.service.world;
  const { sub, session_id: sessionId, iat, exp } = keys.verify(session.access_token, auth.clock.now());
  const elsewhere = keys.sign({ sub, session_id: sessionId, iat, exp, aud: "elsewhere", role: "authenticated" });
  assert.deepEqual(answerOf(await link({ authorization: `Bearer ${elsewhere}` })).slice(0, 2), [400, "validation_failed"]);
  const headers = { authorization: `Bearer ${session.access_token}` };
  await auth.post("/logout", "", headers);
  assert.deepEqual(answerOf(await link(headers)).slice(0, 2), [403, "session_not_found"]);
  await auth.service.world.db.run(sql`update users set banned_until = '9999-01-01'`);
  await auth.service.world.db.run(sql`update sessions set revoked_at = null`);
  assert.deepEqual(answerOf(await link(headers)).slice(0, 2), [403, "user_banned"]);
  await auth.service.world.db.run(sql`delete from users`);
  assert.deepEqual(answerOf(await link(headers)).slice(0, 2), [422, "user_not_found"]);
  assert.equal(await countUsers(auth), 0);
  await using closed = await startWithProviders({ MAILER_AUTOCONFIRM: "true" });
  assert.deepEqual(answerOf(await sendToken(closed, ana, { link_identity: true })).slice(0, 2), [404, "manual_linking_disabled"]);
});

test("fifty first tokens of one person at the same time make one user", async () => {
  await using auth = await startWithProviders();
  const replies = await Promise.all(Array.from({ length: 50 }, () => sendToken(auth, ana)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(await countUsers(auth), 1);
});
