import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { call } from "../../kernel/testing/client.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { startTestWeb, type TestWeb } from "../testing.ts";

let web: TestWeb;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
  const site = join(folder.path, "site");
  await mkdir(join(site, "assets"), { recursive: true });
  await mkdir(join(site, "errors"), { recursive: true });
  await mkdir(join(site, "pt"), { recursive: true });
  await writeFile(join(folder.path, "secret.txt"), "nobody reads this");
  await writeFile(join(site, "index.html"), "<h1>First</h1>");
  await writeFile(join(site, "404.html"), "<h1>Not here</h1>");
  await writeFile(join(site, "errors/bad_json.html"), "<h1>bad_json</h1>");
  await writeFile(join(site, "pt/index.html"), "<h1>Primeira</h1>");
  await writeFile(join(site, "assets/app.Ab12.js"), "export {};");
  web = await startTestWeb({ docsFolder: site });
});
after(async () => {
  await web[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test("GET /docs serves pages with and without their ending, as the types that they are", async () => {
  for (const [path, text] of [
    ["/docs", "First"],
    ["/docs/", "First"],
    ["/docs/index.html", "First"],
    ["/docs/errors/bad_json", "bad_json"],
    ["/docs/errors/bad_json.html", "bad_json"],
    ["/docs/pt", "Primeira"],
    ["/docs/pt/", "Primeira"],
  ] as const) {
    const reply = await call(web.url + path);
    assert.equal(reply.status, 200, path);
    assert.equal(reply.headers["content-type"], "text/html; charset=utf-8");
    assert.match(reply.text, new RegExp(text));
    assert.match(String(reply.headers["content-security-policy"]), /default-src 'none'; script-src 'self'; .*connect-src 'none'/);
  }
});

test("GET /docs/assets is kept for good, pages are asked for again", async () => {
  const asset = await call(`${web.url}/docs/assets/app.Ab12.js`);
  assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(asset.headers["content-type"], "text/javascript; charset=utf-8");
  const page = await call(`${web.url}/docs`);
  assert.equal(page.headers["cache-control"], "public, no-cache");
  const again = await call(`${web.url}/docs`, { headers: { "if-none-match": page.headers.etag ?? "" } });
  assert.equal(again.status, 304);
  const zipped = await call(`${web.url}/docs`, { headers: { "accept-encoding": "gzip" } });
  assert.equal(zipped.headers["content-encoding"], "gzip");
});

test("GET /docs reads nothing outside of the site", async () => {
  const paths = ["/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt", "/docs/assets/..%5c..%5csecret.txt"];
  for (const path of [...paths, "/docs//etc/passwd", "/docs/%00", "/docs/constructor", "/docs/nothing"]) {
    const { status, text } = await call(web.url, { path });
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
    assert.ok(!text.includes("nobody reads this") && !text.includes("root:"), path);
  }
  assert.match((await call(`${web.url}/docs/nothing`)).text, /Not here/);
});

test("GET /docs says how to build what is not built", async () => {
  await using bare = await startTestWeb({ docsFolder: "/nowhere" });
  for (const path of ["/docs", "/docs/errors/bad_json"]) {
    const reply = await call(bare.url + path);
    assert.equal(reply.status, 404);
    assert.match(reply.text, /npm run docs/);
  }
});

test("POST /docs is refused", async () => {
  assert.equal((await call(`${web.url}/docs`, { method: "POST" })).status, 405);
});
