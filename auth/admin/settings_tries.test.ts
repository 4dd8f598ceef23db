// What administrators try before they store it: redirects, and mails with other texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestAuth } from "../testing.ts";

const auth = shareTestAuth({ URI_ALLOW_LIST: "https://*.example.org/**,myapp://{a,b}" });

interface Redirect {
  allowed: boolean;
  by: string | null;
  leads_to: string;
}

test("POST /admin/redirects/test says by which line a redirect is allowed", async () => {
  const ask = async (body: object) => {
    const { allowed, by, leads_to } = (await auth.post("/admin/redirects/test", body, auth.admin)).body as Redirect;
    return [allowed, by, leads_to];
  };
  assert.deepEqual(await ask({ url: "https://app.example.com/a" }), [true, "SITE_URL", "https://app.example.com/a"]);
  assert.deepEqual(await ask({ url: "https://x.example.org/b" }), [true, "https://*.example.org/**", "https://x.example.org/b"]);
  assert.deepEqual(await ask({ url: "myapp://b" }), [true, "myapp://{a,b}", "myapp://b"]);
  for (const url of ["https://evil.example", "javascript:alert(1)", "https://app.example.com@evil.example", "", "\n"])
    assert.deepEqual(await ask({ url }), [false, null, "https://app.example.com"], url);
  const url = "https://later.example/x";
  assert.deepEqual(await ask({ url, uri_allow_list: ["https://later.example/*"] }), [true, "https://later.example/*", url]);
  assert.deepEqual((await ask({ url, uri_allow_list: ["https://["] })).slice(0, 2), [false, null]);
  assert.equal((await auth.post("/admin/redirects/test", {}, auth.admin)).status, 400);
});

interface Preview {
  subject: string;
  html: string;
  text: string;
}

test("POST /admin/mail/preview fills a mail with made-up values, and evaluates nothing", async () => {
  const ask = async (body: object) => (await auth.post("/admin/mail/preview", body, auth.admin)).body as Preview;
  const portuguese = await ask({ template: "recovery", language: "pt-BR" });
  assert.match(portuguese.text, /123456/);
  assert.notEqual(portuguese.subject, (await ask({ template: "recovery", language: "en" })).subject);
  const own = await ask({
    template: "recovery",
    subject: "Oi {{ .Data.name }}\nBcc: x",
    html: "<p>{{ .Email }} {{ .Token }} {{ constructor }} {{ .Data.constructor.name }}</p><b>{{ if .X }}</b>",
  });
  assert.equal(own.subject, "Oi Ana Bcc: x");
  assert.equal(own.html, "<p>ana@example.com 123456  </p><b></b>");
  assert.deepEqual(await auth.messages(), []);
});

test("POST /admin/mail/preview refuses what is no mail and no language", async () => {
  for (const body of [
    {},
    { template: "constructor" },
    { template: "recovery", language: "!" },
    { template: "recovery", html: 1 },
  ])
    assert.equal((await auth.post("/admin/mail/preview", body, auth.admin)).status, 400);
});
