import assert from "node:assert/strict";
import { test } from "node:test";
import { isAllowedRedirect, redirectRules, unreadableEntries } from "./allow_list.ts";

const CONFIG = {
  siteUrl: "https://app.example.com",
  uriAllowList: [
    "https://*.preview.example.com/ok/*",
    "https://*.preview.example.com/**",
    "https://partner.test/callback",
    "https://bare.test",
    "https://ports.test:443/**",
    "com.example.app://login",
    "com.example.app:/oauth",
    "http://127.0.0.1:3000/**",
    "https://tenants.test/in?tenant=1",
  ],
};

const target = redirectRules(CONFIG);

/** Candidate and what the browser is sent to. */
const ALLOWED: [string, string][] = [
  ["https://app.example.com", "https://app.example.com"],
  ["https://app.example.com/welcome?a=b&c=%2Fd", "https://app.example.com/welcome?a=b&c=%2Fd"],
  ["https://app.example.com:443/x", "https://app.example.com/x"],
  ["HTTPS://APP.EXAMPLE.COM/X", "https://app.example.com/X"],
  ["https://app%2eexample.com/", "https://app.example.com/"],
  ["https://app.example.com/olá", "https://app.example.com/ol%C3%A1"],
  ["https://app.example.com/next%2Fpage", "https://app.example.com/next%2Fpage"],
  ["https://app.example.com/a/../../b", "https://app.example.com/b"],
  ["https://app.example.com//evil.test/", "https://app.example.com//evil.test/"],
  ["https://a.preview.example.com/some/page.html?next=%2Fhome", "https://a.preview.example.com/some/page.html?next=%2Fhome"],
  ["https://partner.test/callback", "https://partner.test/callback"],
  ["https://partner.test/callback?state=1.2/3", "https://partner.test/callback?state=1.2/3"],
  ["https://bare.test", "https://bare.test"],
  ["https://bare.test?a=b", "https://bare.test?a=b"],
  ["https://bare.test/", "https://bare.test/"],
  ["https://BARE.test", "https://bare.test/"],
  ["https://ports.test/x", "https://ports.test/x"],
  ["com.example.app://login", "com.example.app://login"],
  ["com.example.app://login?from=mail", "com.example.app://login?from=mail"],
  ["COM.example.app://login", "com.example.app://login"],
  ["com.example.app:/oauth", "com.example.app:/oauth"],
  ["http://127.0.0.1:3000/listed", "http://127.0.0.1:3000/listed"],
  // With what newer clients add.
  ["https://partner.test/callback?sb_flow_id=Ab-1_2", "https://partner.test/callback?sb_flow_id=Ab-1_2"],
  ["https://tenants.test/in?tenant=1&sb_flow_id=Ab-1_2", "https://tenants.test/in?tenant=1&sb_flow_id=Ab-1_2"],
  ["https://tenants.test/in?sb_flow_id=Ab-1_2&tenant=1", "https://tenants.test/in?sb_flow_id=Ab-1_2&tenant=1"],
  ["com.example.app://login?sb_flow_id=x", "com.example.app://login?sb_flow_id=x"],
  // AR-15: a fragment of its own is dropped.
  ["https://app.example.com/x#access_token=stolen", "https://app.example.com/x"],
];

for (const [candidate, url] of ALLOWED) {
  test(`redirect_to ${candidate} is allowed as ${url}`, () => {
    assert.equal(target(candidate), url);
    assert.equal(isAllowedRedirect(candidate, CONFIG), true);
  });
}

