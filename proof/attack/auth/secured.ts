// AD: flows and sessions from before an account was secured, used afterwards.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { until } from "../../../kernel/testing/until.ts";
import { claimsOf, forge } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, landingOf, mailTo } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { basicHeader, type Session, sessionOf, type User } from "../people.ts";
import { appOf, codeFor, exchange, proof } from "./apps.ts";
import { answer, code, enrolled } from "./factors.ts";

type SignedIn = User & { session: Session; bearer: Session["bearer"] };

/** Actions that secure an account, by its owner or an operator. */
const ACTS: Record<string, (pair: Pair, user: SignedIn) => Promise<Reply>> = {
  "a new password": (pair, { bearer }) => pair.auth.put("/user", { password: pair.people.password() }, bearer),
  "a new password by an operator": (pair, { id }) =>
    pair.auth.put(`/admin/users/${id}`, { password: pair.people.password() }, pair.admin),
  "a sign-out everywhere": (pair, { bearer }) => pair.auth.post("/logout", {}, bearer),
  "a sign-out by an operator": (pair, { id }) => pair.auth.delete(`/admin/users/${id}/sessions`, undefined, pair.admin),
  "a ban and its end": async (pair, { id }) => {
    expectVerdict(await pair.auth.put(`/admin/users/${id}`, { ban_duration: "24h" }, pair.admin), "200");
    return pair.auth.put(`/admin/users/${id}`, { ban_duration: "none" }, pair.admin);
  },
};

/** The code from the link in a mail, for the holder of the verifier. */
async function linkCode(pair: Pair, { email }: User, challenge: string): Promise<string> {
  const otpBody = { email, code_challenge: challenge, code_challenge_method: "s256" };
  expectVerdict(await pair.auth.post("/otp", otpBody), "200");
  const { token, type } = await mailTo(pair, email);
  return landingOf(await pair.auth.get(`/verify?${new URLSearchParams({ token, type })}`)).fields.code as string;
}

/** Both replicas of finance give this status within a second, and keep giving it. */
async function expectAtFinance(pair: Pair, headers: { authorization: string }, status: number): Promise<void> {
  const since = performance.now();
  await inParallel(pair.finance.urls.length, (replica) =>
    until(`${status} at finance`, async () => {
      const askedMs = performance.now() - since;
      const reply = await pair.finance.send("/users/me", { headers, replica });
      assert.ok(reply.status === status || askedMs < 1_000, `${reply.status} after a second: ${reply.text}`);
      return reply.status === status;
    }),
  );
}

