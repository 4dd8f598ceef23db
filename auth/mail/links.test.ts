import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmationUrl, type Link } from "./links.ts";

const LINK: Link = {
  apiExternalUrl: "https://auth.example.com",
  path: "/verify",
  tokenHash: "abc123",
  type: "signup",
  redirectTo: "https://app.example.com/welcome",
};

test("a link is the public URL, the path, and exactly token, type and redirect_to", () => {
  const expected = "https://auth.example.com/verify?token=abc123&type=signup&redirect_to=https://app.example.com/welcome";
  assert.equal(confirmationUrl(LINK), expected);
});

test("a redirect with characters that mean something in a query is encoded as a whole", () => {
  const url = confirmationUrl({ ...LINK, redirectTo: "https://app.example.com/?a=b" });
  assert.ok(url.endsWith("&redirect_to=https%3A%2F%2Fapp.example.com%2F%3Fa%3Db"), url);
});

const BASES: [base: string, path: string, expected: string][] = [
  ["https://auth.example.com/", "/verify", "https://auth.example.com/verify"],
  ["https://example.com/auth/v1", "/verify", "https://example.com/auth/v1/verify"],
  ["https://example.com/auth/v1/", "/verify", "https://example.com/auth/v1/verify"],
  ["https://example.com/auth/v1", "/auth/v1/verify", "https://example.com/auth/v1/verify"],
  ["https://example.com:8443", "/auth/v1/verify", "https://example.com:8443/auth/v1/verify"],
  ["https://example.com", "https://app.example.com/confirm", "https://app.example.com/confirm"],
];
for (const [apiExternalUrl, path, expected] of BASES) {
  test(`at ${apiExternalUrl} the path ${path} leads to ${expected}`, () => {
    const url = confirmationUrl({ ...LINK, apiExternalUrl, path });
    assert.equal(url.split("?")[0], expected);
    assert.deepEqual([...new URL(url).searchParams.keys()], ["token", "type", "redirect_to"]);
  });
}

test("a redirect comes out of the link as it went in, and adds no parameter of its own", () => {
  for (const redirectTo of [
    "https://a.example/?x=1&type=recovery#frag",
    "myapp://callback",
    'https://a.example/"><script>',
    "a b+c%20d",
  ]) {
    const url = new URL(confirmationUrl({ ...LINK, redirectTo }));
    assert.deepEqual(
      [...url.searchParams],
      [
        ["token", "abc123"],
        ["type", "signup"],
        ["redirect_to", redirectTo],
      ],
    );
    assert.equal(url.hash, "");
    assert.ok(!/["<> ]/.test(url.href));
  }
});
