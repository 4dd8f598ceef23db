// AP: the OAuth server: attacks by apps, and on them.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { EXTERNAL_URL } from "../settings.ts";

export const CALLBACK = "https://notes.example.com/callback";

export interface App {
  client_id: string;
  client_secret: string;
}

type Fields = Record<string, string>;

export async function appOf(pair: Pair): Promise<App> {
  const reply = await pair.auth.post("/admin/oauth/clients", { client_name: "Notes", redirect_uris: [CALLBACK] }, pair.admin);
  const app = reply.body as App;
  return app;
}

export const proof = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

export function authorize(
  pair: Pair,
  app: App,
  challenge: string,
  changes: Record<string, string | undefined> = {},
): Promise<Reply> {
  const all = {
    ...{ client_id: app.client_id, redirect_uri: CALLBACK, response_type: "code", scope: "email", state: "s" },
    ...{ code_challenge: challenge, code_challenge_method: "S256", prompt: "consent", ...changes },
  };
  const entries = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pair.auth.get(`/oauth/authorize?${new URLSearchParams(entries)}`);
}

export const queryOf = ({ headers }: Reply) => new URL(String(headers.location)).searchParams;

export async function codeFor(
  pair: Pair,
  app: App,
  user: { bearer: Fields },
  challenge: string,
  changes: Fields = {},
): Promise<string> {
  const id = queryOf(await authorize(pair, app, challenge, changes)).get("authorization_id");
  expectVerdict(await pair.auth.get(`/oauth/authorizations/${id}`, user.bearer), "200");
  const reply = await pair.auth.post(`/oauth/authorizations/${id}/consent`, { action: "approve" }, user.bearer);
  const answer = new URL((reply.body as { redirect_url: string }).redirect_url).searchParams;
  assert.equal(answer.get("iss"), EXTERNAL_URL);
  return String(answer.get("code"));
}

const token = (pair: Pair, app: App, fields: Fields): Promise<Reply> =>
  pair.auth.post("/oauth/token", { client_id: app.client_id, client_secret: app.client_secret, ...fields });

export const exchange = (pair: Pair, app: App, code: string, verifier: string, changes: Fields = {}) =>
  token(pair, app, { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: CALLBACK, ...changes });

export interface Tokens {
  access_token: string;
  expires_in: number;
  refresh_token: string;
}

export async function tokensOf(pair: Pair, app: App, user: { bearer: Fields }): Promise<Tokens> {
  const { verifier, challenge } = proof();
  return (await exchange(pair, app, await codeFor(pair, app, user, challenge), verifier)).body as Tokens;
}

