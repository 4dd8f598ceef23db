// What secures an account ends the codes that are out, for apps and of sign-ins that end elsewhere: nobody comes in by them afterwards.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { until } from "../../kernel/testing/until.ts";
import { bearer, put, signIn, signUp, type TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import {
  authorizeClient,
  errorOf,
  exchange,
  makeClient,
  renew,
  startOauth,
  type TestClient,
  type Tokens,
  VERIFIER,
} from "./testing.ts";

let auth: TestAuth;
let client: TestClient;

before(async () => {
  auth = await startOauth({ RATE_LIMIT_TOKEN_REFRESH: "0", SMTP_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "1000" });
  client = await makeClient(auth);
});

after(() => auth[Symbol.asyncDispose]());

interface Owner {
  email: string;
  password: string;
  session: TestSession;
}

let people = 0;

async function someone(): Promise<Owner> {
  const credentials = { email: `person${++people}@example.com`, password: "correct horse" };
  return { ...credentials, session: await signUp(auth, credentials) };
}

const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** The code with which a browser comes back from the link in a mail. */
async function pkceCode({ email }: Owner): Promise<string> {
  const requestReply = await auth.post("/otp", { email, code_challenge: CHALLENGE, code_challenge_method: "s256" });
  assert.equal(requestReply.status, 200, requestReply.text);
  return new URL(await followLink(email, "magiclink")).searchParams.get("code") as string;
}

async function followLink(email: string, type: string): Promise<string> {
  const link = (await auth.messages()).findLast(({ to }) => to === email)?.variables.tokenHash;
  const reply = await auth.get(`/verify?type=${type}&token=${link}`);
  assert.equal(reply.status, 303, reply.text);
  return String(reply.headers.location);
}

const exchangePkce = (code: string) => auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: VERIFIER });

const ban = async ({ session }: Owner, duration: string): Promise<Reply> =>
  auth.call(`/admin/users/${session.user.id}`, { method: "PUT", body: { ban_duration: duration }, headers: auth.admin });

/** What people and administrators do to secure an account. */
const ACTS: Record<string, (owner: Owner) => Promise<Reply>> = {
  "a new password": ({ session }) => put(auth, session, { password: "battery staple" }),
  "a new password after a recovery": async ({ email }) => {
    assert.equal((await auth.post("/recover", { email })).status, 200);
    const { hash } = new URL(await followLink(email, "recovery"));
    const recovered = { access_token: new URLSearchParams(hash.slice(1)).get("access_token") } as TestSession;
    return put(auth, recovered, { password: "battery staple" });
  },
  "a new password by an administrator": ({ session }) =>
    auth.call(`/admin/users/${session.user.id}`, { method: "PUT", body: { password: "battery staple" }, headers: auth.admin }),
  "a sign-out everywhere": ({ session }) => auth.post("/logout", {}, bearer(session)),
  "a sign-out everywhere else": ({ session }) => auth.post("/logout?scope=others", {}, bearer(session)),
  "a sign-out by an administrator": ({ session }) =>
    auth.call(`/admin/users/${session.user.id}/sessions`, { method: "DELETE", headers: auth.admin }),
  "a ban that is over again": async (owner) => {
    assert.equal((await ban(owner, "24h")).status, 200);
    return ban(owner, "none");
  },
};

for (const [name, act] of Object.entries(ACTS)) {
  test(`${name} ends the codes that are out`, async () => {
    const owner = await someone();
    const pkce = await pkceCode(owner);
    const app = await authorizeClient(auth, owner.session, client);
    const acted = await act(owner);
    assert.ok(acted.status < 300, acted.text);
    assert.equal(errorOf(await exchange(auth, client, app)), "400 invalid_grant");
    assert.equal((await exchangePkce(pkce)).status, 404);
  });
}

test("an app that was sent away gets nothing for its code, and codes of other apps stay good", async () => {
  const { session } = await someone();
  const other = await makeClient(auth);
  const [mine, theirs] = [await authorizeClient(auth, session, client), await authorizeClient(auth, session, other)];
  const path = `/user/oauth/grants?client_id=${client.client_id}`;
  assert.equal((await auth.call(path, { method: "DELETE", headers: bearer(session) })).status, 204);
  assert.equal(errorOf(await exchange(auth, client, mine)), "400 invalid_grant");
  assert.equal((await exchange(auth, other, theirs)).status, 200);
});

