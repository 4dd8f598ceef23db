// The page on which a user allows an app.
import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizePath, makeClient } from "../../auth/oauth_server/testing.ts";
import { WORDS } from "../language/words.ts";
import { shareTestWeb, signedIn } from "../testing.ts";
import { consentForm } from "./oauth_consent_form.ts";
import { hiddenFields, locationOf } from "./testing.ts";

const web = shareTestWeb({
  auth: {
    OAUTH_SERVER_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
  },
});

test("an app that a document describes is shown with whose document it is", () => {
  const id = "https://editor.example.com/client.json";
  const details = { authorization_id: "x", redirect_uri: "http://127.0.0.1:4000/cb", user: { email: "lia@example.com" } };
  const show = (client: { id: string; name: string; registration_type: string }) => {
    const whole = { ...client, uri: "", created_at: "2026-11-17T23:30:00.000Z" };
    return consentForm({ ...details, client: whole, scope: "email", resources: [], renewable: true }, WORDS.en).text;
  };
  assert.match(show({ id, name: "Bank", registration_type: "document" }), /<h1><bdi>Bank<\/bdi> \(editor\.example\.com\) wants/);
  assert.match(show({ id, name: "", registration_type: "document" }), /<h1>editor\.example\.com wants/);
  assert.match(
    show({ id, name: "Bank", registration_type: "document" }),
    /registered itself on November 17, 2026, with the address editor\.example\.com/,
  );
  const uuid = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  assert.match(
    show({ id: uuid, name: "Bank", registration_type: "dynamic" }),
    /<h1><bdi>Bank<\/bdi> wants.*itself.*127\.0\.0\.1:4000/s,
  );
  assert.doesNotMatch(show({ id: uuid, name: "Bank", registration_type: "manual" }), /itself/);
});

test("an app asks, by a page that works without scripts: the user signs in, sees who asks and for what, and answers once", async () => {
  const { auth } = web.finance;
  const client = await makeClient(auth, { client_name: "<b>Notes</b>" });
  const browser = web.browser();
  const begin = async () => {
    const reply = await auth.get(authorizePath(client, { scope: "email", prompt: "consent" }));
    const { pathname, search } = new URL(String(reply.headers.location));
    return pathname + search;
  };
  const path = await begin();
  // From the app's site, the browser leaves the cookie of the session out.
  const hop = await browser.open(path, { "sec-fetch-site": "cross-site" });
  const own = /content="0;url=([^"]+)"/.exec(hop.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const signIn = locationOf(await browser.open(own));
  assert.match(signIn, /^\/sign_in\?next=%2Foauth%2Fconsent/);
  const email = "lia@example.com";
  const { password } = await signedIn(web, email);
  const next = new URL(signIn, web.url).searchParams.get("next") ?? "";
  assert.equal(locationOf(await browser.post("/sign_in", { email, password, next })), next);
  const page = await browser.open(next);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, /<bdi>&lt;b&gt;Notes&lt;\/b&gt;<\/bdi> quer usar sua conta/);
  assert.doesNotMatch(page.text, /se cadastrou sozinho/);
  assert.match(page.text, /lia@example.com.*notes.example.com/s);
  assert.match(page.text, /Ver seu e-mail/);
  assert.match(String(page.headers["content-security-policy"]), /frame-ancestors 'none'/);
  const fields = hiddenFields(page);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  assert.equal((await browser.post("/oauth/consent", { ...fields, action: "approve" }, foreign)).status, 403);
  const allowed = await browser.post("/oauth/consent", { ...fields, action: "approve", remember: "1" });
  assert.match(allowed.text, /content="0;url=https:\/\/notes\.example\.com\/callback\?code=/);
  assert.equal((await browser.post("/oauth/consent", { ...fields, action: "approve" })).status, 422, "once");
  const other = hiddenFields(await browser.open(await begin()));
  assert.match((await browser.post("/oauth/consent", { ...other, action: "deny" })).text, /error=access_denied/);
  const stranger = await signedIn(web, "mia@example.com");
  const third = await begin();
  await browser.open(third);
  assert.equal((await stranger.open(third)).status, 422, "whoever looked first");
  // What an app says of itself counts for less where it came by itself, which the page says.
  const registered = await auth.post("/oauth/clients/register", {
    ...{ client_name: "Seu Banco", redirect_uris: ["https://notes.example.com/callback"], token_endpoint_auth_method: "none" },
  });
  assert.equal(registered.status, 201, registered.text);
  const reply = await auth.get(authorizePath(registered.body as typeof client, { scope: "email" }));
  const { pathname, search } = new URL(String(reply.headers.location));
  const stranded = await browser.open(pathname + search);
  assert.match(stranded.text, /<bdi>Seu Banco<\/bdi> quer usar/);
  assert.match(stranded.text, /se cadastrou sozinho em \d+ de \p{L}+ de \d{4}, com o endereço notes\.example\.com/u);
  const grants = await browser.fetch("/api/auth/user/oauth/grants");
  assert.equal((grants.body as unknown[]).length, 1);
  const remove = { method: "DELETE" };
  assert.equal((await browser.fetch(`/api/auth/user/oauth/grants?client_id=${client.client_id}`, remove)).status, 204);
});
