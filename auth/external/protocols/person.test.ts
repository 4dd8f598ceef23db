import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ProviderError } from "../provider.ts";
import { fullName, profileOf } from "./person.ts";

const described = { issuer: "https://provider.example.com", subject: "1", emails: [], claims: {} };

test("a person is kept under the names that clients look for", () => {
  const { metadata } = profileOf({
    ...described,
    claims: { name: " Ana Lima ", picture: "https://example.com/a.png", gender: 1 },
  });
  assert.deepEqual(metadata, {
    iss: "https://provider.example.com",
    sub: "1",
    provider_id: "1",
    name: "Ana Lima",
    full_name: "Ana Lima",
    picture: "https://example.com/a.png",
    avatar_url: "https://example.com/a.png",
    email_verified: false,
    phone_verified: false,
  });
});

test("claims cannot stand in the place of what is judged", () => {
  const claims = { sub: "2", iss: "https://evil.test", email: "boss@example.com", email_verified: "true", provider_id: "2" };
  const { subject, metadata, emails } = profileOf({ ...described, claims });
  assert.deepEqual([subject, metadata.sub, metadata.provider_id, metadata.iss], ["1", "1", "1", described.issuer]);
  assert.deepEqual([emails, metadata.email_verified], [[], false]);
});

test("ids are text, exactly as the provider writes them", () => {
  const idOf = (subject: unknown) => profileOf({ ...described, subject }).subject;
  assert.deepEqual([idOf(7), idOf("007"), idOf("{a-b}"), idOf("9007199254740993")], ["7", "007", "{a-b}", "9007199254740993"]);
  for (const subject of [
    undefined,
    null,
    "",
    " ",
    " 1",
    "1\0",
    "\ud800",
    "x".repeat(256),
    0,
    -0,
    -1,
    2 ** 53,
    0.5,
    Number.NaN,
    true,
    {},
    [1],
  ]) {
    assert.throws(() => idOf(subject), ProviderError, String(subject));
  }
});

test("addresses are compared in lower case, unreadable ones are left out, and the primary one is used", () => {
  const { emails, metadata } = profileOf({
    ...described,
    emails: [
      { email: "Other@Example.com", verified: true, primary: false },
      { email: "not an address", verified: true, primary: true },
      { email: "\u212Aelvin@example.com", verified: true, primary: true },
      { email: ["ana@example.com"], verified: true, primary: true },
      { email: "Ana@Example.com", verified: false, primary: true },
    ],
  });
  assert.deepEqual(emails, [
    { email: "ana@example.com", verified: false, primary: true },
    { email: "other@example.com", verified: true, primary: false },
  ]);
  assert.deepEqual([metadata.email, metadata.email_verified], ["ana@example.com", false]);
});

test("of thousands of addresses the primary one is still there", () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({
    email: `a${index}@example.com`,
    verified: false,
    primary: index === 1999,
  }));
  const { emails } = profileOf({ ...described, emails: many });
  assert.deepEqual([emails.length, emails[0]?.email], [50, "a1999@example.com"]);
});

test("a picture is a web address, or none", () => {
  for (const picture of ["javascript:alert(1)", "data:text/html,x", "//evil.test/a.png", "x".repeat(3000), 5]) {
    const { metadata } = profileOf({ ...described, claims: { picture } });
    assert.ok(!("picture" in metadata) && !("avatar_url" in metadata), String(picture));
  }
});

test("whatever a provider sends, the database can hold it", () => {
  const anything = fc.dictionary(
    fc.string({ unit: "binary" }),
    fc.anything({ withNullPrototype: true, withBigInt: false, stringUnit: "binary" }),
  );
  fc.assert(
    fc.property(anything, anything, (claims, customClaims) => {
      const { metadata } = profileOf({ ...described, claims, customClaims });
      const text = JSON.stringify(metadata);
      assert.doesNotMatch(text, /\\u0000|\\ud[89a-f]/);
      assert.equal(metadata.sub, "1");
    }),
    { numRuns: 300 },
  );
});

test("a claim that is deep, wide or long stays within bounds", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]));
  const { metadata } = profileOf({
    ...described,
    customClaims: { deep, wide, long: "x".repeat(100_000), proto: JSON.parse('{"__proto__":1}') },
  });
  assert.ok(JSON.stringify(metadata).length < 2000);
});

test("a name has the parts that are there", () => {
  assert.deepEqual(
    [fullName("Ana", "Lima"), fullName("Ana", undefined), fullName(null, "Lima"), fullName("", {})],
    ["Ana Lima", "Ana", "Lima", undefined],
  );
});
