// What each door demands of somebody with a second factor: on two replicas of finance, within a second.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bearer as bearerOf, signIn, type TestSession } from "../../auth/account/testing.ts";
import { enroll, enrollPhone, post, sentCode, show, type TestFactor } from "../../auth/factors/testing.ts";
import { ISSUER, makeClient, OAUTH, RESOURCE, renew, tokensFor } from "../../auth/oauth_server/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { basicHeader, startTestFinance, type TestFinance, type TestMember, type TestReplica } from "../testing.ts";

const AGENT = { "user-agent": "Tests (tests@example.com)" };

let finance: TestFinance;
let replica: TestReplica;

before(async () => {
  const phones = { MFA_PHONE_ENROLL_ENABLED: "true", MFA_PHONE_VERIFY_ENABLED: "true" };
  const apps = { ...OAUTH, OAUTH_SERVER_RESOURCES: JSON.stringify({ [RESOURCE]: ["accounts:read"] }) };
  finance = await startTestFinance({ OAUTH_RESOURCE: RESOURCE, OAUTH_ISSUER: ISSUER }, { auth: { ...phones, ...apps } });
  replica = await finance.replica();
});

after(async () => {
  await replica[Symbol.asyncDispose]();
  await finance[Symbol.asyncDispose]();
});

const ask = (server: Pick<TestFinance, "call">, authorization: string, headers: Record<string, string> = {}) =>
  server.call("/users/me", { headers: { ...AGENT, authorization, ...headers } });

/** The status on both replicas; asked twice, so that the second answer comes from memory. */
async function assertStatus(status: number, authorization: string): Promise<void> {
  for (const server of [finance, replica, finance, replica]) {
    const reply = await ask(server, authorization);
    assert.equal(reply.status, status, reply.text);
  }
}

/** Does something and sees that both replicas answer these so within a second of its end. */
async function turnsWithinASecond<T>(authorizations: readonly string[], status: number, act: () => Promise<T>): Promise<T> {
  for (const authorization of authorizations) await assertStatus(status === 200 ? 401 : 200, authorization);
  const done = await act();
  const acted = performance.now();
  await Promise.all(
    authorizations.flatMap((authorization) =>
      [finance, replica].map((server) =>
        until(`${status}`, async () => {
          const elapsedMs = performance.now() - acted;
          const isSo = (await ask(server, authorization)).status === status;
          assert.ok(isSo || elapsedMs < 1_000, "it is as before after a second");
          return isSo;
        }),
      ),
    ),
  );
  for (const authorization of authorizations) await assertStatus(status, authorization);
  return done;
}

/** Their session, with nothing but the password shown. */
const signedIn = ({ email, password }: TestMember) => signIn(finance.auth, { email, password });
const header = (session: TestSession) => bearerOf(session).authorization;

const remove = async (member: TestMember, { id }: Pick<TestFactor, "id">) => {
  const path = `/admin/users/${member.authUserId}/factors/${id}`;
  const reply = await finance.auth.call(path, { method: "DELETE", headers: finance.auth.admin });
  assert.equal(reply.status, 200, reply.text);
};

test("once a factor is verified, neither the password nor an aal1 token opens anything; without it both do again", async () => {
  const ana = await finance.member("ana@example.com");
  const [session, elsewhere] = [await signedIn(ana), await signedIn(ana)];
  const ways = [ana.basic.authorization, header(session), header(elsewhere)];
  const factor = await enroll(finance.auth, session);
  for (const way of ways) await assertStatus(200, way);
  const secured = await turnsWithinASecond(ways, 401, () => show(finance.auth, session, factor));
  await assertStatus(401, header(await signedIn(ana)));
  for (const way of [header(secured), ana.authorization]) await assertStatus(200, way);
  await turnsWithinASecond([ana.basic.authorization], 200, () => remove(ana, factor));
});

test("the password is refused with words, and a wrong one as ever", async () => {
  const bia = await finance.member("bia@example.com");
  const session = await signedIn(bia);
  const low = header(session);
  await turnsWithinASecond([bia.basic.authorization], 401, async () =>
    show(finance.auth, session, await enroll(finance.auth, session)),
  );
  const right = await ask(finance, bia.basic.authorization);
  const { error } = right.body as { error: string };
  assert.deepEqual(Object.keys(right.body as object), ["error"]);
  assert.match(error, /chave de API.+Configurações, Chaves de API.+POST \/api_tokens/);
  assert.match(String(right.headers["www-authenticate"]), /^Basic /);
  const english = await ask(finance, bia.basic.authorization, { "accept-language": "en" });
  assert.match((english.body as { error: string }).error, /API token.+Settings, API tokens.+POST \/api_tokens/);
  const wrong = await ask(finance, basicHeader(bia.email, "wrong"));
  assert.deepEqual([wrong.status, wrong.body], [401, { error: "Não autorizado" }]);
  const stranger = await ask(finance, basicHeader("nobody@example.com", "wrong"));
  assert.deepEqual(
    [stranger.status, stranger.body, stranger.headers["www-authenticate"]],
    [wrong.status, wrong.body, wrong.headers["www-authenticate"]],
  );
  const half = await ask(finance, low);
  assert.equal(
    half.headers["www-authenticate"],
    'Bearer error="insufficient_user_authentication", acr_values="aal2", Basic realm="Cofre", charset="UTF-8"',
  );
  assert.match((half.body as { error: string }).error, /segundo fator/);
});

