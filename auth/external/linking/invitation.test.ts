import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../../kernel/sql/sql.ts";
import type { TestAuth } from "../../testing.ts";
import { ana, begin, codeOf, comeBack, errorOf, startWithProviders, visit } from "../testing.ts";

/** The token in the mail of an invitation. */
async function invite(auth: TestAuth, email = "ana@example.com"): Promise<{ id: string; token: string }> {
  const reply = await auth.post("/invite", { email, data: { team: "blue" } }, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const mail = (await auth.messages()).findLast(({ to }) => to === email);
  return { id: (reply.body as { id: string }).id, token: mail?.variables.tokenHash as string };
}

test("an invitation is accepted by a provider that has verified the invited address, once, also where sign-up is closed", async () => {
  await using auth = await startWithProviders({ DISABLE_SIGNUP: "true" });
  const { id, token } = await invite(auth);
  auth.clock.advance(1);
  const [first, second] = [await begin(auth, { invite_token: token }), await begin(auth, { invite_token: token })];
  assert.equal(first.url.searchParams.has("invite_token"), false);
  const elsewhere = await comeBack(auth, { cookie: "" }, { state: first.state, code: codeOf(ana) });
  assert.deepEqual(errorOf(elsewhere), ["invalid_request", "bad_oauth_state"], "only in the browser that began");
  const landing = await comeBack(auth, first, { state: first.state, code: codeOf(ana) });
  const reply = await auth.get("/user", { authorization: `Bearer ${landing.fragment.access_token}` });
  const user = reply.body as Record<string, Record<string, unknown> & string> & { identities: { provider: string }[] };
  assert.equal(user.id, id);
  assert.deepEqual([user.user_metadata?.team, user.user_metadata?.name, Boolean(user.email_confirmed_at)], ["blue", "Ana", true]);
  assert.deepEqual(
    user.identities.map(({ provider }) => provider),
    ["google"],
  );
  const acts = await auth.service.world.db.many<{ action: string }>(
    sql`select payload ->> 'action' as action from audit_log_entries order by created_at, id`,
  );
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["user_invited", "invite_accepted"],
  );
  const late = await comeBack(auth, second, { state: second.state, code: codeOf(ana) });
  assert.deepEqual(errorOf(late), ["server_error", "invite_not_found"]);
  assert.equal((await auth.get(`/authorize?provider=google&invite_token=${token}`)).status, 404);
});

test("an invitation is for its address: another one, or one that is not verified, does not accept it", async () => {
  await using auth = await startWithProviders();
  const { id, token } = await invite(auth);
  for (const person of [
    { ...ana, email: "bob@example.com" },
    { ...ana, verified: false },
  ]) {
    const landing = await visit(auth, person, { invite_token: token });
    assert.deepEqual(errorOf(landing), ["invalid_request", "validation_failed"]);
    assert.equal(landing.query.error_description, "Invited email does not match emails from external provider");
  }
  const { db } = auth.service.world;
  assert.deepEqual(await db.many(sql`select id, email_confirmed_at from users`), [{ id, email_confirmed_at: null }]);
  await visit(auth, { ...ana, email: "bob@example.com" });
  const person = { ...ana, emails: [{ email: "ana@example.com", verified: true, primary: true }] };
  assert.deepEqual(errorOf(await visit(auth, person, { invite_token: token })), ["server_error", "identity_already_exists"]);
});

test("an invitation ends with its time and with a sign-up's token nothing is accepted", async () => {
  await using auth = await startWithProviders();
  await auth.post("/signup", { email: "new@example.com", password: "correct horse" });
  const [mail] = await auth.messages();
  assert.equal((await auth.get(`/authorize?provider=google&invite_token=${mail?.variables.tokenHash}`)).status, 404);
  const { token } = await invite(auth);
  const flow = await begin(auth, { invite_token: token });
  auth.clock.advance(299);
  await auth.service.world.db.run(sql`update one_time_tokens set expires_at = ${auth.clock.now()}`);
  const landing = await comeBack(auth, flow, { state: flow.state, code: codeOf(ana) });
  assert.deepEqual(errorOf(landing), ["server_error", "invite_not_found"]);
});