const REFUSED: Record<string, string[]> = {
  "AR-02: a host that is really a user name": [
    "https://app.example.com@evil.test/",
    "https://app.example.com:443@evil.test/",
    "https://user:password@app.example.com/",
    "https://user@app.example.com/",
    "https://localhost:80@evil.test/",
    "com.example.app://user@login",
  ],
  "AR-03: backslashes and missing slashes": [
    "https://app.example.com\\@evil.test/",
    "https://evil.test\\@app.example.com/",
    "https:\\\\evil.test",
    "https:\\\\app.example.com",
    "https:evil.test",
    "https:app.example.com",
    "https:/evil.test",
    "https:/app.example.com",
    "https:///app.example.com/",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "/welcome",
    "evil.test",
    "app.example.com",
  ],
  "AR-05: look-alikes": [
    "https://app。example。com/",
    "https://ａpp.example.com/",
    "https://аpp.example.com/",
    "https://xn--pp-7cd.example.com/",
    "https://app.example.com\u00ad/",
  ],
  "AR-06: another scheme or port": [
    "http://app.example.com/",
    "https://app.example.com:8443/",
    "https://app.example.com:80/",
    "ws://app.example.com/",
    "ftp://app.example.com/",
  ],
  "AR-07: schemes that a browser runs": [
    "javascript://app.example.com/%0aalert(1)",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://app.example.com/x",
    "file:///etc/passwd",
    "about:blank",
  ],
  "AR-08: characters that browsers drop": [
    "https://app.example.com/\t",
    "https://app.exa\tmple.com/",
    "https://app.example.com/\nx",
    "https://app.example.com/\r\nset-cookie: a=b",
    "https://app.example.com/\0",
    " https://app.example.com/",
    "https://app.example.com/ ",
    "\u00a0https://app.example.com/",
    "java\nscript:alert(1)",
  ],
  "AR-09: a good URL in another part of a bad one": [
    "https://evil.test#@app.example.com",
    "https://evil.test?https://a.preview.example.com/",
    "https://evil.test/https://a.preview.example.com/",
    "https://evil.test?@app.example.com",
    "https://evil.test/.preview.example.com/ok/x",
  ],
  "AR-11: paths in disguise, where the list decides": [
    "https://a.preview.example.com/ok/%2e%2e%2fadmin",
    "https://a.preview.example.com/ok/..%2fadmin",
    "https://a.preview.example.com/ok/..%5Cadmin",
    "https://a.preview.example.com/ok/%252e%252e%252fadmin",
    "https://a.preview.example.com/ok/%25252e",
  ],
  "AR-12: this machine": [
    "https://127.0.0.1:1234/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "http://localhost:3000/",
    "http://127.0.0.1:3001/listed",
  ],
  "AR-14: too long": [`https://app.example.com/${"a".repeat(20_000)}`],
  "V16: prefixes, suffixes and dots": [
    "https://app.example.com.evil.test/",
    "https://evilapp.example.com/",
    "https://app.example.com./",
    "https://example.com/",
    "https://preview.example.com/ok/x",
    "https://a.b.preview.example.com/ok/x",
    "https://apreview.example.com/",
    "https://partner.test/callback/deeper",
    "https://partner.test/callbackx",
    "http://partner.test/callback",
    "https://partner.test/",
    "com.example.app://other",
    "https://tenants.test/in?tenant=2&sb_flow_id=x",
    "https://tenants.test/in?sb_flow_id=x",
    "https://tenants.test/in?tenant=1&sb_flow_id=https://evil.test",
    "https://tenants.test/in?tenant=1&other=x",
    "com.example.app2://login",
    "https://",
    "https://%00/",
    "",
  ],
};

for (const [why, candidates] of Object.entries(REFUSED)) {
  for (const candidate of candidates) {
    test(`redirect_to ${JSON.stringify(candidate.slice(0, 80))} goes to SITE_URL (${why})`, () => {
      assert.equal(target(candidate), CONFIG.siteUrl);
      assert.equal(isAllowedRedirect(candidate, CONFIG), false);
    });
  }
}

test("dot segments are resolved before the list sees the path (AR-11)", () => {
  const config = { siteUrl: "https://app.example.com", uriAllowList: ["https://a.preview.example.com/ok/**"] };
  assert.equal(redirectRules(config)("https://a.preview.example.com/ok/../../admin"), config.siteUrl);
  assert.equal(redirectRules(config)("https://a.preview.example.com/ok/%2e%2e/admin"), config.siteUrl);
  assert.equal(redirectRules(config)("https://a.preview.example.com/x/../ok/y"), "https://a.preview.example.com/ok/y");
});

