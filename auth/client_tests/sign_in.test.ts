// @supabase/auth-js, as published, through the ways in, renewal and sign-out.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GoTrueClient } from "@supabase/auth-js";
import type { TestAuth } from "../testing.ts";
import { follow, good, newestMessage, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

async function signedIn(auth: TestAuth): Promise<GoTrueClient> {
  const client = openClient(auth);
  good(await client.signInWithPassword(ana));
  return client;
}

test("signInWithPassword says the same of a wrong password and an unknown address", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  const wrong = await openClient(auth).signInWithPassword({ ...ana, password: "wrong horse" });
  const unknown = await openClient(auth).signInWithPassword({ ...ana, email: "bob@example.com" });
  assert.deepEqual(refusal(wrong), [400, "invalid_credentials"]);
  assert.equal(wrong.error?.message, unknown.error?.message);
});

test("refreshSession renews the session, on its own and by a given refresh token", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  const first = good(await client.signUp(ana)).session;
  auth.clock.advance(1);
  const second = good(await client.refreshSession()).session;
  assert.notEqual(second?.refresh_token, first?.refresh_token);
  assert.notEqual(second?.access_token, first?.access_token);
  const other = openClient(auth);
  const third = good(await other.refreshSession({ refresh_token: second?.refresh_token ?? "" }));
  assert.equal(third.user?.email, ana.email);
  assert.deepEqual(refusal(await openClient(auth).refreshSession({ refresh_token: "nonsense" })), [
    400,
    "refresh_token_not_found",
  ]);
});

test("a client whose access token has expired renews it when it needs it", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true", JWT_EXP: "30" });
  const client = openClient(auth);
  const first = good(await client.signUp(ana)).session;
  // Under the client's margin of 90 seconds, a token of 30 counts as expired from its first moment.
  auth.clock.advance(1);
  const now = good(await client.getSession()).session;
  assert.notEqual(now?.access_token, first?.access_token);
  assert.equal(good(await client.getUser()).user.email, ana.email);
});

test("signInWithOtp mails a code and a link to a known address; either signs in", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const { user } = good(await openClient(auth).signUp(ana));
  const client = openClient(auth);
  good(await client.signInWithOtp({ email: ana.email, options: { shouldCreateUser: false } }));
  const code = (await newestMessage(auth, ana.email, "magic_link")).variables.token ?? "";
  assert.equal(good(await client.verifyOtp({ email: ana.email, token: code, type: "email" })).user?.id, user?.id);
  good(await client.signInWithOtp({ email: ana.email }));
  const landing = await follow(auth, (await newestMessage(auth, ana.email, "magic_link")).variables.confirmationUrl);
  assert.equal(landing.fragment.type, "magiclink");
  assert.ok(landing.fragment.access_token);
});

test("signInWithOtp makes an account for an unknown address, unless it is told not to", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  good(await client.signInWithOtp({ email: "bob@example.com", options: { shouldCreateUser: false } }));
  assert.deepEqual(await auth.messages(), []);
  good(await client.signInWithOtp({ email: ana.email, options: { data: { name: "Ana" } } }));
  const { variables } = await newestMessage(auth, ana.email);
  const { user } = good(await client.verifyOtp({ email: ana.email, token: variables.token ?? "", type: "email" }));
  assert.deepEqual([user?.email, user?.user_metadata.name], [ana.email, "Ana"]);
});

test("signInWithOtp by PKCE ends in exchangeCodeForSession", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  const client = openClient(auth, { flowType: "pkce" });
  good(await client.signInWithOtp({ email: ana.email, options: { emailRedirectTo: "https://app.example.com/in" } }));
  const { page, query } = await follow(auth, (await newestMessage(auth, ana.email)).variables.confirmationUrl);
  assert.equal(page, "https://app.example.com/in");
  assert.equal(good(await client.exchangeCodeForSession(query.code ?? "")).user.email, ana.email);
});

