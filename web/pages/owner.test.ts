import assert from "node:assert/strict";
import { test } from "node:test";
import { newOwnerCode } from "../../auth/grants/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { shareTestWeb, signedIn, type TestBrowser } from "../testing.ts";

const web = shareTestWeb();

const newCode = () => newOwnerCode(web.finance.auth);

async function withCode(browser: TestBrowser, code: string): Promise<void> {
  const reply = await browser.post("/owner", { code: `${web.url}/owner#code=${code}` });
  assert.deepEqual([reply.status, reply.headers.location], [303, "/owner"], reply.text);
}

const rolesOf = async (browser: TestBrowser) => ((await browser.fetch("/api/auth/server")).body as { roles?: string[] }).roles;
const owners = async () =>
  (await web.finance.auth.service.world.db.one<{ count: number }>(sql`select count(*) from server_grants`)).count;

test("POST /owner with the code makes an owner who is signed in, in the language that was chosen; the code is then good for nobody", async () => {
  const code = await newCode();
  const browser = web.browser();
  assert.match((await browser.open("/owner")).text, /name="code"/);
  await withCode(browser, code);
  const page = await browser.open("/owner", { "accept-language": "en" });
  assert.match(page.text, /Create the owner of this server[\s\S]*name="password"[\s\S]*name="language"/);
  assert.doesNotMatch(page.text, /name="lan"/, "only where a start can serve the network");
  assert.doesNotMatch(page.text, new RegExp(code), "no page shows it");
  const fields = { email: "dona@example.com", password: "quatro patos na lagoa", name: "Dona", language: "en" };
  const weak = await browser.post("/owner", { ...fields, password: "123456" });
  assert.deepEqual([weak.status, await owners()], [422, 0]);
  const made = await browser.post("/owner", fields);
  assert.deepEqual([made.status, made.headers.location], [303, "/"], made.text);
  assert.ok(!browser.cookies.has("cofre-owner-code"));
  assert.deepEqual(await rolesOf(browser), ["owner"]);
  const { name } = (await browser.fetch("/session")).body as { name: string };
  assert.equal(name, "Dona");
  assert.match((await browser.open("/sign_in")).text, /lang="en"/);
  const late = await web.browser().post("/owner", { code });
  assert.equal(late.status, 422);
  assert.match(late.text, /Este código não vale/);
  assert.doesNotMatch(JSON.stringify(web.logged) + JSON.stringify(web.finance.auth.logged), new RegExp(code));
});

test("POST /owner of an address that has an account asks to sign in to it; whoever is signed in becomes an owner by a button", async () => {
  const before = await owners();
  const { password } = await signedIn(web, "antes@example.com");
  const browser = web.browser();
  await withCode(browser, await newCode());
  const taken = await browser.post("/owner", { email: "antes@example.com", password: "quatro patos na lagoa" });
  assert.equal(taken.status, 422);
  assert.match(taken.text, /já tem uma conta aqui[\s\S]*href="\/sign_in\?next=%2Fowner&amp;email=antes%40example.com"/);
  assert.equal(
    (await browser.post("/sign_in", { email: "antes@example.com", password, next: "/owner" })).headers.location,
    "/owner",
  );
  assert.match((await browser.open("/owner")).text, /Você entrou como antes@example.com/);
  web.finance.clock.advance(601);
  const late = await browser.post("/owner", { act: "accept" });
  assert.equal(late.headers.location, "/sign_in?next=%2Fowner&problem=again", "a browser that was left open makes no owner");
  await browser.post("/sign_in", { email: "antes@example.com", password, next: "/owner" });
  assert.equal((await browser.post("/owner", { act: "accept" })).headers.location, "/");
  assert.deepEqual([await rolesOf(browser), await owners()], [["owner"], before + 1]);
});

test("POST /owner without the code, with a wrong one or from another site makes nobody an owner", async () => {
  const before = await owners();
  const eve = await signedIn(web, "eve@example.com");
  const fields = { email: "eva@example.com", password: "quatro patos na lagoa" };
  assert.match((await eve.post("/owner", fields)).text, /name="code"/);
  assert.match((await eve.post("/owner", { act: "accept" })).text, /name="code"/);
  for (const code of ["x", "", "x".repeat(4000), "\0"]) {
    const { status } = await eve.post("/owner", { code });
    assert.ok(status === 422 || status === 400, `${status}`);
  }
  await withCode(eve, await newCode());
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  assert.equal((await eve.post("/owner", { act: "accept" }, foreign)).status, 403);
  assert.deepEqual([await rolesOf(eve), await owners()], [[], before]);
  assert.equal((await eve.fetch("/api/auth/server/mailbox")).status, 403);
  assert.equal((await eve.fetch("/api/auth/server/mailbox/..")).status, 404);
  const invited = await eve.fetch("/api/auth/server/invitations", { method: "POST", body: { email: "x@example.com" } });
  assert.equal(invited.status, 403);
});

test("POST /owner keeps the choice to serve the private network, where it can be kept, once there is an owner", async (t) => {
  const { world } = web.service;
  let kept = 0;
  world.keepLan = async () => void kept++;
  t.after(() => delete world.keepLan);
  const browser = web.browser();
  await withCode(browser, await newCode());
  assert.match((await browser.open("/owner")).text, /type="checkbox" name="lan"/);
  const fields = { email: "rede@example.com", password: "quatro patos na lagoa", lan: "on" };
  assert.equal((await browser.post("/owner", { ...fields, password: "123456" })).status, 422);
  assert.equal(kept, 0, "nobody owns the server yet");
  assert.equal((await browser.post("/owner", fields)).status, 303);
  assert.equal(kept, 1);
  const another = web.browser();
  await withCode(another, await newCode());
  world.keepLan = () => Promise.reject(new Error("ENOSPC"));
  assert.equal((await another.post("/owner", { ...fields, email: "rede2@example.com" })).status, 303);
  assert.deepEqual(await rolesOf(another), ["owner"], "a full disk does not undo the owner");
});
