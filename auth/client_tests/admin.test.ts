// @supabase/auth-js, as published, through auth.admin: users, links, invitations and sign-out.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { follow, good, newestMessage, openAdmin, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("admin.createUser, getUserById and updateUserById give and keep what an administrator says", async () => {
  await using auth = await startForClients();
  const admin = openAdmin(auth);
  const { user } = good(
    await admin.createUser({ ...ana, email_confirm: true, user_metadata: { name: "Ana" }, app_metadata: { plan: "gold" } }),
  );
  assert.ok(user?.email_confirmed_at);
  assert.deepEqual([user.user_metadata.name, user.app_metadata.plan, user.app_metadata.provider], ["Ana", "gold", "email"]);
  assert.deepEqual(await auth.messages(), []);
  good(await openClient(auth).signInWithPassword(ana));
  const updated = good(
    await admin.updateUserById(user.id, { user_metadata: { name: null, city: "Recife" }, app_metadata: { plan: "iron" } }),
  );
  assert.deepEqual([updated.user?.user_metadata.city, updated.user?.user_metadata.name], ["Recife", undefined]);
  assert.equal(updated.user?.app_metadata.plan, "iron");
  assert.equal(good(await admin.getUserById(user.id)).user?.app_metadata.plan, "iron");
  assert.deepEqual(refusal(await admin.getUserById(randomUUID())), [404, "user_not_found"]);
  assert.deepEqual(refusal(await admin.createUser(ana)), [422, "email_exists"]);
});

test("admin.updateUserById changes address and password at once, bans and lifts the ban", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const admin = openAdmin(auth);
  const client = openClient(auth);
  const { user } = good(await client.signUp(ana));
  const id = user?.id ?? "";
  const moved = { email: "nova@example.com", password: "another horse" };
  good(await admin.updateUserById(id, { ...moved, email_confirm: true }));
  assert.ok((await client.getUser()).error, "a new password ends every session");
  good(await client.signInWithPassword(moved));
  const banned = good(await admin.updateUserById(id, { ban_duration: "24h" }));
  assert.ok((banned.user as unknown as { banned_until: string }).banned_until);
  assert.deepEqual(refusal(await client.getUser()), [403, "user_banned"]);
  assert.deepEqual(refusal(await openClient(auth).signInWithPassword(moved)), [400, "user_banned"]);
  good(await admin.updateUserById(id, { ban_duration: "none" }));
  good(await openClient(auth).signInWithPassword(moved));
});

test("admin.listUsers pages through all users, newest first, with the numbers that the client reads from headers", async () => {
  await using auth = await startForClients();
  const admin = openAdmin(auth);
  for (let count = 1; count <= 7; count++) {
    auth.clock.advance(1);
    good(await admin.createUser({ email: `user${count}@example.com` }));
  }
  const first = good(await admin.listUsers({ page: 1, perPage: 3 }));
  assert.ok("nextPage" in first);
  assert.deepEqual([first.users.length, first.nextPage, first.lastPage, first.total], [3, 2, 3, 7]);
  const pages = [
    first,
    good(await admin.listUsers({ page: 2, perPage: 3 })),
    good(await admin.listUsers({ page: 3, perPage: 3 })),
  ];
  const last = pages[2] as typeof first;
  assert.deepEqual([last.users.length, last.nextPage], [1, null]);
  assert.equal(new Set(pages.flatMap((page) => page.users.map((user) => user.id))).size, 7);
  assert.equal(good(await admin.listUsers()).users.length, 7);
});

test("admin.deleteUser removes a user for good, or softly, and either way access ends at once", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const admin = openAdmin(auth);
  for (const soft of [false, true]) {
    const client = openClient(auth);
    const { user } = good(await client.signUp(ana));
    assert.equal(good(await admin.deleteUser(user?.id ?? "", soft)).user?.email, ana.email);
    assert.ok((await client.getUser()).error);
    assert.ok((await client.refreshSession()).error);
    assert.deepEqual(refusal(await openClient(auth).signInWithPassword(ana)), [400, "invalid_credentials"]);
  }
  const { user: next } = good(await openClient(auth).signUp(ana));
  assert.equal(next?.email, ana.email);
});

