// Behind the gateway of a self-hosted Supabase: it adds a token of the role anon to every request that has none of a user.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../kernel/testing/until.ts";
import { routes } from "./routes.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

/** As the gateway makes it of a publishable key: five years, no subject, no session, no audience. */
function gatewayToken(auth: TestAuth, role: string): { authorization: string } {
  const issuedAt = Math.floor(auth.clock.now().getTime() / 1000) - 86_400;
  const claims = { role, iss: "supabase", iat: issuedAt, exp: issuedAt + 5 * 365 * 86_400 };
  return { authorization: `Bearer ${auth.service.world.keys.sign(claims)}` };
}

test("the gateway's anon token changes the answer of no public endpoint", async () => {
  const variables = { OAUTH_SERVER_ENABLED: "true", PASSKEY_ENABLED: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" };
  await using auth = await startTestAuth(variables);
  await until("auth is ready", async () => (await auth.get("/ready")).status === 200);
  const anon = gatewayToken(auth, "anon");
  for (const { method, path } of routes.filter(({ access, path }) => access === "public" && !path.startsWith("/server"))) {
    const url = path.replace(/:\w+/g, "7c9e6679-7425-40de-944b-e07fc1f90ae7");
    const [without, behind] = await Promise.all([auth.call(url, { method }), auth.call(url, { method, headers: anon })]);
    const codeOf = (body: unknown) => (body as { error_code?: string } | undefined)?.error_code;
    assert.deepEqual([behind.status, codeOf(behind.body)], [without.status, codeOf(without.body)], `${method} ${path}`);
  }
});

test("people sign up, sign in and refresh with the gateway's anon token, and it opens nothing else", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const anon = gatewayToken(auth, "anon");
  const session = (await auth.post("/signup", ana, anon)).body as { refresh_token: string };
  assert.equal((await auth.post("/token?grant_type=password", ana, anon)).status, 200);
  const { refresh_token: token } = session;
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: token }, anon)).status, 200);
  assert.equal((await auth.get("/user", anon)).status, 403);
  assert.equal((await auth.get("/admin/users", anon)).status, 403);
  assert.equal((await auth.get("/admin/users", gatewayToken(auth, "service_role"))).status, 200);
});

test("HEAD /health and HEAD /ready answer like GET, without a body, as health checks of containers ask", async () => {
  await using auth = await startTestAuth();
  await until("auth is ready", async () => (await auth.get("/ready")).status === 200);
  for (const path of ["/health", "/ready", "/auth/v1/health"]) {
    const { status, text } = await auth.call(path, { method: "HEAD" });
    assert.deepEqual([status, text], [200, ""], path);
  }
});

test("what the gateway routes without its prefix is found at the root", async () => {
  await using auth = await startTestAuth({ OAUTH_SERVER_ENABLED: "true" });
  for (const [method, path] of [
    ["GET", "/sso/saml/metadata"],
    ["POST", "/sso/saml/acs"],
    ["GET", "/.well-known/jwks.json"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/openid-configuration"],
    ["GET", "/verify"],
    ["GET", "/callback"],
    ["GET", "/authorize"],
  ] as const) {
    const { body } = await auth.call(path, { method });
    assert.notEqual((body as { error_code?: string } | undefined)?.error_code, "not_found", path);
  }
});
