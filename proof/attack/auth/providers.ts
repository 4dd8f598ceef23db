// AX: external providers and their callbacks.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { FAULTS } from "../../../auth/external/testing/desk.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { claimsOf } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, inParallel, landingOf, tally, verdictOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { agree, beginTrip, comeBack, tripOf } from "../provider_trip.ts";
import { AUTOCONFIRM, CLOSED, LINKING, SITE_URL } from "../settings.ts";

let lastSubject = 100_000;
const newSubject = () => String(++lastSubject);

const identitiesOf = async (pair: Pair, id: string) =>
  ((await pair.auth.get(`/admin/users/${id}`, pair.admin)).body as { identities: { provider: string }[] }).identities.map(
    ({ provider }) => provider,
  );

const countUsers = async ({ inside }: Pair) =>
  (await inside.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;

function expectErrorHome(reply: Parameters<typeof landingOf>[0], code?: string): void {
  const { page, fields } = landingOf(reply);
  assert.ok(page.startsWith(SITE_URL), page);
  assert.ok(fields.error_code && !fields.access_token, JSON.stringify(fields));
  if (code) assert.equal(fields.error_code, code);
}

async function unverifiedIsNobodys(pair: Pair): Promise<void> {
  const victim = await pair.people.user();
  const landed = landingOf(await tripOf(pair, "github", { email: victim.email, subject: newSubject(), verified: false }));
  assert.notEqual(landed.fields.access_token && claimsOf(landed.fields.access_token).sub, victim.id);
  assert.deepEqual(await identitiesOf(pair, victim.id), ["email"], "the victim has no new identity");
}

function newVerifier() {
  const verifier = randomBytes(32).toString("base64url");
  return {
    verifier,
    query: { code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "s256" },
  };
}

async function codeByPkce(pair: Pair) {
  const { verifier, query } = newVerifier();
  const reply = await tripOf(pair, "github", { email: pair.address(), subject: newSubject(), verified: true }, { query });
  const { fields } = landingOf(reply);
  assert.ok(fields.code && !fields.access_token, JSON.stringify(fields));
  return { verifier, code: fields.code as string };
}

export const providers: AttackCase[] = [
  attack("AX-01", "a callback without a state, or with one that is not ours", async (pair) => {
    const begun = await beginTrip(pair, "github");
    const back = await agree(pair, begun, { email: pair.address(), subject: newSubject(), verified: true });
    const state = back.get("state") ?? "";
    const changed = (value: string) => new URLSearchParams({ ...Object.fromEntries(back), state: value });
    const tampered = state.slice(0, -2) + (state.endsWith("A") ? "BB" : "AA");
    for (const query of ["", "code=x", changed("")]) expectErrorHome(await comeBack(pair, begun, query), "bad_oauth_callback");
    for (const query of [changed(randomBytes(32).toString("hex")), changed(tampered)])
      expectErrorHome(await comeBack(pair, begun, query), "bad_oauth_state");
    assert.ok(landingOf(await comeBack(pair, begun, back)).fields.access_token, "the true one still works");
  }),
  attack("AX-03", "one state fifty times at once", { also: ["V11"] }, async (pair) => {
    const before = await countUsers(pair);
    const begun = await beginTrip(pair, "github");
    const back = await agree(pair, begun, { email: pair.address(), subject: newSubject(), verified: true });
    const landed = (await inParallel(50, () => comeBack(pair, begun, back))).map(landingOf);
    assert.equal(landed.filter(({ fields }) => fields.access_token).length, 1, "one session");
    assert.equal(await countUsers(pair), before + 1, "one user");
  }),
  attack("AX-04", "a state that another browser began", { quick: true, also: ["V34"] }, async (pair) => {
    const queries: Record<string, string>[] = [{}, { skip_http_redirect: "true" }, newVerifier().query];
    for (const query of queries) {
      const [victim, attacker] = [await beginTrip(pair, "github"), await beginTrip(pair, "github", query)];
      const back = await agree(pair, attacker, { email: pair.address(), subject: newSubject(), verified: true });
      expectErrorHome(await comeBack(pair, { cookie: "" }, back));
      expectErrorHome(await comeBack(pair, victim, back));
    }
  }),
  attack("AX-04a", "a linking URL opened in another browser", LINKING, async (pair) => {
    for (const query of [{}, { skip_http_redirect: "true" }, { skip_http_redirect: "true", ...newVerifier().query }]) {
      const attacker = await pair.people.signedIn();
      const parameters = new URLSearchParams({ provider: "github", ...query });
      const reply = await pair.auth.get(`/user/identities/authorize?${parameters}`, attacker.bearer);
      const url = reply.headers.location ?? (reply.body as { url: string }).url;
      const victim = { email: pair.address(), subject: newSubject(), verified: true };
      const opened = await comeBack(pair, { cookie: "" }, await agree(pair, { provider: "github", url, cookie: "" }, victim));
      if (opened.status !== 200) assert.equal(landingOf(opened).fields.access_token, undefined);
      assert.deepEqual(await identitiesOf(pair, attacker.id), ["email"], "nothing is linked");
      const own = landingOf(await tripOf(pair, "github", victim)).fields.access_token ?? "";
      assert.notEqual(claimsOf(own).sub, attacker.id, "and the victim's identity is still the victim's");
    }
  }),
  attack("AX-06", "a state of one provider with an answer of another", async (pair) => {
    const [mine, other] = [await beginTrip(pair, "github"), await beginTrip(pair, "discord")];
    const back = await agree(pair, other, { email: pair.address(), subject: newSubject(), verified: true });
    const mixed = new URLSearchParams({ code: back.get("code") ?? "", state: new URL(mine.url).searchParams.get("state") ?? "" });
    expectErrorHome(await comeBack(pair, mine, mixed));
    const third = await beginTrip(pair, "keycloak");
    const answer = await agree(pair, third, { email: pair.address(), subject: newSubject(), verified: true });
    answer.set("iss", "https://evil.test");
    expectErrorHome(await comeBack(pair, third, answer));
  }),
  attack("AX-07", "an address that the provider did not verify", { also: ["V03"] }, unverifiedIsNobodys),
  attack("AX-07a", "the same with autoconfirm", AUTOCONFIRM, unverifiedIsNobodys),
  attack("AX-09", "one id at two providers, and a new id with an existing address", async (pair) => {
    const subject = newSubject();
    const come = async (provider: "github" | "discord", person: { email: string; subject: string; verified: boolean }) =>
      claimsOf(landingOf(await tripOf(pair, provider, person)).fields.access_token ?? "..").sub;
    const email = pair.address();
    const one = await come("github", { email, subject, verified: true });
    const two = await come("discord", { email: pair.address(), subject, verified: true });
    assert.ok(one && two && one !== two, "ids of two providers are two people");
    assert.equal(await come("github", { email: pair.address(), subject, verified: true }), one, "the id counts, not the address");
    assert.equal(await come("github", { email, subject: newSubject(), verified: true }), one, "a verified address links");
  }),
  attack("AX-10", "a provider with broken, huge, slow or misleading answers", async (pair) => {
    const before = await countUsers(pair);
    const faults = FAULTS.filter((fault) => fault !== "hang" || pair.options.full);
    for (const at of ["token", "profile"] as const) {
      for (const fault of faults) {
        const began = performance.now();
        const person = { email: pair.address(), subject: newSubject(), verified: true };
        const begun = await beginTrip(pair, "github");
        Object.assign(pair.inside.sinks.oauth, { conduct: { fault, at } });
        const back = await agree(pair, begun, person, { fault, at });
        expectErrorHome(await comeBack(pair, begun, back));
        assert.ok(performance.now() - began < 12_000, `${fault} took ${performance.now() - began} ms`);
      }
    }
    Object.assign(pair.inside.sinks.oauth, { conduct: {} });
    const landed = landingOf(await tripOf(pair, "github", { email: undefined, subject: newSubject(), verified: true }));
    assert.ok(landed.fields.error_code, "nobody without an address");
    assert.equal(await countUsers(pair), before, "no user was created");
    assert.ok(!pair.inside.sinks.oauth.requests.some(({ path }) => path.includes("trap")), "no redirect was followed");
    return `${faults.length} faults at two URLs${pair.options.full ? "" : "; a hanging provider only with --full"}`;
  }),
  attack("AX-12", "PKCE without a verifier, with a wrong one, twice, fifty times", { also: ["V33"] }, async (pair) => {
    const exchange = (body: object) => pair.auth.post("/token?grant_type=pkce", body);
    const { verifier, code } = await codeByPkce(pair);
    expectRefused(await exchange({ auth_code: code }), "no verifier", [400]);
    expectRefused(await exchange({ auth_code: code, code_verifier: "" }), "an empty verifier", [400]);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    for (const wrong of [challenge, `${verifier}x`, newVerifier().verifier])
      assert.equal(verdictOf(await exchange({ auth_code: code, code_verifier: wrong })), "400 bad_code_verifier");
    expectRefused(
      await exchange({ auth_code: randomBytes(16).toString("hex"), code_verifier: verifier }),
      "an unknown code",
      [400, 404],
    );
    const replies = await inParallel(50, () => exchange({ auth_code: code, code_verifier: verifier }));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1, JSON.stringify(tally(replies)));
    expectRefused(await exchange({ auth_code: code, code_verifier: verifier }), "again", [404]);
    for (const query of [
      { code_challenge: "x".repeat(43) },
      { code_challenge_method: "s256" },
      { code_challenge: "short", code_challenge_method: "s256" },
    ])
      expectRefused(
        await pair.auth.get(`/authorize?${new URLSearchParams({ provider: "github", ...query })}`),
        JSON.stringify(query),
        [400],
      );
  }),
  attack("AX-13", "reserved authorization parameters", { also: ["AX-15"] }, async (pair) => {
    const planted = {
      redirect_uri: "https://evil.test/",
      state: "planted",
      CLIENT_ID: "planted",
      response_type: "token",
      Response_Type: "token",
    };
    const scopes = "read&redirect_uri=https://evil.test/\r\nX: y";
    for (const extra of [planted, { scopes }]) {
      const { url } = await beginTrip(pair, "github", extra);
      const query = new URL(url).searchParams;
      assert.ok(!JSON.stringify([...query]).includes("planted"), url);
      assert.equal(query.getAll("redirect_uri").length, 1);
      assert.equal(query.get("redirect_uri"), "https://auth.example.com/callback");
      assert.deepEqual([...query.keys()].filter((key) => key.toLowerCase() === "response_type").length, 1);
      assert.ok(!/[\r\n]/.test(url));
    }
  }),
  attack("AX-16", "a banned user signs in by a provider", async (pair) => {
    const person = { email: pair.address(), subject: newSubject(), verified: true };
    const { fields } = landingOf(await tripOf(pair, "github", person));
    const { sub } = claimsOf(fields.access_token ?? "..");
    await pair.auth.put(`/admin/users/${sub}`, { ban_duration: "24h" }, pair.admin);
    expectErrorHome(await tripOf(pair, "github", person), "user_banned");
  }),
  attack("AX-18", "identity tokens of others, for others, too old, unsigned", { also: ["V02"] }, async (pair) => {
    const { oidc, trap } = pair.inside.sinks;
    const victim = await pair.people.user();
    oidc.person = { ...oidc.person, email: victim.email, verified: true, subject: newSubject() };
    const now = Math.floor(Date.now() / 1000);
    const exchange = (id_token: string, extra: object = {}) =>
      pair.auth.post("/token?grant_type=id_token", { provider: "keycloak", id_token, ...extra });
    const tokens: Record<string, string> = {
      "a foreign issuer": await oidc.idToken("keycloak", { iss: trap.url }),
      "another audience": await oidc.idToken("keycloak", { aud: "somebody-else" }),
      "no issuer": await oidc.idToken("keycloak", { iss: undefined }),
      "no audience": await oidc.idToken("keycloak", { aud: undefined }),
      "no exp": await oidc.idToken("keycloak", { exp: undefined }),
      "no iat": await oidc.idToken("keycloak", { iat: undefined }),
      "no subject": await oidc.idToken("keycloak", { sub: undefined }),
      "too old": await oidc.idToken("keycloak", { exp: now - 3_600, iat: now - 7_200 }),
      "no signature": `${(await oidc.idToken("keycloak")).split(".").slice(0, 2).join(".")}.`,
      "not a token": "x.y.z",
    };
    for (const [what, token] of Object.entries(tokens)) expectRefused(await exchange(token), what, [400]);
    const bound = await oidc.idToken("keycloak", { nonce: createHash("sha256").update("mine").digest("hex") });
    expectRefused(await exchange(bound), "a nonce that is not shown", [400]);
    expectRefused(await exchange(bound, { nonce: "another" }), "another nonce", [400]);
    assert.deepEqual(await identitiesOf(pair, victim.id), ["email"]);
    assert.equal(trap.requests.length, 0, "no key was fetched from where the token says");
    return `${Object.keys(tokens).length + 2} tokens`;
  }),
  attack("V04", "an account pre-registered by an attacker belongs to the address's owner", async (pair) => {
    const email = pair.address();
    const password = pair.people.password();
    await pair.auth.post("/signup", { email, password, data: { planted: "yes" } });
    const { fields } = landingOf(await tripOf(pair, "github", { email, subject: newSubject(), verified: true }));
    const { sub } = claimsOf(fields.access_token ?? "..");
    expectRefused(await pair.auth.post("/token?grant_type=password", { email, password }), "the attacker's password", [400]);
    assert.ok(!(await pair.auth.get(`/admin/users/${sub}`, pair.admin)).text.includes("planted"), "nor is their data there");
  }),
  attack("V18", "with sign-up disabled no endpoint creates a user", CLOSED, async (pair) => {
    const before = await countUsers(pair);
    const email = () => pair.address();
    const calls: [string, object][] = [
      ["/signup", { email: email(), password: pair.people.password() }],
      ["/signup", { phone: pair.phone(), password: pair.people.password() }],
      ["/signup", { data: {} }],
      ["/otp", { email: email() }],
      ["/otp", { phone: pair.phone(), create_user: true }],
      ["/magiclink", { email: email() }],
      ["/token?grant_type=id_token", { provider: "keycloak", id_token: await pair.inside.sinks.oidc.idToken("keycloak") }],
    ];
    for (const [path, body] of calls) {
      const reply = await pair.auth.post(path, body);
      assert.ok(reply.status < 500 && !reply.text.includes("access_token"), `${path}: ${reply.text}`);
    }
    for (const provider of ["github", "keycloak"] as const)
      expectErrorHome(await tripOf(pair, provider, { email: email(), subject: newSubject(), verified: true }));
    assert.equal(await countUsers(pair), before);
  }),
  attack("AX-30", "two people with the provider id 0", async (pair) => {
    const before = await countUsers(pair);
    for (const subject of ["0", "0"])
      expectErrorHome(await tripOf(pair, "github", { email: pair.address(), subject, verified: true }));
    assert.equal(await countUsers(pair), before);
  }),
  attack(
    "AX-31",
    "identity tokens issued to another party, shown twice, with text for verified, with links that run",
    async (pair) => {
      const { oidc } = pair.inside.sinks;
      const victim = await pair.people.user();
      const exchange = (id_token: string, extra: object = {}, replica?: number) =>
        pair.auth.send("/token?grant_type=id_token", {
          ...{ method: "POST", body: { provider: "keycloak", id_token, ...extra } },
          ...(replica !== undefined && { replica }),
        });
      oidc.person = { ...oidc.person, email: victim.email, verified: true, subject: newSubject() };
      for (const azp of ["somebody-else", "", null])
        expectRefused(await exchange(await oidc.idToken("keycloak", { azp })), `azp ${azp}`, [400]);
      for (const email_verified of ["true", 1])
        expectRefused(await exchange(await oidc.idToken("keycloak", { email_verified })), `verified ${email_verified}`, [422]);
      assert.deepEqual(await identitiesOf(pair, victim.id), ["email"]);
      oidc.person = { ...oidc.person, email: pair.address(), subject: newSubject() };
      const nonce = createHash("sha256").update("mine").digest("hex");
      const lies = { nonce, picture: "javascript:alert(1)", website: "data:text/html,x" };
      const token = await oidc.idToken("keycloak", lies);
      const replies = await inParallel(20, (index) => exchange(token, { nonce: "mine" }, index));
      const [good, ...more] = replies.filter(({ status }) => status === 200);
      assert.ok(good && more.length === 0, JSON.stringify(tally(replies)));
      assert.doesNotMatch(good.text, /javascript:|data:text/);
      for (const replica of [0, 1]) expectRefused(await exchange(token, { nonce: "mine" }, replica), "again", [400]);
    },
  ),
];