export const apps: AttackCase[] = [
  attack("AP-01", "every authorization response names its issuer (mix-up attack)", async (pair) => {
    const [app, { challenge }] = [await appOf(pair), proof()];
    const { issuer } = (await pair.auth.get("/.well-known/oauth-authorization-server")).body as { issuer: string };
    assert.equal(issuer, EXTERNAL_URL);
    const refused = queryOf(await authorize(pair, app, challenge, { response_type: "token" }));
    assert.deepEqual([refused.get("error"), refused.get("iss")], ["unsupported_response_type", issuer]);
  }),
  attack("AP-02", "another app's code is rejected", async (pair) => {
    const [app, other, user] = [await appOf(pair), await appOf(pair), await pair.people.signedIn()];
    const { verifier, challenge } = proof();
    const code = await codeFor(pair, app, user, challenge);
    expectVerdict(await exchange(pair, other, code, verifier), "400 invalid_grant", "by another app");
    expectVerdict(await exchange(pair, app, code, proof().verifier), "400 invalid_grant", "with another verifier");
    expectVerdict(await exchange(pair, app, code, verifier, { redirect_uri: `${CALLBACK}x` }), "400 invalid_grant");
    expectVerdict(await exchange(pair, app, code, verifier), "200", "by whom it is for");
  }),
  attack("AP-03", "no way around the proof key", async (pair) => {
    const [app, user, { challenge }] = [await appOf(pair), await pair.people.signedIn(), proof()];
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: "plain" },
      { code_challenge_method: "s256" },
      { code_challenge: "" },
    ])
      assert.equal(
        queryOf(await authorize(pair, app, challenge, changes)).get("error"),
        "invalid_request",
        JSON.stringify(changes),
      );
    const code = await codeFor(pair, app, user, challenge);
    expectVerdict(await exchange(pair, app, code, ""), "400 invalid_request");
    expectVerdict(await exchange(pair, app, code, challenge), "400 invalid_grant");
  }),
  attack("AP-04", "the response goes only to registered redirect URIs", async (pair) => {
    const [app, { challenge }] = [await appOf(pair), proof()];
    const tricks = [
      ...[`${CALLBACK}/`, `${CALLBACK}?x`, `${CALLBACK}#x`, `${CALLBACK}/../evil`, CALLBACK.toUpperCase(), `${CALLBACK}%00`],
      ...["https://notes.example.com@evil.test/callback", "https://notes.example.com.evil.test/callback", "//evil.test/callback"],
      ...[
        "https://notes.example.com\\@evil.test/callback",
        "javascript:alert(1)//notes.example.com/callback",
        "https:notes.example.com",
      ],
    ];
    for (const uri of tricks) {
      const reply = await authorize(pair, app, challenge, { redirect_uri: uri });
      assert.equal(reply.status, 400, uri);
      assert.equal(reply.headers.location, undefined, uri);
    }
  }),
  attack("AP-05", "an app's tokens work neither as the user's nor for another app", async (pair) => {
    const [app, other, user] = [await appOf(pair), await appOf(pair), await pair.people.signedIn()];
    const { access_token: access, refresh_token: refresh } = await tokensOf(pair, app, user);
    const asBearer = { authorization: `Bearer ${access}` };
    for (const path of ["/user", "/sessions", "/factors/recovery-codes", "/user/oauth/grants", "/admin/users"])
      expectVerdict(await pair.auth.get(path, asBearer), "403 no_authorization", path);
    expectVerdict(
      await pair.auth.post("/token?grant_type=refresh_token", { refresh_token: refresh }),
      "400 refresh_token_not_found",
    );
    const renew = { grant_type: "refresh_token", refresh_token: refresh };
    expectVerdict(await token(pair, other, renew), "400 invalid_grant", "by another app");
    const own = { grant_type: "refresh_token", refresh_token: user.session.refresh_token };
    expectVerdict(await token(pair, app, own), "400 invalid_grant", "the user's own");
    expectVerdict(await token(pair, app, renew), "200");
    const finance = await pair.finance.get("/accounts", { ...asBearer, "user-agent": "attack" });
    assert.equal(finance.status, 401);
  }),
  attack(
    "AP-06",
    "a code and a refresh token are good once over replicas, and end what they gave when they come again",
    async (pair) => {
      const [app, user] = [await appOf(pair), await pair.people.signedIn()];
      const { verifier, challenge } = proof();
      const code = await codeFor(pair, app, user, challenge);
      const replies = await inParallel(20, () => exchange(pair, app, code, verifier));
      assert.deepEqual(tally(replies), { "200": 1, "400 invalid_grant": 19 });
      const good = replies.find(({ status }) => status === 200)?.body as Tokens;
      const renew = (refresh: string) => token(pair, app, { grant_type: "refresh_token", refresh_token: refresh });
      expectVerdict(await renew(good.refresh_token), "400 invalid_grant", "the code was used again");
      const first = await tokensOf(pair, app, user);
      const second = (await renew(first.refresh_token)).body as Tokens;
      const third = (await renew(second.refresh_token)).body as Tokens;
      expectVerdict(await renew(first.refresh_token), "400 invalid_grant");
      expectVerdict(await renew(third.refresh_token), "400 invalid_grant", "its family has ended");
    },
  ),
  attack("AP-07", "nobody else can consent for a user: without a token, from another page, as another user", async (pair) => {
    const [app, user, other] = [await appOf(pair), await pair.people.signedIn(), await pair.people.signedIn()];
    const id = queryOf(await authorize(pair, app, proof().challenge)).get("authorization_id");
    const path = `/oauth/authorizations/${id}`;
    const approve = { action: "approve" };
    expectVerdict(await pair.auth.post(`${path}/consent`, approve), "401 no_authorization");
    expectVerdict(
      await pair.auth.post(`${path}/consent`, approve, user.bearer),
      "404 oauth_authorization_not_found",
      "not looked at",
    );
    expectVerdict(await pair.auth.get(path, { ...user.bearer, origin: "https://evil.test" }), "400 validation_failed");
    const reply = await pair.auth.get(path, user.bearer);
    expectVerdict(reply, "200");
    assert.match(String(reply.headers["content-security-policy"]), /frame-ancestors 'none'/);
    expectVerdict(await pair.auth.post(`${path}/consent`, approve, other.bearer), "404 oauth_authorization_not_found");
    expectVerdict(await pair.auth.post(`${path}/consent`, approve, user.bearer), "200");
    expectVerdict(await pair.auth.post(`${path}/consent`, approve, user.bearer), "400 validation_failed");
  }),
  attack(
    "AP-08",
    "a stolen token opens what it was made for alone, for an hour at most, and nothing after its end",
    async (pair) => {
      const [app, user] = [await appOf(pair), await pair.people.signedIn()];
      const lookUp = ({ access_token: access }: Tokens) =>
        pair.auth.get("/oauth/userinfo", { authorization: `Bearer ${access}` });
      const { verifier, challenge } = proof();
      const code = await codeFor(pair, app, user, challenge, { resource: "https://other.example.com" });
      const bound = (await exchange(pair, app, code, verifier)).body as Tokens;
      expectVerdict(await lookUp(bound), "401 invalid_token", "for another service");
      const elsewhere = { authorization: `Bearer ${bound.access_token}`, "user-agent": "attack" };
      assert.equal((await pair.finance.get("/accounts", elsewhere)).status, 401);
      const stolen = await tokensOf(pair, app, user);
      assert.ok(stolen.expires_in <= 3600, String(stolen.expires_in));
      expectVerdict(await lookUp(stolen), "200");
      const renew = { grant_type: "refresh_token", refresh_token: stolen.refresh_token };
      const alone = await pair.auth.post("/oauth/token", { ...renew, client_id: app.client_id });
      expectVerdict(alone, "401 invalid_client", "without the app's secret");
      const sentAway = await pair.auth.delete(`/user/oauth/grants?client_id=${app.client_id}`, undefined, user.bearer);
      assert.equal(sentAway.status, 204);
      expectVerdict(await lookUp(stolen), "401 invalid_token", "the user has sent the app away");
      expectVerdict(await token(pair, app, renew), "400 invalid_grant");
    },
  ),
  attack(
    "AP-09",
    "the document of an app is asked for at public addresses alone",
    { auth: { OAUTH_SERVER_CLIENT_ID_METADATA_DOCUMENT_ENABLED: "true" } },
    async (pair) => {
      const { trap } = pair.inside.sinks;
      const requests = trap.requests.length;
      const { port } = new URL(trap.url);
      for (const id of [
        ...[`${trap.url}/x`, `https://127.0.0.1:${port}/x`, `https://localhost:${port}/x`, `https://[::1]:${port}/x`],
        ...[`https://[::ffff:127.0.0.1]:${port}/x`, `https://0x7f.1:${port}/x`, "https://169.254.169.254/latest/meta-data"],
        ...["https://10.0.0.1/x", "file:///etc/passwd", "https://evil.test", `http://u:p@127.0.0.1:${port}/x`],
      ]) {
        const reply = await authorize(pair, { client_id: id, client_secret: "" }, proof().challenge);
        expectVerdict(reply, "400 oauth_client_not_found", id);
        assert.equal(reply.headers.location, undefined, id);
      }
      assert.equal(trap.requests.length, requests);
    },
  ),
  attack(
    "AP-20",
    "strangers register apps until no more fit, also on both replicas at once",
    { auth: { OAUTH_SERVER_MAX_DYNAMIC_CLIENTS: "10" } },
    async (pair) => {
      const fields = { client_name: "Editor", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" };
      const register = () => pair.auth.post("/oauth/clients/register", fields);
      const used = (await register()).body as App;
      const user = await pair.people.signedIn();
      const held = await tokensOf(pair, used, user);
      for (let round = 0; round < 3; round++)
        for (const reply of await inParallel(20, register)) assert.ok([201, 429].includes(reply.status), reply.text);
      const honest = await register();
      expectVerdict(honest, "201", "somebody who comes afterwards");
      expectVerdict(await authorize(pair, honest.body as App, proof().challenge), "302");
      const renewed = await token(pair, used, { grant_type: "refresh_token", refresh_token: held.refresh_token });
      expectVerdict(renewed, "200", "an app that somebody uses stays");
      const { count } = await pair.inside.db.one<{ count: number }>(
        sql`select count(*)::int as count from oauth_clients where registration_type <> 'manual'`,
      );
      assert.ok(count <= 12, `${count} apps`);
      return "61 registrations";
    },
  ),
  attack("AP-21", "app names with misleading characters", async (pair) => {
    const names = [
      "Bank\u202Egnp.exe",
      "\u2066Bank\u2069",
      "Ban\u200Bk",
      "Ban\u200Dk",
      "\uFEFFBank",
      "Bank\nApproved",
      "Bank\u2028x",
    ];
    for (const client_name of [...names, "Bank\u0007", "Ba\u00ADnk", "\u3164", "Bank\u{E0041}"]) {
      const body = { client_name, redirect_uris: [CALLBACK] };
      expectVerdict(
        await pair.auth.post("/oauth/clients/register", body),
        "400 invalid_client_metadata",
        JSON.stringify(client_name),
      );
      expectVerdict(await pair.auth.post("/admin/oauth/clients", body, pair.admin), "400 validation_failed");
    }
    // The consent page must say that the app registered itself.
    const app = (await pair.auth.post("/oauth/clients/register", { client_name: "Bank", redirect_uris: [CALLBACK] })).body as App;
    const id = queryOf(await authorize(pair, app, proof().challenge)).get("authorization_id");
    const reply = await pair.auth.get(`/oauth/authorizations/${id}`, (await pair.people.signedIn()).bearer);
    const { client } = reply.body as { client: { registration_type: string; created_at: string } };
    assert.equal(client.registration_type, "dynamic");
    assert.ok(Date.parse(client.created_at) > Date.now() - 600_000, client.created_at);
  }),
];
