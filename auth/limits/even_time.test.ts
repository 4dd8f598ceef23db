import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startTestAuth } from "../testing.ts";
import { inEvenTime } from "./even_time.ts";

async function spent(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work().catch(() => {});
  return performance.now() - began;
}

test("what is quick and what is slow, what succeeds and what fails, end at the next step", async () => {
  const evenly = (work: () => Promise<unknown>) => spent(() => inEvenTime({ evenStepMs: 100 }, work));
  const refuse = () => sleep(20).then(() => Promise.reject(new Error("no")));
  for (const ms of [await evenly(async () => 1), await evenly(() => sleep(40)), await evenly(refuse)])
    assert.ok(ms >= 98, `${ms} ms`);
  const long = await evenly(() => sleep(130));
  assert.ok(long >= 198, `${long} ms`);
  assert.equal(await inEvenTime({ evenStepMs: 100 }, async () => "kept"), "kept");
  await assert.rejects(inEvenTime({ evenStepMs: 0 }, refuse), /no/);
});

test("every answer that depends on whether somebody has an address leaves in steps, whoever has it", async () => {
  const AT_LEAST = { evenStepMs: 150 };
  await using auth = await startTestAuth({ SMTP_MAX_FREQUENCY: "0s" }, undefined, AT_LEAST);
  await auth.post("/admin/users", { email: "ana@example.com", password: "correct horse", email_confirm: true }, auth.admin);
  const password = "correct horse";
  const request = (email: string): [path: string, body: object][] => [
    ["/signup", { email, password }],
    ["/recover", { email }],
    ["/otp", { email, create_user: false }],
    ["/magiclink", { email }],
    ["/resend", { type: "signup", email }],
  ];
  for (const [path, body] of [...request("ana@example.com"), ...request("nobody@example.com")]) {
    const ms = await spent(() => auth.post(path, body));
    assert.ok(ms >= 148, `POST ${path} of ${JSON.stringify(body)} took ${ms} ms`);
  }
  const signedIn = await auth.post("/token?grant_type=password", { email: "ana@example.com", password });
  const { access_token: token } = signedIn.body as { access_token: string };
  const put = (body: object) =>
    spent(() => auth.call("/user", { method: "PUT", body, headers: { authorization: `Bearer ${token}` } }));
  assert.ok((await put({ email: "another@example.com" })) >= 148);
});