test("an aal2 token makes the API token that goes in the password's place", async () => {
  const caio = await finance.member("caio@example.com");
  const low = await signedIn(caio);
  const secured = await show(finance.auth, low, await enroll(finance.auth, low));
  const headers = { ...AGENT, ...bearerOf(secured) };
  const tokenReply = await finance.call("/api_tokens", { method: "POST", headers, body: { name: "bot", scope: "write" } });
  assert.equal(tokenReply.status, 201, tokenReply.text);
  await assertStatus(200, basicHeader(caio.email, (tokenReply.body as { token: string }).token));
});

test("whoever has a factor before they first come is not made a user by their password", async () => {
  const credentials = { email: "new@example.com", password: "correct horse" };
  const session = (await finance.auth.post("/signup", credentials)).body as TestSession;
  const secured = await show(finance.auth, session, await enroll(finance.auth, session));
  await assertStatus(401, basicHeader(credentials.email, credentials.password));
  const { users } = await finance.service.world.db.one<{ users: number }>(sql`
    select count(*)::int as users from users where email = ${credentials.email}`);
  assert.equal(users, 0);
  await assertStatus(200, header(secured));
});

test("a phone counts as a factor, one that was never verified does not, and a session that lost its own is aal1", async () => {
  const davi = await finance.member("davi@example.com");
  const session = await signedIn(davi);
  const phone = await enrollPhone(finance.auth, session);
  await assertStatus(200, davi.basic.authorization);
  const challenge = (await post(finance.auth, session, `/factors/${phone}/challenge`)).body as { id: string };
  const answer = { challenge_id: challenge.id, code: await sentCode(finance.auth) };
  const elapsed = await turnsWithinASecond([davi.basic.authorization], 401, () =>
    post(finance.auth, session, `/factors/${phone}/verify`, answer),
  );
  const byPhone = elapsed.body as TestSession;
  const app = await enroll(finance.auth, byPhone);
  const byBoth = await show(finance.auth, byPhone, app);
  // Their token still says aal2.
  await turnsWithinASecond([header(byBoth)], 401, () => remove(davi, app));
  await assertStatus(401, davi.basic.authorization);
});

test("what an app was given before goes on, and so does what it is given with the factor", async () => {
  const eva = await finance.member("eva@example.com");
  const session = await signedIn(eva);
  const client = await makeClient(finance.auth);
  const request = { resource: RESOURCE, scope: "accounts:read" };
  const before = await tokensFor(finance.auth, session, client, request);
  const read = async (token: string) => {
    const headers = { ...AGENT, authorization: `Bearer ${token}` };
    return [(await finance.call("/accounts", { headers })).status, (await replica.call("/accounts", { headers })).status];
  };
  assert.deepEqual(await read(before.access_token), [200, 200]);
  const secured = await turnsWithinASecond([eva.basic.authorization], 401, async () =>
    show(finance.auth, session, await enroll(finance.auth, session)),
  );
  assert.deepEqual(await read(before.access_token), [200, 200]);
  assert.equal((await renew(finance.auth, client, before.refresh_token)).status, 200);
  const since = await tokensFor(finance.auth, secured, client, request);
  assert.deepEqual(await read(since.access_token), [200, 200]);
});

test("the right password is asked about at auth once, not at each request", async () => {
  const gil = await finance.member("gil@example.com");
  const session = await signedIn(gil);
  await turnsWithinASecond([gil.basic.authorization], 401, async () =>
    show(finance.auth, session, await enroll(finance.auth, session)),
  );
  const since = finance.auth.logged.length;
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask(finance, gil.basic.authorization)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]));
  const asks = finance.auth.logged.slice(since).filter(({ fields }) => fields.route === "/service/check_password").length;
  assert.ok(asks < 50, `${asks} of 100 asked auth`);
});

test("a token of a user that lives longer than any that auth makes opens nothing", async () => {
  const hugo = await finance.member("hugo@example.com");
  const token = (await signedIn(hugo)).access_token;
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const { keys } = finance.auth.service.world;
  await assertStatus(200, `Bearer ${keys.sign(claims)}`);
  await assertStatus(401, `Bearer ${keys.sign({ ...claims, exp: claims.exp + 1 })}`);
  await assertStatus(401, `Bearer ${keys.sign({ ...claims, exp: claims.exp + 315_360_000 })}`);
});
