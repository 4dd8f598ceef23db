import assert from "node:assert/strict";
import { test } from "node:test";
import { startOidcStandIn } from "../testing/oidc_stand_in.ts";
import { configOf, signInAt } from "../testing/sign_in.ts";
import { apple } from "./apple.ts";

const now = new Date("2026-01-31T12:00:00Z");

test("the name comes with the first sign-in only", async () => {
  await using standIn = await startOidcStandIn(() => now);
  assert.equal(apple.callback, "POST");
  assert.equal((await signInAt(standIn, apple, { now })).profile.metadata.full_name, "Ana Lima");
  const { metadata } = (await signInAt(standIn, apple, { now })).profile;
  assert.equal("name" in metadata || "full_name" in metadata, false);
});

test("of what the browser posts, only a name is believed", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const posted = async (user: string) => {
    const change = (back: Record<string, string>) => ({ ...back, user, email: "victim@example.com", sub: "victim" });
    return (await signInAt(standIn, apple, { now, change })).profile;
  };
  const { emails, subject, metadata } = await posted('{"email":"victim@example.com","sub":"victim","name":{"firstName":"Bia"}}');
  assert.deepEqual(emails, [{ email: "ana@example.com", verified: true, primary: true }]);
  assert.deepEqual([subject, metadata.name, metadata.email], ["9007199254740993", "Bia", "ana@example.com"]);
  const odd = [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "7",
    '{"name":"Bia"}',
    '{"name":{"firstName":{"a":1},"lastName":7}}',
    "x".repeat(10_000),
  ];
  for (const user of odd) assert.equal("name" in (await posted(user)).metadata, false, user.slice(0, 50));
  const long = await posted(JSON.stringify({ name: { firstName: "B".repeat(5000), lastName: "\0Lima\ud800" } }));
  assert.equal(long.metadata.name, "Lima�");
});

test("an address counts as verified unless Apple says otherwise", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const config = configOf(standIn, "apple");
  const cases: [unknown, boolean][] = [
    [true, true],
    ["true", true],
    [undefined, true],
    [false, false],
    ["false", false],
  ];
  for (const [email_verified, verified] of cases) {
    const idToken = await standIn.idToken("apple", { email_verified });
    const checked = await apple.checkIdToken!({ config, idToken, accessToken: undefined, now });
    assert.deepEqual(checked.profile.emails, [{ email: "ana@example.com", verified, primary: true }]);
  }
});

test("without a URL of one's own, Apple's page is the documented one", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const { EXTERNAL_APPLE_URL: _url, ...variables } = standIn.variables;
  const { url } = await apple.begin({
    config: configOf({ variables }, "apple"),
    state: "s",
    scopes: ["x"],
    parameters: { a: "b" },
  });
  const { origin, pathname, searchParams } = new URL(url);
  assert.equal(`${origin}${pathname}`, "https://appleid.apple.com/auth/authorize");
  assert.equal(searchParams.get("response_mode"), "form_post");
});
