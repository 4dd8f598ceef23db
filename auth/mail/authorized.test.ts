import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { bearer, put, signIn, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";

const ONLY = { EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES: "Ana@example.com, team@example.com", SMTP_MAX_FREQUENCY: "0" };
const REFUSED = [400, "email_address_not_authorized"];
const eve = "eve@example.com";

test("with EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES no other address is mailed, whatever asks for it", async () => {
  await using auth = await startTestAuth({ ...ONLY, SECURITY_MANUAL_LINKING_ENABLED: "true" });
  const password = "correct horse";
  const calls: [string, Promise<Reply>][] = [
    ["/signup", auth.post("/signup", { email: eve, password })],
    ["/otp", auth.post("/otp", { email: eve })],
    ["/magiclink", auth.post("/magiclink", { email: eve })],
    ["/recover", auth.post("/recover", { email: eve })],
    ["/resend", auth.post("/resend", { type: "signup", email: eve })],
    ["/resend of a change", auth.post("/resend", { type: "email_change", email: eve })],
    ["/invite", auth.post("/invite", { email: eve }, auth.admin)],
  ];
  for (const [what, reply] of calls) assert.deepEqual(verdict(await reply), REFUSED, what);
  assert.deepEqual(await auth.messages(), []);
  const { body } = await auth.get("/admin/users", auth.admin);
  assert.deepEqual((body as { users: unknown[] }).users, [], "nobody was created");
});

test("those on the list are mailed in any case, and with a label before the @", async () => {
  await using auth = await startTestAuth(ONLY);
  for (const email of ["ANA@example.com", "team+one@example.com", "team+two+x@example.com"])
    assert.equal((await auth.post("/otp", { email })).status, 200, email);
  assert.equal((await auth.messages()).length, 3);
  for (const email of ["ana@example.org", "x+team@example.com"])
    assert.deepEqual(verdict(await auth.post("/otp", { email })), REFUSED, email);
});

test("a user whose address is not on the list signs in, and changes it to one that is only where the old one is not asked", async () => {
  await using auth = await startTestAuth({ ...ONLY, MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: "true" });
  const user = { email: eve, password: "correct horse", email_confirm: true };
  assert.equal((await auth.post("/admin/users", user, auth.admin)).status, 200);
  const session: TestSession = await signIn(auth, { email: eve, password: user.password });
  assert.deepEqual(verdict(await put(auth, session, { email: "ana@example.com" })), REFUSED);
  assert.deepEqual(verdict(await auth.get("/reauthenticate", bearer(session))), REFUSED);
  assert.equal((await put(auth, session, { password: "another horse" })).status, 200);
  assert.deepEqual(await auth.messages(), [], "nor is a notice sent");
});