test("a sign-out of one session leaves the codes of others, and links that nobody has followed yet", async () => {
  const owner = await someone();
  const elsewhere = await signIn(auth, owner);
  const [pkce, app] = [await pkceCode(owner), await authorizeClient(auth, owner.session, client)];
  assert.equal((await auth.post("/logout?scope=local", {}, bearer(elsewhere))).status, 204);
  assert.equal((await exchange(auth, client, app)).status, 200);
  assert.equal((await exchangePkce(pkce)).status, 200);
  const requestReply = await auth.post("/otp", { email: owner.email, code_challenge: CHALLENGE, code_challenge_method: "s256" });
  assert.equal(requestReply.status, 200, requestReply.text);
  assert.equal((await auth.post("/logout", {}, bearer(owner.session))).status, 204);
  const code = new URL(await followLink(owner.email, "magiclink")).searchParams.get("code") as string;
  assert.equal((await exchangePkce(code)).status, 200);
});

/** Lets calls queue up in this order for a row that is held until all wait. */
async function queued(rows: ReturnType<typeof sql>, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const waiting: Promise<Reply>[] = [];
  await auth.service.world.db.transaction(async (tx) => {
    await tx.run(rows);
    for (const call of calls) {
      waiting.push(call());
      await until(`${waiting.length} calls in line`, async () => {
        const { waiters } = await tx.one<{ waiters: number }>(sql`
          select count(distinct pid)::int as waiters from pg_locks
           where not granted
             and pid in (select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`);
        return waiters === waiting.length;
      });
    }
  });
  return Promise.all(waiting);
}

for (const first of ["the exchange", "the new password"] as const) {
  test(`of an exchange and a new password at once, with ${first} in front, the app has nothing in the end`, async () => {
    const { session } = await someone();
    const code = await authorizeClient(auth, session, client);
    const calls = [() => exchange(auth, client, code), () => put(auth, session, { password: "battery staple" })];
    const rows = sql`select from oauth_authorizations where user_id = ${session.user.id} for update`;
    const replies = await queued(rows, first === "the exchange" ? calls : calls.toReversed());
    const [exchanged, changed] = (first === "the exchange" ? replies : replies.toReversed()) as [Reply, Reply];
    assert.equal(changed.status, 200, changed.text);
    assert.equal(exchanged.status, first === "the exchange" ? 200 : 400, exchanged.text);
    const { refresh_token: token = "none" } = exchanged.body as Partial<Tokens>;
    assert.equal(errorOf(await renew(auth, client, token)), "400 invalid_grant");
  });
}

for (const first of ["the sign-out", "the look"] as const) {
  test(`of a sign-out and a look that gives out a code at once, with ${first} in front, the app has nothing in the end`, async () => {
    const owner = await someone();
    const code = await authorizeClient(auth, owner.session, client);
    assert.equal((await exchange(auth, client, code)).status, 200);
    const again = await signIn(auth, owner);
    const { session } = owner;
    // As calls lock it. A stronger lock would hold up the foreign key of an authorization too, and the look would not be in line for the account.
    const rows = sql`select from users where id = ${session.user.id} for no key update`;
    let newCode: string | undefined;
    const logout = () => auth.post("/logout?scope=others", {}, bearer(again));
    // The consent was remembered, so a look is enough for a code.
    const look = async () => {
      newCode = await authorizeClient(auth, session, client).catch(() => undefined);
      return { status: newCode === undefined ? 403 : 200 } as Reply;
    };
    const replies = await queued(rows, first === "the look" ? [look, logout] : [logout, look]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      first === "the look" ? [200, 204] : [204, 403],
    );
    if (newCode !== undefined) assert.equal(errorOf(await exchange(auth, client, newCode)), "400 invalid_grant");
  });
}

test("sign-outs and exchanges at once leave no session of an app", async () => {
  const owner = await someone();
  const codes = await Promise.all(Array.from({ length: 8 }, () => authorizeClient(auth, owner.session, client)));
  const [, ...replies] = await Promise.all([
    auth.post("/logout", {}, bearer(owner.session)),
    ...codes.map((code) => exchange(auth, client, code)),
  ]);
  for (const { body } of replies) {
    const { refresh_token: token = "none" } = body as Partial<Tokens>;
    assert.equal(errorOf(await renew(auth, client, token)), "400 invalid_grant");
  }
});