test("admin.inviteUserByEmail mails a link that signs the invited in", async () => {
  await using auth = await startForClients();
  const admin = openAdmin(auth);
  const { user } = good(
    await admin.inviteUserByEmail(ana.email, { data: { name: "Ana" }, redirectTo: "https://app.example.com/join" }),
  );
  assert.ok(user?.invited_at);
  const { page, fragment } = await follow(auth, (await newestMessage(auth, ana.email, "invite")).variables.confirmationUrl);
  assert.deepEqual([page, fragment.type], ["https://app.example.com/join", "invite"]);
  const client = openClient(auth);
  const { access_token: accessToken = "", refresh_token: refreshToken = "" } = fragment;
  const { user: joined } = good(await client.setSession({ access_token: accessToken, refresh_token: refreshToken }));
  assert.deepEqual([joined?.id, joined?.user_metadata.name], [user.id, "Ana"]);
  good(await client.updateUser({ password: ana.password }));
  good(await openClient(auth).signInWithPassword(ana));
  assert.deepEqual(refusal(await admin.inviteUserByEmail(ana.email)), [422, "email_exists"]);
});

test("admin.generateLink makes links of every type, sends none of them, and they work", async () => {
  await using auth = await startForClients();
  const admin = openAdmin(auth);
  const options = { redirectTo: "https://app.example.com/here" };
  const signup = good(await admin.generateLink({ type: "signup", ...ana, options: { ...options, data: { name: "Ana" } } }));
  assert.deepEqual([signup.user?.email, signup.user?.user_metadata.name], [ana.email, "Ana"]);
  assert.deepEqual([signup.properties?.verification_type, signup.properties?.redirect_to], ["signup", options.redirectTo]);
  const landing = await follow(auth, signup.properties?.action_link);
  assert.deepEqual([landing.page, landing.fragment.type], [options.redirectTo, "signup"]);

  const invite = good(await admin.generateLink({ type: "invite", email: "bob@example.com", options }));
  assert.equal((await follow(auth, invite.properties?.action_link)).fragment.type, "invite");

  const magic = good(await admin.generateLink({ type: "magiclink", email: ana.email, options })).properties;
  const byHash = openClient(auth);
  assert.ok(good(await byHash.verifyOtp({ token_hash: magic?.hashed_token ?? "", type: "magiclink" })).session);

  const recovery = good(await admin.generateLink({ type: "recovery", email: ana.email, options })).properties;
  const code = { email: ana.email, token: recovery?.email_otp ?? "", type: "recovery" as const };
  assert.ok(good(await openClient(auth).verifyOtp(code)).session);

  const change = { email: ana.email, newEmail: "nova@example.com" };
  const current = good(await admin.generateLink({ type: "email_change_current", ...change, options })).properties;
  const next = good(await admin.generateLink({ type: "email_change_new", ...change, options })).properties;
  assert.match((await follow(auth, current?.action_link)).fragment.message ?? "", /other email/);
  assert.ok((await follow(auth, next?.action_link)).fragment.access_token);
  assert.equal(good(await admin.getUserById(signup.user?.id ?? "")).user?.email, "nova@example.com");

  assert.deepEqual(await auth.messages(), []);
  assert.deepEqual(refusal(await admin.generateLink({ type: "recovery", email: "nobody@example.com" })), [404, "user_not_found"]);
});

test("admin.signOut ends the sessions of whoever's token it is given", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  good(await openClient(auth).signUp(ana));
  const [here, there] = [openClient(auth), openClient(auth)];
  const { session } = good(await here.signInWithPassword(ana));
  good(await there.signInWithPassword(ana));
  assert.equal((await openAdmin(auth).signOut(session.access_token, "others")).error, null);
  assert.ok((await there.refreshSession()).error);
  good(await here.refreshSession());
  const token = good(await here.getSession()).session?.access_token ?? "";
  assert.equal((await openAdmin(auth).signOut(token, "global")).error, null);
  assert.ok((await here.refreshSession()).error);
});

test("auth.admin is closed to users", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  const { session } = good(await client.signUp(ana));
  const { admin } = openClient(auth, { headers: { Authorization: `Bearer ${session?.access_token}` } });
  assert.deepEqual(refusal(await admin.listUsers()), [403, "not_admin"]);
  assert.deepEqual(refusal(await admin.createUser({ email: "eve@example.com" })), [403, "not_admin"]);
});