test("signInWithOtp by phone sends a code that signs in", async () => {
  await using auth = await startForClients({ EXTERNAL_PHONE_ENABLED: "true" });
  const client = openClient(auth);
  good(await client.signInWithOtp({ phone: "+5511987654321" }));
  const { messageId } = good(await client.resend({ type: "sms", phone: "+5511987654321" })) as { messageId?: string };
  const message = await newestMessage(auth, "5511987654321");
  assert.equal(messageId, message.id);
  const token = String(message.variables.code);
  assert.deepEqual(refusal(await client.verifyOtp({ phone: "+5511987654321", token: "x", type: "sms" })), [403, "otp_expired"]);
  const { user } = good(await client.verifyOtp({ phone: "+5511987654321", token, type: "sms" }));
  assert.equal(user?.phone, "5511987654321");
});

test("resetPasswordForEmail, the link, a new password: the old one and all other sessions are gone", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const elsewhere = openClient(auth);
  good(await elsewhere.signUp(ana));
  const client = openClient(auth);
  good(await client.resetPasswordForEmail(ana.email, { redirectTo: "https://app.example.com/new-password" }));
  const { fragment, page } = await follow(auth, (await newestMessage(auth, ana.email, "recovery")).variables.confirmationUrl);
  assert.deepEqual([page, fragment.type], ["https://app.example.com/new-password", "recovery"]);
  const { access_token: accessToken = "", refresh_token: refreshToken = "" } = fragment;
  good(await client.setSession({ access_token: accessToken, refresh_token: refreshToken }));
  good(await client.updateUser({ password: "another horse" }));
  assert.deepEqual(refusal(await openClient(auth).signInWithPassword(ana)), [400, "invalid_credentials"]);
  good(await openClient(auth).signInWithPassword({ ...ana, password: "another horse" }));
  assert.ok((await elsewhere.refreshSession()).error);
  assert.ok((await elsewhere.getUser()).error);
  good(await client.refreshSession());
});

test("resetPasswordForEmail by PKCE raises PASSWORD_RECOVERY, and by code it does too", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  const client = openClient(auth, { flowType: "pkce" });
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  good(await client.resetPasswordForEmail(ana.email));
  const { query } = await follow(auth, (await newestMessage(auth, ana.email, "recovery")).variables.confirmationUrl);
  good(await client.exchangeCodeForSession(query.code ?? ""));
  assert.ok(events.includes("PASSWORD_RECOVERY"));
  good(await client.updateUser({ password: "another horse" }));
  const other = openClient(auth);
  good(await other.resetPasswordForEmail(ana.email));
  const token = (await newestMessage(auth, ana.email, "recovery")).variables.token ?? "";
  assert.ok(good(await other.verifyOtp({ email: ana.email, token, type: "recovery" })).session);
});

test("an unknown address gets the same answers as a known one, and no mail", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  assert.deepEqual(good(await client.resetPasswordForEmail("bob@example.com")), {});
  assert.deepEqual(good(await client.resend({ type: "signup", email: "bob@example.com" })), { user: null, session: null });
  assert.deepEqual(await auth.messages(), []);
});

test("signOut ends all sessions, this one, or all others, as its scope says", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  const scopes = { global: [false, false], local: [false, true], others: [true, false] } as const;
  for (const [scope, [hereLives, thereLives]] of Object.entries(scopes)) {
    const here = await signedIn(auth);
    const there = await signedIn(auth);
    const { session } = good(await here.getSession());
    const { error } = await here.signOut({ scope: scope as keyof typeof scopes });
    assert.equal(error, null);
    const again = await openClient(auth).refreshSession({ refresh_token: session?.refresh_token ?? "" });
    assert.equal(again.error === null, hereLives, `here after ${scope}`);
    assert.equal((await there.refreshSession()).error === null, thereLives, `there after ${scope}`);
    assert.equal(good(await here.getSession()).session !== null, hereLives);
  }
});

test("getClaims verifies tokens of an asymmetric key by the published keys, without asking for the user", async () => {
  const { generateKeyPairSync } = await import("node:crypto");
  const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const keys = JSON.stringify([{ ...jwk, kid: "2026", alg: "ES256", key_ops: ["sign", "verify"] }]);
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true", JWT_KEYS: keys });
  const client = openClient(auth);
  const { user } = good(await client.signUp(ana));
  const claims = good(await client.getClaims());
  assert.deepEqual([claims?.header.alg, claims?.header.kid, claims?.claims.sub], ["ES256", "2026", user?.id]);
});
