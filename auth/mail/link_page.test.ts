// Where the links of mails lead that web's pages begin: to web's page with a button, if it is one that a browser may be sent to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

const PAGE = "https://app.example.com/confirm";
const ana = { email: "ana@example.com", password: "correct horse" };
const options = { SITE_URL: "https://app.example.com", SMTP_MAX_FREQUENCY: "0" };

async function startMailing(more: Record<string, string> = {}) {
  const auth = await startTestAuth({ ...options, ...more });
  const newest = async () => (await auth.messages()).at(-1)?.variables.confirmationUrl ?? "";
  const linkOf = async (path: string, body: object, headers: Record<string, string>, method = "POST") => {
    const reply = await auth.call(path, { method, body, headers });
    assert.equal(reply.status, 200, reply.text);
    return new URL(await newest());
  };
  return { auth, linkOf, [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose]() };
}

test("every mail that a page of web begins has a link to that page, with the token that verifies; a GET of it is none of auth's", async () => {
  await using its = await startMailing();
  const { auth, linkOf } = its;
  const fromWeb = { "x-link-page": PAGE };
  const target = `?redirect_to=${encodeURIComponent("https://app.example.com/accounts")}`;
  const expectPage = (url: URL, type: string) => {
    assert.equal(url.origin + url.pathname, PAGE);
    assert.deepEqual(
      [url.searchParams.get("type"), url.searchParams.get("redirect_to")],
      [type, "https://app.example.com/accounts"],
    );
    return { type, token_hash: url.searchParams.get("token") };
  };
  expectPage(await linkOf(`/signup${target}`, ana, fromWeb), "signup");
  const again = expectPage(await linkOf(`/resend${target}`, { type: "signup", email: ana.email }, fromWeb), "signup");
  const { status, body } = await auth.post("/verify", again);
  assert.equal(status, 200);
  expectPage(await linkOf(`/recover${target}`, { email: ana.email }, fromWeb), "recovery");
  expectPage(await linkOf(`/otp${target}`, { email: ana.email }, fromWeb), "magiclink");
  expectPage(await linkOf(`/magiclink${target}`, { email: ana.email }, fromWeb), "magiclink");
  const headers = { ...fromWeb, authorization: `Bearer ${(body as { access_token: string }).access_token}` };
  expectPage(await linkOf(`/user${target}`, { email: "nova@example.com" }, headers, "PUT"), "email_change");
});

test("what no page of web begins leads to /verify as ever", async () => {
  await using its = await startMailing();
  const { linkOf } = its;
  await linkOf("/signup", ana, {});
  assert.equal((await linkOf("/recover", { email: ana.email }, {})).pathname, "/verify");
});

test("a page where no browser may be sent, or that is no such page, is not linked to", async () => {
  await using its = await startMailing({ URI_ALLOW_LIST: "https://other.example.com/app/**" });
  const { linkOf } = its;
  await linkOf("/signup", ana, {});
  for (const page of [
    "https://evil.example/confirm",
    "https://app.example.com.evil.example/confirm",
    "https://app.example.com@evil.example/confirm",
    "http://app.example.com/confirm",
    "https://app.example.com:8443/confirm",
    "https://app.example.com/confirm?next=https://evil.example",
    "https://app.example.com/elsewhere",
    "https://app.example.com/a/../confirm",
    "https://app.example.com\\@evil.example/confirm",
    "https://other.example.com/confirm",
    "javascript://app.example.com/confirm",
    "/confirm",
    "",
  ]) {
    const url = await linkOf("/recover", { email: ana.email }, { "x-link-page": page });
    assert.equal(url.pathname, "/verify", page);
  }
  const listed = "https://other.example.com/app/confirm";
  const url = await linkOf("/recover", { email: ana.email }, { "x-link-page": listed });
  assert.equal(url.origin + url.pathname, listed);
});

test("a path of the operator's own stays, and our own below a proxy's prefix gives way", async () => {
  const paths = { "/auth/v1/verify": "/confirm", "https://mails.example.com/go": "/go", "/mails": "/mails" };
  for (const [path, expected] of Object.entries(paths)) {
    await using its = await startMailing({ MAILER_URLPATHS_CONFIRMATION: path });
    const url = await its.linkOf("/signup", ana, { "x-link-page": PAGE });
    assert.equal(url.pathname, expected, path);
  }
});
