import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth, type TestAuth } from "../testing.ts";

const HOSTS = {
  API_EXTERNAL_URL: "https://auth.example.com/auth/v1",
  MAILER_EXTERNAL_HOSTS: "login.one.test, LOGIN.two.test,login.three.test:8443,localhost:54321",
  SMTP_MAX_FREQUENCY: "0",
};

let mails = 0;

/** The link of the mail that a request with these headers causes. */
async function linkFor(auth: TestAuth, headers: Record<string, string>): Promise<string> {
  const reply = await auth.post("/otp", { email: `ana${++mails}@example.com` }, headers);
  assert.equal(reply.status, 200, reply.text);
  return new URL((await auth.messages()).at(-1)?.variables.confirmationUrl ?? "").href.split("?")[0] as string;
}

test("MAILER_EXTERNAL_HOSTS: a mail links to the host that its request came to, if that is listed", async () => {
  await using auth = await startTestAuth(HOSTS);
  for (const [host, link] of [
    ["login.one.test", "https://login.one.test/auth/v1/verify"],
    ["Login.Two.Test", "https://login.two.test/auth/v1/verify"],
    ["login.three.test:8443", "https://login.three.test:8443/auth/v1/verify"],
    ["localhost:54321", "https://localhost:54321/auth/v1/verify"],
    ["evil.test", "https://auth.example.com/auth/v1/verify"],
    ["login.one.test, evil.test", "https://auth.example.com/auth/v1/verify"],
    ["login.one.test@evil.test", "https://auth.example.com/auth/v1/verify"],
    ["login.one.test.evil.test", "https://auth.example.com/auth/v1/verify"],
    ["", "https://auth.example.com/auth/v1/verify"],
  ])
    assert.equal(await linkFor(auth, { "x-forwarded-host": host as string, "x-forwarded-proto": "http" }), link, host);
  assert.equal(await linkFor(auth, { host: "login.one.test" }), "https://login.one.test/auth/v1/verify");
  const body = { type: "recovery", email: `ana${mails}@example.com` };
  const reply = await auth.post("/admin/generate_link", body, { ...auth.admin, "x-forwarded-host": "login.two.test" });
  assert.match(JSON.stringify(reply.body), /https:\/\/login\.two\.test\/auth\/v1\/verify/);
});

test("without it no header changes the host of a link", async () => {
  await using auth = await startTestAuth({ SMTP_MAX_FREQUENCY: "0" });
  for (const host of ["login.one.test", "evil.test"])
    assert.equal(await linkFor(auth, { "x-forwarded-host": host, host }), "https://auth.example.com/verify");
});
