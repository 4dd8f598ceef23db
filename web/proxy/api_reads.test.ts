import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { signedIn, startTestWeb, type TestBrowser } from "../testing.ts";

const web = await startTestWeb();
after(() => web[Symbol.asyncDispose]());

const urlOf = (paths: readonly string[]) =>
  `/api/reads?${new URLSearchParams(paths.map((path): [string, string] => ["path", path]))}`;

/** What each was answered with. */
async function readAll(who: TestBrowser, paths: readonly string[], headers: Record<string, string> = {}) {
  const { status, text } = await who.fetch(urlOf(paths), { headers });
  assert.equal(status, 200, text);
  const lines = text.split("\n");
  assert.equal(lines.length, 2 * paths.length + 1, text);
  return paths.map((_, index) => ({ ...(JSON.parse(lines[2 * index]!) as object), text: lines[2 * index + 1] ?? "" }));
}

const codesOf = (parts: Awaited<ReturnType<typeof readAll>>) =>
  parts.map((part) => ({ ...part, text: (JSON.parse(part.text) as { code?: string }).code }));

test("GET /api/reads answers each read as it would have been answered alone, in the order of the paths", async () => {
  const ana = await signedIn(web, "juntas@example.com");
  await ana.fetch("/api/finance/transactions", { method: "POST", body: { description: "Pão\nde queijo", amount_cents: -750 } });
  const paths = ["/transactions?q=queijo", "/categories", "/accounts", "/tags", "/categories"];
  const alone = await Promise.all(paths.map((path) => ana.fetch(`/api/finance${path}`)));
  assert.deepEqual(
    await readAll(ana, paths),
    alone.map(({ text }) => ({ status: 200, text })),
  );
});

test("GET /api/reads says of each path what is wrong with it, and answers the others", async () => {
  const ana = await signedIn(web, "uma_errada@example.com");
  const wrong = ["/exports?format=csv", "/../../docs", "https://example.com/", "/transactions/999999999"];
  const parts = await readAll(ana, [...wrong, "/accounts"]);
  const unknown = { status: 404, text: "unknown_route" };
  assert.deepEqual(codesOf(parts.slice(0, 4)), [unknown, unknown, unknown, { ...unknown, text: undefined }]);
  assert.deepEqual(parts[4], { status: 200, text: (await ana.fetch("/api/finance/accounts")).text });
  web.finance.clock.advance(11 * 60);
  assert.deepEqual(codesOf(await readAll(ana, ["/exports?format=json", "/exports#x"])), [
    { status: 403, text: "proof_needed" },
    { status: 403, text: "proof_needed" },
  ]);
});

test("GET /api/reads is for our own pages and a session, and takes from one to twelve paths", async () => {
  const ana = await signedIn(web, "limites@example.com");
  const statusOf = async (who: TestBrowser, paths: readonly string[], headers = {}) =>
    (await who.fetch(urlOf(paths), { headers })).status;
  assert.equal(await statusOf(web.browser(), ["/accounts", "/categories"]), 401);
  assert.equal(await statusOf(ana, ["/accounts"], { "sec-fetch-site": "same-site" }), 403);
  assert.equal(await statusOf(ana, []), 400);
  assert.equal(await statusOf(ana, Array<string>(12).fill("/accounts")), 200);
  assert.equal(await statusOf(ana, Array<string>(13).fill("/accounts")), 400);
});

test("GET /api/reads reads of the space that is named, and is compressed for whoever takes it so", async () => {
  const ana = await signedIn(web, "espaco@example.com");
  const alone = await ana.fetch("/api/finance/accounts", { headers: { "x-cofre-space": "999999" } });
  assert.notEqual(alone.status, 200);
  const [part] = await readAll(ana, ["/accounts"], { "x-cofre-space": "999999" });
  assert.equal((part as { status?: number }).status, alone.status);
  const zipped = await ana.fetch(urlOf(["/categories", "/accounts"]), { headers: { "accept-encoding": "gzip" } });
  assert.equal(zipped.headers["content-encoding"], "gzip");
  const plain = await ana.fetch(urlOf(["/categories", "/accounts"]));
  assert.equal(gunzipSync(zipped.bytes ?? "").toString("utf8"), plain.text);
});

test("GET /api/reads says when to try again where finance is away", async () => {
  await using alone = await startTestWeb({ web: { FINANCE_URL: "https://127.0.0.1:9/rest/v2" } });
  const ana = await signedIn(alone, "longe@example.com");
  const away = { status: 503, retry_after: 1, text: "unavailable" };
  assert.deepEqual(codesOf(await readAll(ana, ["/accounts", "/categories"])), [away, away]);
});

test("GET /api/reads ends with what broke off, also in a part that was not its turn, and the service goes on", async () => {
  const breaking = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const isFirst = request.url?.endsWith("/accounts") ?? false;
    response.write("[", () => {
      if (isFirst) first = response;
      else request.socket.destroy();
    });
    // The first is still being read while the second is gone.
    if (!isFirst) request.socket.once("close", () => setImmediate(() => first?.destroy()));
  });
  let first: ServerResponse | undefined;
  await once(breaking.listen(0, "127.0.0.1"), "listening");
  const { port } = breaking.address() as AddressInfo;
  await using alone = await startTestWeb({ web: { FINANCE_URL: `http://127.0.0.1:${port}/rest/v2` } });
  const ana = await signedIn(alone, "pela_metade@example.com");
  await assert.rejects(ana.fetch(urlOf(["/accounts", "/categories"])));
  assert.equal((await ana.fetch("/health")).status, 200);
  breaking.close();
});