export const secured: AttackCase[] = [
  attack("AD-01", "codes issued before an account was secured give no tokens", async (pair) => {
    for (const [name, act] of Object.entries(ACTS)) {
      const [app, user] = [await appOf(pair), await pair.people.signedIn()];
      const { verifier, challenge } = proof();
      const [ofLink, ofApp] = [await linkCode(pair, user, challenge), await codeFor(pair, app, user, challenge)];
      const acted = await act(pair, user);
      assert.ok(acted.status < 300, `${name}: ${acted.text}`);
      expectVerdict(await exchange(pair, app, ofApp, verifier), "400 invalid_grant", `${name}, of an app`);
      const redeemed = await pair.auth.post("/token?grant_type=pkce", { auth_code: ofLink, code_verifier: verifier });
      expectVerdict(redeemed, "404 flow_state_not_found", `${name}, of a link`);
    }
    return `${Object.keys(ACTS).length} ways to secure an account`;
  }),
  attack("AD-02", "a code exchanged during a password change or sign-out leaves the app no session", async (pair) => {
    for (const name of ["a new password", "a sign-out everywhere"]) {
      const [app, user] = [await appOf(pair), await pair.people.signedIn()];
      const { verifier, challenge } = proof();
      const codes = await inParallel(10, () => codeFor(pair, app, user, challenge));
      const exchanged = codes.map((each) => exchange(pair, app, each, verifier));
      const acted = await ACTS[name]?.(pair, user);
      assert.ok(acted && acted.status < 300, acted?.text);
      for (const { body } of await Promise.all(exchanged)) {
        const { refresh_token: token = "none" } = body as { refresh_token?: string };
        const refreshBody = { ...app, grant_type: "refresh_token", refresh_token: token };
        expectVerdict(await pair.auth.post("/oauth/token", refreshBody), "400 invalid_grant", name);
      }
    }
  }),
  attack(
    "AD-03",
    "a change of address that was begun at aal1 ends nowhere once there is a factor",
    { auth: { MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" } },
    async (pair) => {
      const owner = await enrolled(pair);
      const thief = await pair.people.signIn(owner);
      const expected = pair.address();
      expectVerdict(await pair.auth.put("/user", { email: expected }, thief.bearer), "200");
      const { token, type, code: typed } = await mailTo(pair, expected);
      const high = sessionOf(await answer(pair, owner, owner.low, code(owner.factor.secret)));
      expectVerdict(await pair.auth.post("/verify", { type, token_hash: token }), "403 otp_expired");
      expectVerdict(await pair.auth.post("/verify", { type, email: expected, token: typed }), "403 otp_expired");
      const user = (await pair.auth.get("/user", high.bearer)).body as { email: string; new_email?: string };
      assert.deepEqual([user.email, user.new_email], [owner.email, undefined]);
    },
  ),
  attack("AD-04", "a factor enrolled at aal1 does not bypass another factor", async (pair) => {
    const owner = await enrolled(pair);
    const thief = await pair.people.signIn(owner);
    const begun = await pair.auth.post("/factors", { factor_type: "webauthn", friendly_name: "thief's" }, thief.bearer);
    expectVerdict(await answer(pair, owner, owner.low, code(owner.factor.secret)), "200");
    const again = await pair.people.signIn(owner);
    const { id } = begun.body as { id: string };
    const firstReply = await pair.auth.post(`/factors/${id}/challenge`, {}, again.bearer);
    const challengeId = (firstReply.body as { id?: string }).id;
    const view = { challenge_id: challengeId, code: "000000", webauthn: { type: "create", credential_response: {} } };
    const reply = await pair.auth.post(`/factors/${id}/verify`, view, again.bearer);
    expectVerdict(reply, "403 insufficient_aal");
    assert.equal(claimsOf(again.access_token).aal, "aal1");
  }),
  attack(
    "AD-05",
    "with a second factor, the password and half a sign-in open nothing at finance",
    { quick: true },
    async (pair) => {
      const owner = await enrolled(pair);
      const password = { authorization: basicHeader(owner.email, owner.password) };
      for (const headers of [password, owner.low.bearer]) await expectAtFinance(pair, headers, 200);
      const high = sessionOf(await answer(pair, owner, owner.low, code(owner.factor.secret)));
      for (const headers of [password, owner.low.bearer, (await pair.people.signIn(owner)).bearer])
        await expectAtFinance(pair, headers, 401);
      const report = (await pair.finance.get("/users/me", password)).body as { error: string };
      assert.match(report.error, /chave de API/);
      const wrong = await pair.finance.get("/users/me", { authorization: basicHeader(owner.email, "a wrong password") });
      assert.deepEqual([wrong.status, wrong.body], [401, { error: "Não autorizado" }]);
      const tokenReply = await pair.finance.post("/api_tokens", { name: "bot", scope: "read" }, high.bearer);
      assert.equal(tokenReply.status, 201, tokenReply.text);
      const { token } = tokenReply.body as { token: string };
      await expectAtFinance(pair, { authorization: basicHeader(owner.email, token) }, 200);
    },
  ),
  attack("AD-06", "user tokens with a longer life than auth issues", { quick: true }, async (pair) => {
    const { session } = await pair.people.signedIn();
    const { jwtSecret } = pair.inside;
    const { iat: issued, ...claims } = claimsOf(session.access_token) as { iat: number; exp: number };
    const years = issued + 315_360_000;
    const created = {
      "ten years": forge({ ...claims, iat: issued, exp: years }, jwtSecret),
      "ten years without iat": forge({ ...claims, exp: years }, jwtSecret),
      "a second too long": forge({ ...claims, iat: issued, exp: claims.exp + 1 }, jwtSecret),
      "of an administrator": forge({ ...claims, iat: issued, exp: years, role: "service_role" }, jwtSecret),
    };
    for (const [what, token] of Object.entries(created)) {
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ["/user", "/admin/users"]) expectVerdict(await pair.auth.get(path, headers), "403 bad_jwt", what);
      assert.equal((await pair.finance.get("/accounts", headers)).status, 401, what);
    }
    const key = forge({ role: "service_role", aud: "authenticated", iat: issued, exp: years }, jwtSecret);
    expectVerdict(await pair.auth.get("/admin/users", { authorization: `Bearer ${key}` }), "200", "a service's key");
  }),
];
