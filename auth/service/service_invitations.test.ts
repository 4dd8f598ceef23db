import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

const PATH = "/service/invitations";
const token = "12.a-token-that-is-long-enough";
const invitation = { email: "bob@example.com", inviter: "ana@example.com", token, days: 7 };

test("POST /service/invitations queues a mail with the token behind the #, for administrators alone", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.post(PATH, invitation)).status, 401);
  const reply = await auth.post(PATH, invitation, auth.admin);
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const [mail, ...others] = await auth.messages();
  assert.deepEqual(
    [mail?.template, mail?.to, mail?.variables.confirmationUrl, others.length],
    ["space_invitation", "bob@example.com", `https://app.example.com#invitation=${token}`, 0],
  );
});

test("POST /service/invitations mails an address once a minute, known or not, and refuses what is no address or token", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await auth.post("/signup", { email: "eva@example.com", password: "correct horse" });
  for (const email of ["eva@example.com", "nobody@example.com"]) {
    assert.equal((await auth.post(PATH, { ...invitation, email }, auth.admin)).status, 200);
    assert.equal((await auth.post(PATH, { ...invitation, email }, auth.admin)).status, 429);
  }
  const wrong = [{ email: "x" }, { inviter: "x" }, { token: "a#b&c=d".repeat(4) }, { token: "short" }, { days: 0 }, { days: 31 }];
  for (const each of wrong) {
    const { status } = await auth.post(PATH, { ...invitation, email: "max@example.com", ...each }, auth.admin);
    assert.ok(status === 400 || status === 422, JSON.stringify(each));
  }
});
