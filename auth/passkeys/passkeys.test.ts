// Passkeys through HTTP, with an authenticator in software: honest, and hostile.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import { ana, bearer, bob, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { claimsOf, signUpWithFactor } from "../factors/testing.ts";
import { startTestAuth } from "../testing.ts";
import { edKey, FLAGS, type Lies, offTheCurve, rsaKey, SoftwareAuthenticator, strangeKey } from "../webauthn/testing.ts";
import { begin, ORIGIN, PASSKEYS, register, signInBy } from "./testing.ts";

const REFUSED = [400, "webauthn_verification_failed"];

test("a passkey is registered, signs in without a name, is listed, renamed and deleted", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { options } = (await begin(auth, "registration", session)) as unknown as { options: Record<string, never> };
  const { rp, user, attestation, authenticatorSelection, excludeCredentials } = options as Record<
    string,
    Record<string, unknown>
  >;
  assert.deepEqual([rp?.id, attestation, authenticatorSelection?.residentKey], ["app.example.com", "none", "required"]);
  assert.equal(authenticatorSelection?.userVerification, "preferred");
  assert.deepEqual([Buffer.from(String(user?.id), "base64url").toString(), user?.name], [session.user.id, ana.email]);
  assert.deepEqual(excludeCredentials, []);
  const { device, reply } = await register(auth, session);
  assert.equal(reply.status, 200, reply.text);
  const { id, friendly_name: name } = reply.body as { id: string; friendly_name: string };
  assert.equal(name, "Passkey");
  const again = (await begin(auth, "registration", session)) as unknown as { options: { excludeCredentials: { id: string }[] } };
  assert.deepEqual(
    again.options.excludeCredentials.map((each) => each.id),
    [device.id],
  );
  auth.clock.advance(60);
  const signedIn = await signInBy(auth, device);
  assert.equal(signedIn.status, 200, signedIn.text);
  const { aal, amr } = claimsOf(signedIn.body as TestSession);
  assert.deepEqual([aal, amr.map(({ method }) => method)], ["aal1", ["passkey"]]);
  const headers = bearer(signedIn.body as TestSession);
  const [listed] = (await auth.get("/passkeys", headers)).body as Record<string, string>[];
  assert.deepEqual([listed?.id, listed?.last_used_at], [id, auth.clock.now().toISOString()]);
  const renamed = await auth.call(`/passkeys/${id}`, { method: "PATCH", body: { friendly_name: "Laptop" }, headers });
  assert.equal((renamed.body as { friendly_name: string }).friendly_name, "Laptop");
  assert.equal((await auth.call(`/passkeys/${id}`, { method: "DELETE", headers })).status, 204);
  assert.deepEqual((await auth.get("/passkeys", headers)).body, []);
  assert.deepEqual(verdict(await signInBy(auth, device)), REFUSED);
});

test("no hostile registration is taken", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const lies: [what: string, lies: Lies][] = [
    ["wrong origin", { origin: "https://evil.test" }],
    ["another port", { origin: `${ORIGIN}:8443` }],
    ["wrong rp id", { rpId: "evil.test" }],
    ["another challenge", { challenge: Buffer.from("x".repeat(32)).toString("base64url") }],
    ["another ceremony", { type: "webauthn.get" }],
    ["nobody there", { flags: 0 }],
    ["unknown algorithm", { algorithm: -65535 }],
  ];
  for (const [what, lie] of lies) assert.deepEqual(verdict((await register(auth, session, undefined, lie)).reply), REFUSED, what);
  const device = new SoftwareAuthenticator(ORIGIN);
  const { challenge_id: id, options } = await begin(auth, "registration", session);
  const created = device.create(options);
  const bytes = Buffer.from(created.response.attestationObject, "base64url");
  for (const length of [0, 1, 10, 37, 60, bytes.length - 1]) {
    const { challenge_id: next } = await begin(auth, "registration", session);
    const attestationObject = bytes.subarray(0, length).toString("base64url");
    const credential = { ...created, response: { ...created.response, attestationObject } };
    assert.deepEqual(
      verdict(await auth.post("/passkeys/registration/verify", { challenge_id: next, credential }, bearer(session))),
      REFUSED,
      `truncated to ${length}`,
    );
  }
  const odd: unknown[] = [
    {},
    { id: 1 },
    { id: "x", response: [] },
    { id: "*", response: {} },
    { ...created, response: { ...created.response, clientDataJSON: "e30" } },
  ];
  for (const credential of odd) {
    const { challenge_id: next } = await begin(auth, "registration", session);
    const reply = await auth.post("/passkeys/registration/verify", { challenge_id: next, credential }, bearer(session));
    assert.deepEqual(verdict(reply), REFUSED, JSON.stringify(credential));
  }
  const body = { challenge_id: id, credential: created };
  assert.equal((await auth.post("/passkeys/registration/verify", body, bearer(session))).status, 200);
  const replayed = await auth.post("/passkeys/registration/verify", body, bearer(session));
  assert.deepEqual(verdict(replayed), [400, "webauthn_challenge_not_found"]);
});

