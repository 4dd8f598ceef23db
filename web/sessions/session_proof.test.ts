// POST /session/proof: who may prove again, what is refused, and what a second factor asks for.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestSession } from "../../auth/account/testing.ts";
import { enroll, show } from "../../auth/factors/testing.ts";
import { shareTestWeb, signedIn, type TestBrowser } from "../testing.ts";

const web = shareTestWeb();

const prove = (browser: TestBrowser, body: object) => browser.fetch("/session/proof", { method: "POST", body });
const freshUntil = async (browser: TestBrowser) =>
  ((await browser.fetch("/session")).body as { fresh_until: number }).fresh_until;

test("the password of who is signed in is a new proof; the session from before is over", async () => {
  const ana = await signedIn(web, "prova1@example.com");
  web.finance.clock.advance(11 * 60);
  const before = await freshUntil(ana);
  const former = ana.cookies.get("cofre") ?? "";
  const wrong = await prove(ana, { password: "another" });
  assert.deepEqual([wrong.status, (wrong.body as { code: string }).code], [422, "proof_refused"]);
  assert.equal(await freshUntil(ana), before, "a wrong password proves nothing");
  const reply = await prove(ana, { password: ana.password, next: "/settings/api_tokens?a=1" });
  assert.deepEqual([reply.status, reply.body], [200, { location: "/settings/api_tokens?a=1" }]);
  assert.ok((await freshUntil(ana)) > before);
  const left = web.browser();
  left.cookies.set("cofre", former);
  web.finance.clock.advance(300);
  assert.equal((await left.fetch("/session")).status, 401);
});

test("whoever is not signed in proves nothing, nor does a foreign page; other sites are never the next page", async () => {
  const ana = await signedIn(web, "prova2@example.com");
  assert.equal((await prove(web.browser(), { password: ana.password })).status, 401);
  const foreign = { method: "POST", body: { password: ana.password }, headers: { "sec-fetch-site": "cross-site" } };
  assert.equal((await ana.fetch("/session/proof", foreign)).status, 403);
  assert.deepEqual((await prove(ana, { password: ana.password, next: "https://example.com/" })).body, { location: "/" });
  for (const body of [
    {},
    { password: 1 },
    { password: "" },
    { credential: {} },
    { challenge_id: "x", credential: { id: "x" } },
  ]) {
    const { status, text } = await prove(ana, body);
    assert.ok(status >= 400 && status < 500, `${JSON.stringify(body)}: ${status} ${text}`);
  }
  assert.equal((await ana.fetch("/session")).status, 200);
});

test("with a second factor the page asks for it", async () => {
  const { auth } = web.finance;
  const email = "prova3@example.com";
  const ana = await signedIn(web, email);
  const first = (await auth.post("/token?grant_type=password", { email, password: ana.password })).body as TestSession;
  await show(auth, first, await enroll(auth, first));
  const reply = await prove(ana, { password: ana.password, next: "/accounts" });
  assert.deepEqual(reply.body, { location: "/second_factor?next=%2Faccounts" });
  assert.ok(ana.cookies.has("cofre-half"));
});
