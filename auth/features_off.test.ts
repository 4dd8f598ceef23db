// What is off unless it is switched on is answered as Supabase Auth answers it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Reply } from "../kernel/testing/client.ts";
import { routes } from "./routes.ts";
import { shareTestAuth } from "./testing.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const auth = shareTestAuth({ MAILER_AUTOCONFIRM: "true" });
let headers: { authorization: string };
before(async () => {
  const { body } = await auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  const { access_token: token } = body as { access_token: string };
  headers = { authorization: `Bearer ${token}` };
});

const verdict = ({ status, body }: Reply) => [status, (body as { error_code?: string }).error_code];

/** Status and code, who has to ask, and what for. */
const OFF: [answer: string, caller: "anyone" | "user" | "admin", calls: string[]][] = [
  [
    "404 feature_disabled",
    "anyone",
    [
      ...["GET /.well-known/oauth-authorization-server", "GET /.well-known/openid-configuration"],
      ...["GET /oauth/authorize?client_id=x", "POST /oauth/authorize", "GET /oauth/userinfo", "POST /oauth/userinfo"],
      ...["POST /oauth/clients/register", "POST /oauth/token", "POST /oauth/revoke", "POST /oauth/introspect"],
      ...["GET /oauth/end_session", "POST /oauth/end_session"],
    ],
  ],
  [
    "404 feature_disabled",
    "user",
    [
      ...["GET /user/oauth/grants", `DELETE /user/oauth/grants?client_id=${ID}`],
      ...[`GET /oauth/authorizations/${ID}`, `POST /oauth/authorizations/${ID}/consent`],
    ],
  ],
  [
    "404 feature_disabled",
    "admin",
    [
      ...["GET /admin/oauth/clients", "POST /admin/oauth/clients", `GET /admin/oauth/clients/${ID}`],
      ...[`PUT /admin/oauth/clients/${ID}`, `DELETE /admin/oauth/clients/${ID}`],
      `POST /admin/oauth/clients/${ID}/regenerate_secret`,
    ],
  ],
];

const BODIES = [
  { body: { provider_id: ID, skip_http_redirect: true } },
  { body: "SAMLResponse=PHg%2B&RelayState=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
  { body: "", headers: { "content-type": "text/plain" } },
];

for (const [answer, caller, calls] of OFF) {
  for (const call of calls) {
    test(`${call} is ${answer} for ${caller}`, async () => {
      const [method = "", path = ""] = call.split(" ");
      const credentials = { anyone: {}, user: headers, admin: auth.admin }[caller];
      for (const prefix of ["", "/auth/v1"]) {
        for (const { body, headers: type } of method === "GET" ? [{ body: undefined }] : BODIES) {
          const reply = await auth.call(prefix + path, { method, body, headers: { ...credentials, ...type } });
          assert.equal(verdict(reply).join(" "), answer, reply.text);
        }
      }
      if (caller === "anyone") return;
      assert.deepEqual(verdict(await auth.call(path, { method })), [401, "no_authorization"]);
      if (caller === "admin") assert.deepEqual(verdict(await auth.call(path, { method, headers })), [403, "not_admin"]);
    });
  }
}

test("POST /token?grant_type=web3 is 422 web3_provider_disabled while no chain is on, whatever the body holds", async () => {
  const json = { "content-type": "application/json" };
  const bodies: { body: unknown; headers?: Record<string, string> }[] = [
    ...BODIES,
    ...[{}, { chain: 5 }, { chain: "bitcoin" }, { chain: "ethereum", message: "x", signature: "0x" }, []].map((body) => ({
      body,
    })),
    ...["{", "null", '{"__proto__":1}', "\xff", `{"message":"${"x".repeat(70_000)}"}`].map((body) => ({ body, headers: json })),
  ];
  for (const { body, headers: type = {} } of bodies) {
    const reply = await auth.call("/token?grant_type=web3", { method: "POST", body, headers: type });
    assert.deepEqual(verdict(reply), [422, "web3_provider_disabled"], reply.text);
  }
  const unread = await auth.post("/token", { chain: "ethereum" });
  assert.deepEqual(verdict(unread), [400, "invalid_credentials"], unread.text);
});

test("a session that is over is told so before the feature is", async () => {
  const signedIn = await auth.post("/token?grant_type=password", { email: "ana@example.com", password: "correct horse" });
  const { access_token: token } = signedIn.body as { access_token: string };
  const signedOut = { authorization: `Bearer ${token}` };
  await auth.post("/logout?scope=local", {}, signedOut);
  assert.deepEqual(verdict(await auth.get("/user/oauth/grants", signedOut)), [403, "session_not_found"]);
});

test("no endpoint is there twice", () => {
  const all = routes.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(all).size, all.length);
});

test("a browser may ask with every method that an endpoint takes", async () => {
  const { headers: allowed } = await auth.call(`/admin/oauth/clients/${ID}`, { method: "OPTIONS" });
  const methods = String(allowed["access-control-allow-methods"]).split(", ");
  for (const { method } of routes) assert.ok(methods.includes(method), method);
});