test("what an authenticator says of its make is not looked at, whatever is in it", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const statement = new Map<string, unknown>([
    ["alg", -7],
    ["sig", new Uint8Array(8)],
    ["x5c", [new Uint8Array(64)]],
  ]);
  const { reply } = await register(auth, session, undefined, { attestation: ["packed", statement] });
  assert.equal(reply.status, 200, reply.text);
});

test("no hostile sign-in is let in", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { device } = await register(auth, session);
  const stranger = await signUp(auth, bob);
  const { device: others } = await register(auth, stranger);
  const handleOf = (user: TestSession) => Buffer.from(user.user.id).toString("base64url");
  const lies: [what: string, lies: Lies][] = [
    ["wrong origin", { origin: "https://evil.test" }],
    ["a part of the origin", { origin: "https://app.example.com.evil.test" }],
    ["wrong rp id", { rpId: "evil.test" }],
    ["another challenge", { challenge: Buffer.from("x".repeat(32)).toString("base64url") }],
    ["another ceremony", { type: "webauthn.create" }],
    ["nobody there", { flags: 0 }],
    ["another key", { key: strangeKey() }],
    ["another's credential id", { id: others.id }],
    ["another's handle", { userHandle: handleOf(stranger) }],
    ["another's id and handle", { id: others.id, userHandle: handleOf(stranger) }],
    ["an unknown credential", { id: new SoftwareAuthenticator(ORIGIN).id }],
    ["a key that can be copied and could not", { flags: FLAGS.UP | FLAGS.BE }],
  ];
  for (const [what, lie] of lies) assert.deepEqual(verdict(await signInBy(auth, device, lie)), REFUSED, what);
  assert.equal((await signInBy(auth, device)).status, 200);
  assert.deepEqual(verdict(await signInBy(auth, device, { counter: device.counter })), REFUSED, "a cloned counter");
  assert.deepEqual(verdict(await signInBy(auth, device, { counter: 0 })), REFUSED, "a counter that fell to zero");
  const { challenge_id: id, options } = await begin(auth, "authentication");
  const body = { challenge_id: id, credential: device.get(options) };
  const replies = await Promise.all(Array.from({ length: 8 }, () => auth.post("/passkeys/authentication/verify", body)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1, "a challenge is answered once");
  const { response } = body.credential;
  const short = { ...body.credential, response: { ...response, authenticatorData: response.authenticatorData.slice(0, 20) } };
  const { challenge_id: next } = await begin(auth, "authentication");
  const truncated = await auth.post("/passkeys/authentication/verify", { challenge_id: next, credential: short });
  assert.deepEqual(verdict(truncated), REFUSED);
});

test("challenges belong to their ceremony and user, and end after WEBAUTHN_CHALLENGE_EXPIRY_DURATION", async () => {
  await using auth = await startTestAuth({ ...PASSKEYS, WEBAUTHN_CHALLENGE_EXPIRY_DURATION: "30s" });
  const [session, stranger] = [await signUp(auth), await signUp(auth, bob)];
  const device = new SoftwareAuthenticator(ORIGIN);
  const { challenge_id: id, options } = await begin(auth, "registration", session);
  const body = { challenge_id: id, credential: device.create(options) };
  const other = await auth.post("/passkeys/registration/verify", body, bearer(stranger));
  assert.deepEqual(verdict(other), [400, "webauthn_challenge_not_found"]);
  const elsewhere = await auth.post("/passkeys/authentication/verify", { ...body, credential: device.get(options) });
  assert.deepEqual(verdict(elsewhere), [400, "webauthn_challenge_not_found"]);
  auth.clock.advance(30);
  const late = await auth.post("/passkeys/registration/verify", body, bearer(session));
  assert.deepEqual(verdict(late), [400, "webauthn_challenge_expired"]);
  for (const bad of [{}, { challenge_id: "x", credential: {} }, { challenge_id: id }])
    assert.deepEqual(
      verdict(await auth.post("/passkeys/authentication/verify", bad)),
      [400, "validation_failed"],
      JSON.stringify(bad),
    );
});

