// Every route is also below /auth/v1, where the clients of Supabase look for it when there is no proxy in between.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../kernel/testing/until.ts";
import { ana, codeOf, startWithProviders } from "./external/testing.ts";
import { routes } from "./routes.ts";
import { startTestAuth } from "./testing.ts";

const CLIENT_PATH = "/auth/v1";

test("below /auth/v1 every route answers as at the root, and has the same name in the log", async () => {
  await using auth = await startTestAuth();
  // A process that has just started is not ready while it is busy with itself, and the two answers would be of two moments.
  await until("auth is ready", async () => (await auth.get("/ready")).status === 200);
  for (const { method, path } of routes) {
    const url = path.replace(/:\w+/g, "7c9e6679-7425-40de-944b-e07fc1f90ae7");
    const ask = (prefix: string) => auth.call(prefix + url, { method, headers: { "x-supabase-api-version": "2024-01-01" } });
    const [atRoot, below] = [await ask(""), await ask(CLIENT_PATH)];
    assert.deepEqual([below.status, below.text], [atRoot.status, atRoot.text], `${method} ${path}`);
    const lines = auth.logged.filter(({ message, fields }) => message === "request" && fields.method === method).slice(-2);
    assert.deepEqual(
      lines.map(({ fields }) => fields.route),
      [path, path],
    );
  }
  for (const path of [
    "/auth/v1",
    "/auth/v1/",
    "/auth/v1/nowhere",
    "/auth/v2/health",
    "/auth/v1x/health",
    "/auth/v1/auth/v1/health",
  ])
    assert.equal((await auth.get(path)).status, 404, path);
  const wrong = await auth.call("/auth/v1/token", { method: "DELETE" });
  assert.deepEqual([wrong.status, wrong.headers.allow], [405, "POST"]);
});

test("limits count a client's calls together, whichever way they come", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_VERIFY: "2" });
  const ask = async (prefix: string) => (await auth.post(`${prefix}/verify`, { type: "signup", token_hash: "x" })).status;
  assert.deepEqual([await ask(""), await ask(CLIENT_PATH), await ask(CLIENT_PATH), await ask("")], [403, 403, 429, 429]);
});

test("browsers are let in below the prefix, and pages of a list link to where they were asked for", async () => {
  await using auth = await startTestAuth();
  const preflight = await auth.call("/auth/v1/token", { method: "OPTIONS", headers: { origin: "https://app.example.com" } });
  assert.deepEqual([preflight.status, preflight.headers["access-control-allow-origin"]], [204, "*"]);
  for (const email of ["ana@example.com", "bia@example.com"]) await auth.post("/admin/users", { email }, auth.admin);
  for (const path of ["/admin/users", "/auth/v1/admin/users"]) {
    const { headers } = await auth.get(`${path}?per_page=1`, auth.admin);
    assert.equal(headers.link, `<${path}?page=2&per_page=1>; rel="next", <${path}?page=2&per_page=1>; rel="last"`);
  }
  assert.match((await auth.get("/auth/v1/docs")).text, /<script src="\/auth\/v1\/docs\/scalar\.js">/);
});

test("a sign-in that begins below the prefix ends wherever the provider sends the browser back to", async () => {
  const variables = { API_EXTERNAL_URL: "https://x.example.com/auth/v1", EXTERNAL_GOOGLE_REDIRECT_URI: "" };
  await using auth = await startWithProviders(variables);
  assert.equal(auth.service.world.config.providers.google.redirectUri, "https://x.example.com/auth/v1/callback");
  for (const callback of ["/auth/v1/callback", "/callback"]) {
    const flow = await auth.get("/auth/v1/authorize?provider=google");
    const [cookie = ""] = flow.headers["set-cookie"] ?? [];
    assert.match(cookie, /; Path=\/;/);
    const state = new URL(flow.headers.location as string).searchParams.get("state");
    const back = `${callback}?${new URLSearchParams({ state: state ?? "", code: codeOf(ana) })}`;
    const landed = await auth.get(back, { cookie: cookie.split(";")[0] as string });
    assert.match(landed.headers.location ?? "", /^https:\/\/app\.example\.com\/?#access_token=/, landed.text);
  }
});

test("links in mails begin with the path of API_EXTERNAL_URL, and work there", async () => {
  await using auth = await startTestAuth({ API_EXTERNAL_URL: "https://x.example.com/auth/v1/" });
  await auth.post("/auth/v1/signup", { email: "ana@example.com", password: "correct horse" });
  const [message] = await auth.messages();
  const link = new URL(String(message?.variables.confirmationUrl));
  assert.equal(link.origin + link.pathname, "https://x.example.com/auth/v1/verify");
  const opened = await auth.get(link.pathname + link.search);
  assert.deepEqual([opened.status, opened.headers.location?.includes("#access_token=")], [303, true]);
});

for (const [url, servers] of [
  ["https://auth.example.com", ["https://auth.example.com", "https://auth.example.com/auth/v1"]],
  ["https://x.example.com/auth/v1", ["https://x.example.com/auth/v1"]],
] as const) {
  test(`GET /openapi.json at ${url} tells each operation once, and where all of them are`, async () => {
    await using auth = await startTestAuth({ API_EXTERNAL_URL: url });
    const document = (await auth.get("/openapi.json")).body as { servers: { url: string }[]; paths: Record<string, unknown> };
    assert.deepEqual(
      document.servers.map((server) => server.url),
      servers,
    );
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => path.startsWith(CLIENT_PATH)),
      [],
    );
  });
}
