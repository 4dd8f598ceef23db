import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";
import { ANA, acts, BAD_TEXTS, errorCode, linkOf, onlyMessage, person, refusals, users } from "./testing.ts";

test("POST /magiclink mails a magic link to a confirmed user", async () => {
  await using auth = await startTestAuth();
  await person(auth, { email: ANA });
  const reply = await auth.post("/magiclink?redirect_to=https://app.example.com/in", { email: ANA });
  assert.deepEqual([reply.status, reply.body], [200, {}]);
  const message = await onlyMessage(auth);
  const link = await linkOf(auth, message);
  assert.deepEqual([message.template, link.type, link.redirectTo], ["magic_link", "magiclink", "https://app.example.com/in"]);
  assert.deepEqual(await acts(auth), ["user_recovery_requested"]);
});

test("POST /magiclink creates a missing user, and shares its pause with POST /otp and POST /recover", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.post("/magiclink", { email: ANA, data: { name: "Ana" } })).status, 200);
  assert.equal((await users(auth))[0]?.raw_user_meta_data.name, "Ana");
  assert.equal((await linkOf(auth, await onlyMessage(auth))).type, "signup");
  for (const path of ["/magiclink", "/otp", "/recover"]) assert.equal((await auth.post(path, { email: ANA })).status, 429);
});

test("POST /magiclink refuses what is no call, and nothing changes", async () => {
  await using auth = await startTestAuth();
  await refusals(auth, "/magiclink", [
    ...["", "{", {}, { email: "" }, { email: null }, { phone: "351912345678" }, { email: "ana" }],
    ...BAD_TEXTS.map((email) => ({ email })),
    { email: ANA, data: [] },
    { email: ANA, data: { text: "x".repeat(17_000) } },
    { email: ANA, code_challenge_method: "s256" },
  ]);
  const reply = await auth.post("/magiclink", {});
  assert.deepEqual([reply.status, errorCode(reply)], [422, "validation_failed"]);
});