test("who is deleted while a registration begins is told so", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { db } = auth.service.world;
  const deleted = db.transaction(async (tx) => {
    await tx.run(sql`delete from users`);
    const flow = auth.post("/passkeys/registration/options", {}, bearer(session));
    await untilLockWait(db);
    return { begun: flow };
  });
  assert.deepEqual(verdict(await (await deleted).begun), [403, "user_not_found"]);
});

test("a credential is registered once, and PASSKEY_MAX_PASSKEYS_PER_USER is the most", async () => {
  await using auth = await startTestAuth({ ...PASSKEYS, PASSKEY_MAX_PASSKEYS_PER_USER: "2" });
  const [session, stranger] = [await signUp(auth), await signUp(auth, bob)];
  const { device } = await register(auth, session);
  for (const who of [session, stranger])
    assert.deepEqual(verdict((await register(auth, who, device)).reply), [422, "webauthn_credential_exists"]);
  const flow = [await begin(auth, "registration", session), await begin(auth, "registration", session)];
  const verify = (at: number) => {
    const { challenge_id: id, options } = flow[at] as (typeof flow)[0];
    const body = { challenge_id: id, credential: new SoftwareAuthenticator(ORIGIN).create(options) };
    return auth.post("/passkeys/registration/verify", body, bearer(session));
  };
  const verdicts = (await Promise.all([verify(0), verify(1)])).map((reply) => verdict(reply).join(" ")).sort();
  assert.deepEqual(verdicts, ["200 ", "422 too_many_passkeys"]);
  const more = await auth.post("/passkeys/registration/options", {}, bearer(session));
  assert.deepEqual(verdict(more), [422, "too_many_passkeys"]);
});

test("PASSKEY_UV_AAL2 makes a sign-in aal2 where the authenticator has verified its user, and only there", async () => {
  await using auth = await startTestAuth({ ...PASSKEYS, PASSKEY_UV_AAL2: "true" });
  const { device } = await register(auth, await signUp(auth));
  const levelOf = async (flags: number) => claimsOf((await signInBy(auth, device, { flags })).body as TestSession).aal;
  assert.equal(await levelOf(FLAGS.UP | FLAGS.UV), "aal2");
  assert.equal(await levelOf(FLAGS.UP), "aal1");
});

test("who is banned, unconfirmed or anonymous does not come in by one, and at aal1 nobody with a factor manages them", async () => {
  await using auth = await startTestAuth({ ...PASSKEYS, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const { session } = await signUpWithFactor(auth);
  const { device, reply } = await register(auth, session);
  const { id } = reply.body as { id: string };
  const low = bearer((await signInBy(auth, device)).body as TestSession);
  assert.deepEqual(verdict(await auth.post("/passkeys/registration/options", {}, low)), [403, "insufficient_aal"]);
  const flow = await begin(auth, "registration", session);
  const answer = { challenge_id: flow.challenge_id, credential: new SoftwareAuthenticator(ORIGIN).create(flow.options) };
  assert.deepEqual(verdict(await auth.post("/passkeys/registration/verify", answer, low)), [403, "insufficient_aal"]);
  assert.deepEqual(verdict(await auth.call(`/passkeys/${id}`, { method: "DELETE", headers: low })), [403, "insufficient_aal"]);
  const nobody = bearer((await auth.post("/signup", {})).body as TestSession);
  assert.deepEqual(verdict(await auth.post("/passkeys/registration/options", {}, nobody)), [403, "no_authorization"]);
  const ban = (duration: string) =>
    auth.call(`/admin/users/${session.user.id}`, { method: "PUT", body: { ban_duration: duration }, headers: auth.admin });
  await ban("1h");
  assert.deepEqual(verdict(await signInBy(auth, device)), [403, "user_banned"]);
  await ban("none");
  const { db } = auth.service.world;
  await db.run(sql`update users set email_confirmed_at = null where id = ${session.user.id}`);
  assert.deepEqual(verdict(await signInBy(auth, device)), [403, "email_not_confirmed"]);
  await db.run(sql`update users set email = null, phone = '5511999990000' where id = ${session.user.id}`);
  assert.deepEqual(verdict(await signInBy(auth, device)), [403, "phone_not_confirmed"]);
  await db.run(sql`update users set phone_confirmed_at = now() where id = ${session.user.id}`);
  assert.equal((await signInBy(auth, device)).status, 200);
});

test("WEBAUTHN_RP_ID, WEBAUTHN_RP_DISPLAY_NAME and WEBAUTHN_RP_ORIGINS say for whom passkeys are good", async () => {
  const party = {
    WEBAUTHN_RP_ID: "localhost",
    WEBAUTHN_RP_DISPLAY_NAME: "Cofre",
    WEBAUTHN_RP_ORIGINS: "http://localhost:5173,http://localhost:8080",
  };
  await using auth = await startTestAuth({ ...PASSKEYS, ...party });
  const session = await signUp(auth);
  const { options } = (await begin(auth, "registration", session)) as unknown as { options: { rp: object } };
  assert.deepEqual(options.rp, { id: "localhost", name: "Cofre" });
  const { device, reply } = await register(auth, session, new SoftwareAuthenticator("http://localhost:5173"));
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await signInBy(auth, device, { origin: "http://localhost:8080" })).status, 200);
  assert.deepEqual(verdict(await signInBy(auth, device, { origin: "http://localhost:1" })), REFUSED);
});