test("an absent redirect_to goes to SITE_URL as it is configured", () => {
  for (const nothing of [undefined, null, ""]) assert.equal(target(nothing), "https://app.example.com");
});

test("of several candidates the first allowed one is taken", () => {
  assert.equal(
    target(undefined, "https://evil.test/", "https://app.example.com/b", "https://app.example.com/c"),
    "https://app.example.com/b",
  );
});

/** SITE_URL, candidate, allowed. The list is empty. */
const SITES: [string, string, boolean][] = [
  ["http://app.example.com", "https://app.example.com/", true],
  ["http://app.example.com:3000", "http://app.example.com:3000/x", true],
  ["http://app.example.com:3000", "http://app.example.com/", false],
  ["http://localhost:3000", "http://localhost:5173/cb", true],
  ["http://localhost:3000", "https://localhost/cb", true],
  ["http://localhost:3000", "http://127.0.0.1:5173/cb", true],
  ["http://localhost:3000", "http://2130706433/", true],
  ["http://localhost:3000", "http://[::1]:1/cb", true],
  ["http://localhost:3000", "http://localhost.evil.test/cb", false],
  ["http://localhost:3000", "http://localhost./cb", false],
  ["http://localhost:3000", "http://[::ffff:7f00:1]/", false],
  ["https://localhost:3000", "http://localhost:3000/cb", false],
  ["http://127.0.0.1:3000", "http://127.0.0.1:8080/", true],
  ["http://127.0.0.1:3000", "http://127.0.0.2:3000/", false],
  ["http://[::1]:3000", "http://[0:0:0:0:0:0:0:1]:8080/", true],
  ["http://192.168.0.7:3000", "http://192.168.0.7:3001/", false],
  ["http://192.168.0.7:3000", "http://192.168.0.7:3000/x", true],
  ["https://app.example.com/base/", "https://app.example.com/elsewhere", true],
  ["https://caf\u00e9.example", "https://xn--caf-dma.example/x", true],
  ["myapp://callback", "myapp://callback/deeper?x=y", true],
  ["myapp://callback", "myapp://other", false],
  ["myapp://callback", "otherapp://callback", false],
  ["myapp://callback", "https://callback/", false],
];

for (const [siteUrl, candidate, allowed] of SITES) {
  test(`with SITE_URL ${siteUrl}, ${candidate} is ${allowed ? "allowed" : "refused"}`, () => {
    assert.equal(isAllowedRedirect(candidate, { siteUrl, uriAllowList: [] }), allowed);
  });
}

test("a list that allows everything still allows no script, no user name and no spelling in disguise (V17)", () => {
  const config = { siteUrl: "https://app.example.com", uriAllowList: ["**"] };
  assert.equal(isAllowedRedirect("https://anywhere.test/a/b", config), true);
  assert.equal(isAllowedRedirect("http://localhost:1/", config), true);
  const refusal = ["AR-02", "AR-03", "AR-07", "AR-08", "AR-11"].flatMap((id) =>
    Object.entries(REFUSED).flatMap(([why, candidates]) => (why.startsWith(id) ? candidates : [])),
  );
  for (const candidate of refusal) assert.equal(isAllowedRedirect(candidate, config), false, candidate);
});

test("braces work although the list is split at commas, and a broken entry spoils no other", () => {
  const pieces = ["https://{a", "b}.test/**", "https://c.test/[", "https://{d", "https://e.test/**"];
  const config = { siteUrl: "https://app.example.com", uriAllowList: pieces };
  const allowed = ["a", "b", "c", "d", "e"].filter((name) => isAllowedRedirect(`https://${name}.test/x`, config));
  assert.deepEqual(allowed, ["a", "b", "e"]);
  assert.deepEqual(unreadableEntries(pieces), ["https://c.test/[", "https://{d"]);
});
