// AUTHSVC_UPSTREAM_ANSWERS=true, as applications that were written against Supabase Auth see it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { TestAuth } from "../testing.ts";
import { good, openAdmin, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };
const bob = { ...ana, email: "bob@example.com" };

const start = (variables: Record<string, string> = {}) =>
  startForClients({ UPSTREAM_ANSWERS: "true", EXTERNAL_PHONE_ENABLED: "true", ...variables });

async function confirmed(auth: TestAuth, who: typeof ana) {
  const client = openClient(auth);
  good(await client.signUp(who));
  await auth.service.world.db.run(sql`update users set email_confirmed_at = created_at where email = ${who.email}`);
  good(await client.signInWithPassword(who));
  return client;
}

test("signUp of a registered address answers with a user without identities, which apps look for", async () => {
  await using auth = await start();
  await confirmed(auth, ana);
  const { user, session } = good(await openClient(auth).signUp(ana));
  assert.deepEqual([user?.email, user?.identities, session], [ana.email, [], null]);
});

test("signInWithOtp with shouldCreateUser false is refused for strangers, by mail and by phone", async () => {
  await using auth = await start();
  const client = openClient(auth);
  const options = { shouldCreateUser: false };
  assert.deepEqual(refusal(await client.signInWithOtp({ email: ana.email, options })), [422, "otp_disabled"]);
  assert.deepEqual(refusal(await client.signInWithOtp({ phone: "351912345678", options })), [422, "otp_disabled"]);
});

test("updateUser with an address that is taken is refused", async () => {
  await using auth = await start();
  await confirmed(auth, bob);
  const client = await confirmed(auth, ana);
  assert.deepEqual(refusal(await client.updateUser({ email: bob.email })), [422, "email_exists"]);
});

test("resend and resetPasswordForEmail of addresses that nobody has are answered each time, within any pause", async () => {
  await using auth = await start({ SMTP_MAX_FREQUENCY: "1h", SMS_MAX_FREQUENCY: "1h" });
  const client = openClient(auth);
  for (let time = 0; time < 40; time++) {
    good(await client.resend({ type: "phone_change", phone: "351912345678" }));
    good(await client.resetPasswordForEmail(ana.email));
  }
  assert.deepEqual(await auth.messages(), []);
});

test("generateLink gives back what it was given", async () => {
  await using auth = await start({ SITE_URL: "http://localhost:3000" });
  const options = { data: { status: "alpha" }, redirectTo: "http://localhost:3000" };
  const { properties, user } = good(await openAdmin(auth).generateLink({ type: "signup", ...ana, options }));
  assert.deepEqual([properties.redirect_to, user.user_metadata], [options.redirectTo, options.data]);
});