test("a ceremony inside of another site's page is refused, to register and to sign in", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { device, reply } = await register(auth, session);
  assert.equal(reply.status, 200, reply.text);
  for (const client of [
    { crossOrigin: true },
    { crossOrigin: "false" },
    { crossOrigin: 1 },
    { topOrigin: "https://evil.test" },
  ]) {
    assert.deepEqual(verdict(await signInBy(auth, device, { client })), REFUSED, JSON.stringify(client));
    const created = await register(auth, session, undefined, { client });
    assert.deepEqual(verdict(created.reply), REFUSED, JSON.stringify(client));
  }
  // Older browsers say nothing of it.
  assert.equal((await signInBy(auth, device, { client: { crossOrigin: undefined } })).status, 200);
});

test("a key for which others could sign is not registered: short RSA, a bad exponent, no point of its curve", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const one = rsaKey(2048).set(-2, new Uint8Array([1]));
  const bad = { "1024 bits": rsaKey(1024), "2040 bits": rsaKey(2040), "exponent 1": one, "off P-256": offTheCurve() };
  const worse = { "small order": edKey(new Uint8Array(32)), "off Ed25519": edKey(new Uint8Array(32).fill(2)) };
  for (const [name, cose] of Object.entries({ ...bad, ...worse }))
    assert.deepEqual(verdict((await register(auth, session, undefined, { cose })).reply), REFUSED, name);
  for (const cose of [rsaKey(2048), edKey(new Uint8Array(Buffer.from(x, "base64url")))])
    assert.equal((await register(auth, session, undefined, { cose })).reply.status, 200);
});

test("PASSKEY_ENABLED is off unless set, and RATE_LIMIT_PASSKEY bounds what is begun", async () => {
  await using off = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const headers = bearer(await signUp(off));
  for (const [path, with_] of [
    ["/passkeys/authentication/options", {}],
    ["/passkeys/registration/options", headers],
  ] as const)
    assert.deepEqual(verdict(await off.post(path, {}, with_)), [404, "passkey_disabled"]);
  assert.deepEqual(verdict(await off.get("/passkeys", headers)), [404, "passkey_disabled"]);
  await using auth = await startTestAuth({ ...PASSKEYS, RATE_LIMIT_PASSKEY: "2" });
  for (let n = 0; n < 2; n++) await begin(auth, "authentication");
  assert.deepEqual(verdict(await auth.post("/passkeys/authentication/options", {})), [429, "over_request_rate_limit"]);
});

test("passkeys of others are not found; administrators list and delete them", async () => {
  await using auth = await startTestAuth(PASSKEYS);
  const session = await signUp(auth);
  const { reply } = await register(auth, session);
  const { id } = reply.body as { id: string };
  const stranger = bearer(await signUp(auth, bob));
  for (const each of [id, "x"]) {
    const renamed = await auth.call(`/passkeys/${each}`, { method: "PATCH", body: { friendly_name: "mine" }, headers: stranger });
    assert.deepEqual(verdict(renamed), [404, "validation_failed"]);
    assert.deepEqual(verdict(await auth.call(`/passkeys/${each}`, { method: "DELETE", headers: stranger })), [
      404,
      "validation_failed",
    ]);
  }
  for (const name of ["", "x".repeat(121)]) {
    const naming = await auth.call(`/passkeys/${id}`, {
      method: "PATCH",
      body: { friendly_name: name },
      headers: bearer(session),
    });
    assert.deepEqual(verdict(naming), [400, "validation_failed"]);
  }
  const path = `/admin/users/${session.user.id}/passkeys`;
  assert.deepEqual(
    ((await auth.get(path, auth.admin)).body as { id: string }[]).map((each) => each.id),
    [id],
  );
  const remove = () => auth.call(`${path}/${id}`, { method: "DELETE", headers: auth.admin });
  assert.equal((await remove()).status, 204);
  assert.deepEqual(verdict(await remove()), [404, "validation_failed"]);
  assert.equal((await auth.get("/user", bearer(await signIn(auth)))).status, 200);
});
