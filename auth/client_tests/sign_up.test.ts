// @supabase/auth-js, as published, through sign-up and everything that confirms an address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, good, newestMessage, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("signUp without confirmation signs in at once, and getSession, getUser and getClaims agree", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const { user, session } = good(await client.signUp({ ...ana, options: { data: { name: "Ana" } } }));
  assert.ok(session && user);
  assert.deepEqual(
    [user.email, user.user_metadata.name, user.role, user.aud],
    [ana.email, "Ana", "authenticated", "authenticated"],
  );
  assert.equal(good(await client.getSession()).session?.access_token, session.access_token);
  assert.equal(good(await client.getUser()).user.id, user.id);
  const claims = good(await client.getClaims());
  assert.deepEqual([claims?.claims.sub, claims?.claims.aal, claims?.claims.is_anonymous], [user.id, "aal1", false]);
  assert.ok(events.includes("SIGNED_IN"));
});

test("signUp of a registered address without confirmation is an error that the client names", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  assert.deepEqual(refusal(await openClient(auth).signUp(ana)), [422, "user_already_exists"]);
});

test("signUp with a weak password is an error with its reasons", async () => {
  await using auth = await startForClients({ PASSWORD_MIN_LENGTH: "8" });
  const { error } = await openClient(auth).signUp({ ...ana, password: "7 signs" });
  assert.equal(error?.name, "AuthWeakPasswordError");
  assert.deepEqual((error as unknown as { reasons: string[] }).reasons, ["length"]);
});

test("signUp with confirmation gives a user and no session until the code is brought", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  const { user, session } = good(await client.signUp(ana));
  assert.deepEqual([session, user?.email, user?.email_confirmed_at], [null, ana.email, undefined]);
  assert.deepEqual(refusal(await client.signInWithPassword(ana)), [400, "email_not_confirmed"]);
  const mail = await newestMessage(auth, ana.email, "confirmation");
  assert.deepEqual(refusal(await client.verifyOtp({ email: ana.email, token: "000000x", type: "signup" })), [403, "otp_expired"]);
  const verified = good(await client.verifyOtp({ email: ana.email, token: mail.variables.token ?? "", type: "signup" }));
  assert.equal(verified.user?.id, user?.id);
  assert.ok(verified.user?.email_confirmed_at);
  assert.equal(good(await client.getUser()).user.id, user?.id);
  assert.equal(good(await openClient(auth).signInWithPassword(ana)).user.id, user?.id);
});

test("signUp with confirmation ends with the link, in the fragment that setSession takes", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  good(await client.signUp({ ...ana, options: { emailRedirectTo: "https://app.example.com/welcome?from=mail" } }));
  const mail = await newestMessage(auth, ana.email);
  const landing = await follow(auth, mail.variables.confirmationUrl);
  assert.deepEqual([landing.page, landing.query], ["https://app.example.com/welcome", { from: "mail" }]);
  const { access_token, refresh_token, token_type, expires_in, type } = landing.fragment;
  assert.deepEqual([token_type, expires_in, type], ["bearer", "3600", "signup"]);
  const { user } = good(await client.setSession({ access_token: access_token ?? "", refresh_token: refresh_token ?? "" }));
  assert.equal(user?.email, ana.email);
  const again = await follow(auth, mail.variables.confirmationUrl);
  assert.deepEqual([again.fragment.error, again.fragment.error_code], ["access_denied", "otp_expired"]);
});

test("verifyOtp takes the token_hash of a mail, once", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  good(await client.signUp(ana));
  const { variables } = await newestMessage(auth, ana.email);
  const proof = { token_hash: variables.tokenHash ?? "", type: "email" as const };
  assert.ok(good(await client.verifyOtp(proof)).session);
  assert.deepEqual(refusal(await client.verifyOtp(proof)), [403, "otp_expired"]);
});

test("resend mails a new code, and the old one is worth nothing any more", async () => {
  await using auth = await startForClients();
  const client = openClient(auth);
  good(await client.signUp(ana));
  const first = await newestMessage(auth, ana.email);
  good(await client.resend({ type: "signup", email: ana.email }));
  const second = await newestMessage(auth, ana.email);
  assert.notEqual(second.id, first.id);
  const old = { token_hash: first.variables.tokenHash ?? "", type: "signup" as const };
  assert.deepEqual(refusal(await client.verifyOtp(old)), [403, "otp_expired"]);
  assert.ok(good(await client.verifyOtp({ token_hash: second.variables.tokenHash ?? "", type: "signup" })).session);
});

test("signUp by PKCE ends in exchangeCodeForSession, and only on the device where it began", async () => {
  await using auth = await startForClients();
  const client = openClient(auth, { flowType: "pkce" });
  good(await client.signUp(ana));
  const { variables } = await newestMessage(auth, ana.email);
  const { page, query, fragment } = await follow(auth, variables.confirmationUrl);
  assert.equal(page, "https://app.example.com/");
  assert.deepEqual(fragment, {});
  const other = openClient(auth, { flowType: "pkce" });
  assert.ok((await other.exchangeCodeForSession(query.code ?? "")).error);
  const { session } = good(await client.exchangeCodeForSession(query.code ?? ""));
  assert.equal(session?.user.email, ana.email);
  const amr = good(await client.getClaims())?.claims.amr as { method: string }[];
  assert.equal(amr[0]?.method, "email/signup");
  assert.ok((await client.exchangeCodeForSession(query.code ?? "")).error, "a code is good once");
});

test("signUp by phone without confirmation signs in, and the number comes back without its plus", async () => {
  await using auth = await startForClients({ EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  const { user } = good(await client.signUp({ phone: "+5511987654321", password: ana.password }));
  assert.equal(user?.phone, "5511987654321");
  assert.equal(
    good(await openClient(auth).signInWithPassword({ phone: "+5511987654321", password: ana.password })).user.id,
    user?.id,
  );
});

test("signInAnonymously signs in nobody in particular, who becomes somebody by confirming an address", async () => {
  await using auth = await startForClients({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const client = openClient(auth);
  const { user } = good(await client.signInAnonymously({ options: { data: { theme: "dark" } } }));
  assert.deepEqual([user?.is_anonymous, user?.email, user?.user_metadata.theme], [true, "", "dark"]);
  const pending = good(await client.updateUser({ email: ana.email }));
  assert.deepEqual([pending.user.is_anonymous, pending.user.new_email], [true, ana.email]);
  const { variables } = await newestMessage(auth, ana.email);
  const proof = { email: ana.email, token: variables.token ?? "", type: "email_change" as const };
  const upgraded = good(await client.verifyOtp(proof)).user;
  assert.deepEqual([upgraded?.id, upgraded?.is_anonymous, upgraded?.email], [user?.id, false, ana.email]);
  assert.deepEqual(
    upgraded?.identities?.map((identity) => identity.provider),
    ["email"],
  );
  good(await client.updateUser({ password: ana.password }));
  assert.equal(good(await openClient(auth).signInWithPassword(ana)).user.id, user?.id);
});
