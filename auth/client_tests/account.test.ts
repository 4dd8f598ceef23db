// @supabase/auth-js, as published, through what users change about their own account.
import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, good, newestMessage, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };
const NEW = "ana.nova@example.com";

test("updateUser merges what the user says of themself, and a null takes it away", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp({ ...ana, options: { data: { name: "Ana", theme: "dark" } } }));
  const { user } = good(await client.updateUser({ data: { theme: null, city: "Recife" } }));
  const { name, theme, city } = user.user_metadata;
  assert.deepEqual([name, theme, city], ["Ana", undefined, "Recife"]);
  assert.deepEqual(good(await client.getUser()).user.user_metadata, user.user_metadata);
});

test("updateUser with a new address needs the link from both mails", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  const { user } = good(await client.updateUser({ email: NEW }, { emailRedirectTo: "https://app.example.com/moved" }));
  assert.deepEqual([user.email, user.new_email], [ana.email, NEW]);
  assert.ok(user.email_change_sent_at);
  const first = await follow(auth, (await newestMessage(auth, NEW)).variables.confirmationUrl);
  assert.equal(first.page, "https://app.example.com/moved");
  assert.match(first.fragment.message ?? "", /confirm link sent to the other email/);
  assert.equal(good(await client.getUser()).user.email, ana.email);
  const second = await follow(auth, (await newestMessage(auth, ana.email)).variables.confirmationUrl);
  assert.ok(second.fragment.access_token, JSON.stringify(second));
  assert.equal(good(await client.getUser()).user.email, NEW);
  good(await openClient(auth).signInWithPassword({ ...ana, email: NEW }));
  assert.deepEqual(refusal(await openClient(auth).signInWithPassword(ana)), [400, "invalid_credentials"]);
});

test("updateUser with a new address by codes: the first gives no session, the second does", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  good(await client.updateUser({ email: NEW }));
  const codeTo = async (to: string) => (await newestMessage(auth, to)).variables.token ?? "";
  const first = good(await client.verifyOtp({ email: ana.email, token: await codeTo(ana.email), type: "email_change" }));
  assert.deepEqual(first, { user: null, session: null });
  const second = good(await client.verifyOtp({ email: NEW, token: await codeTo(NEW), type: "email_change" }));
  assert.equal(second.user?.email, NEW);
});

test("updateUser with a new address by PKCE ends in exchangeCodeForSession", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true", MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const client = openClient(auth, { flowType: "pkce" });
  good(await client.signUp(ana));
  good(await client.updateUser({ email: NEW }));
  const { query } = await follow(auth, (await newestMessage(auth, NEW)).variables.confirmationUrl);
  assert.equal(good(await client.exchangeCodeForSession(query.code ?? "")).user.email, NEW);
});

test("resend sends the mails of a change of address again", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true", MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  good(await client.updateUser({ email: NEW }));
  good(await client.resend({ type: "email_change", email: ana.email }));
  const mails = (await auth.messages()).filter((mail) => mail.to === NEW);
  assert.equal(mails.length, 2);
  const token = mails.at(-1)?.variables.token ?? "";
  assert.equal(good(await client.verifyOtp({ email: NEW, token, type: "email_change" })).user?.email, NEW);
});

test("updateUser with a new phone number needs the code that was sent there", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true", EXTERNAL_PHONE_ENABLED: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  const { user } = good(await client.updateUser({ phone: "+5511987654321" }));
  assert.deepEqual([user.phone, user.new_phone], ["", "5511987654321"]);
  const token = String((await newestMessage(auth, "5511987654321")).variables.code);
  const verified = good(await client.verifyOtp({ phone: "+5511987654321", token, type: "phone_change" }));
  assert.equal(verified.user?.phone, "5511987654321");
});

test("reauthenticate mails a nonce, without which a new password is refused where the service demands one", async () => {
  await using auth = await startForClients({
    MAILER_AUTOCONFIRM: "true",
    SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
  });
  const client = openClient(auth);
  good(await client.signUp(ana));
  assert.deepEqual(refusal(await client.updateUser({ password: "another horse" })), [400, "reauthentication_needed"]);
  assert.equal((await client.reauthenticate()).error, null);
  const nonce = (await newestMessage(auth, ana.email, "reauthentication")).variables.token ?? "";
  const wrong = await client.updateUser({ password: "another horse", nonce: nonce === "000000" ? "000001" : "000000" });
  assert.deepEqual(refusal(wrong), [422, "reauthentication_not_valid"]);
  good(await client.updateUser({ password: "another horse", nonce }));
  good(await openClient(auth).signInWithPassword({ ...ana, password: "another horse" }));
});

test("updateUser refuses the password that the user has already, and a weak one", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  assert.deepEqual(refusal(await client.updateUser({ password: ana.password })), [422, "same_password"]);
  assert.deepEqual(refusal(await client.updateUser({ password: "x" })), [422, "weak_password"]);
});

test("after a sign-out elsewhere nothing can be changed, and the client understands that its session is gone", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  const other = openClient(auth);
  good(await other.signInWithPassword(ana));
  await other.signOut({ scope: "others" });
  const { error } = await client.updateUser({ data: { theme: "dark" } });
  assert.equal(error?.name, "AuthSessionMissingError");
});
