// One table of cases for all providers, through HTTP: what a provider says, does or breaks, and what becomes of who signs in.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { PROVIDERS, type Provider } from "../config.ts";
import { FAULTS, type Fault } from "./testing/desk.ts";
import { type Ending, type OutsideWorld, startOutsideWorld, verifiedBy } from "./testing/outside_world.ts";
import { ANA } from "./testing/stand_in.ts";

const SITE = "https://app.example.com/";
const EXCHANGE = "Unable to exchange external code";
const PROFILE = "Error getting user profile from external provider";
const addressOf = (provider: Provider) => `${provider}@example.com`;
const vouching = PROVIDERS.filter((provider) => verifiedBy(provider) !== "never");
const doubting = PROVIDERS.filter((provider) => verifiedBy(provider) !== "always");

test("somebody who comes first gets an account, and the second time the same one, by each provider that vouches", async (t) => {
  await using world = await startOutsideWorld();
  for (const provider of vouching) {
    await t.test(provider, async () => {
      world.set({ email: addressOf(provider), verified: true });
      const first = await world.signIn(provider);
      assertSignedIn(first, provider);
      const user = await userOf(world, first);
      assert.equal(user.email, addressOf(provider));
      assert.ok(user.email_confirmed_at);
      assert.deepEqual(user.app_metadata, { provider, providers: [provider] });
      const [identity, ...others] = user.identities;
      assert.deepEqual([identity?.provider, identity?.id, others], [provider, ANA.subject, []]);
      assertDescribed(identity?.identity_data, provider);
      assert.deepEqual(user.user_metadata, identity?.identity_data);

      world.set({ name: "Ana Sousa", email: "moved@example.com" });
      const second = await world.signIn(provider);
      assertSignedIn(second, provider);
      const same = await userOf(world, second);
      assert.deepEqual([same.id, same.email, same.identities.length], [user.id, addressOf(provider), 1]);
      assert.equal(same.identities[0]?.identity_data.email, "moved@example.com");
      assert.notEqual(second.fragment.access_token, first.fragment.access_token);
      world.set({ name: ANA.name });
    });
  }
  assert.equal(await countUsers(world), vouching.length, "one person at several providers has the same id there");
  assert.deepEqual(world.refusals(), []);
  await world.assertNothingKept();
});

test("an address that the provider does not vouch for lets nobody in, and takes nobody's account", async (t) => {
  await using world = await startOutsideWorld();
  const owner = await createUser(world, "owner@example.com");
  for (const provider of doubting) {
    await t.test(provider, async () => {
      for (const email of [addressOf(provider), "owner@example.com"]) {
        world.set({ email, verified: false, subject: `${ANA.subject}${email.length}` });
        const ending = await world.signIn(provider);
        assertRefused(ending, "access_denied", "provider_email_needs_verification");
      }
      assert.equal((await userById(world, owner.id)).identities.length, owner.identities.length);
    });
  }
  assert.deepEqual(world.refusals(), []);
});

test("with MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS they come in, without the address", async (t) => {
  await using world = await startOutsideWorld({ MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: "true" });
  for (const provider of doubting) {
    await t.test(provider, async () => {
      world.set({ email: addressOf(provider), verified: false });
      const ending = await world.signIn(provider);
      assertSignedIn(ending, provider);
      const user = await userOf(world, ending);
      assert.deepEqual([user.email, user.email_confirmed_at], ["", undefined]);
      assert.equal(user.identities[0]?.identity_data.email_verified, false);
    });
  }
});

test("somebody without an address is refused, unless EXTERNAL_<P>_EMAIL_OPTIONAL", async (t) => {
  await using world = await startOutsideWorld();
  const optional = PROVIDERS.map((provider) => [`EXTERNAL_${provider.toUpperCase()}_EMAIL_OPTIONAL`, "true"]);
  await using lenient = await startOutsideWorld(Object.fromEntries(optional));
  for (const each of [world, lenient]) each.set({ email: undefined });
  for (const provider of PROVIDERS) {
    await t.test(provider, async () => {
      const refusal = await world.signIn(provider);
      assertRefused(refusal, "server_error", "unexpected_failure", "Error getting user email from external provider");
      const ending = await lenient.signIn(provider);
      assertSignedIn(ending, provider);
      const { email, identities } = await userOf(lenient, ending);
      assert.deepEqual([email, identities[0]?.identity_data.email], ["", undefined]);
    });
  }
  assert.deepEqual([await countUsers(world), await countUsers(lenient)], [0, PROVIDERS.length]);
});

test("who has a confirmed account with the verified address enters that one", async (t) => {
  await using world = await startOutsideWorld();
  const owner = await createUser(world, "owner@example.com");
  for (const [index, provider] of vouching.entries()) {
    await t.test(provider, async () => {
      world.auth.clock.advance(1);
      world.set({ email: "Owner@Example.com", verified: true });
      const ending = await world.signIn(provider);
      assertSignedIn(ending, provider);
      const user = await userOf(world, ending);
      assert.equal(user.id, owner.id);
      assert.deepEqual(user.app_metadata.providers, ["email", ...vouching.slice(0, index + 1)]);
      assert.equal(user.identities.length, index + 2);
    });
  }
  assert.equal(await countUsers(world), 1);
});

test("somebody who says no at the provider comes back with that word, and nothing is kept of them", async () => {
  await using world = await startOutsideWorld();
  world.set({}, { denies: true });
  for (const provider of PROVIDERS) {
    const { status, page, query, fragment } = await world.signIn(provider);
    const error = provider === "apple" ? "user_cancelled_authorize" : "access_denied";
    assert.deepEqual([status, page, query.error, fragment.error], [302, SITE, error, error], provider);
    assert.equal(fragment.access_token, undefined);
  }
  assert.equal(await countUsers(world), 0);
});

test("a provider that is broken or misleading ends in an error at the application, and makes no user", async (t) => {
  await using world = await startOutsideWorld();
  for (const fault of FAULTS.filter((each) => each !== "hang")) {
    await t.test(fault, () => assertFails(world, fault));
  }
});

test("a provider that hangs ends in an error at the application after INTERNAL_HTTP_TIMEOUT", async () => {
  await using world = await startOutsideWorld({ INTERNAL_HTTP_TIMEOUT: "2" });
  const start = performance.now();
  await assertFails(world, "hang");
  // Two rounds of two seconds; by default it would be two of nine.
  assert.ok(performance.now() - start < 15_000);
});

test("a state is good once, for one provider's visit, and only as it was given", async () => {
  await using world = await startOutsideWorld();
  for (const provider of vouching) {
    world.set({ email: addressOf(provider), verified: true });
    const trip = await world.begin(provider);
    const other = await world.begin(provider);
    const wrong = new URLSearchParams(trip.back);
    wrong.set("state", `${wrong.get("state")}x`);
    for (const attempt of [
      { ...trip, back: wrong },
      { ...trip, cookie: "" },
      { ...trip, cookie: other.cookie },
    ]) {
      assertStateRefused(await world.comeBack(attempt));
    }
    assert.equal(await countIdentities(world, provider), 0, provider);
    assertSignedIn(await world.comeBack(trip), provider);
    assertStateRefused(await world.comeBack(trip));
    assert.equal(await countIdentities(world, provider), 1, provider);
  }
  assert.equal(await countUsers(world), vouching.length);
});

test("with PKCE the browser brings a code only, and whoever has the verifier gets the session with the provider's token", async () => {
  await using world = await startOutsideWorld();
  const verifier = "a-verifier-that-is-long-enough-for-the-standard-0123456789";
  const challenge = { code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "s256" };
  for (const provider of vouching) {
    world.set({ email: addressOf(provider), verified: true });
    const { status, page, query, fragment } = await world.signIn(provider, challenge);
    assert.deepEqual([status, page, Object.keys(query), fragment], [302, SITE, ["code"], {}], provider);
    await world.assertNothingKept();
    const redeem = (code_verifier: string) => world.auth.post("/token?grant_type=pkce", { auth_code: query.code, code_verifier });
    assert.equal((await redeem(`${verifier}x`)).status, 400, provider);
    const { status: redeemed, body } = await redeem(verifier);
    const session = body as { access_token: string; provider_token: string; user: TestUser };
    assert.deepEqual([redeemed, session.user.email], [200, addressOf(provider)], provider);
    assert.match(session.provider_token, /^access-/);
    assert.notEqual((await redeem(verifier)).status, 200);
  }
  assert.deepEqual(world.refusals(), []);
});

async function assertFails(world: OutsideWorld, fault: Fault): Promise<void> {
  const { logged } = world.auth;
  const linesAtStart = logged.length;
  for (const at of ["token", "profile"] as const) {
    world.set({}, { fault, at });
    // WorkOS describes the person with the token.
    const providers = PROVIDERS.filter((provider) => at === "token" || provider !== "workos");
    const endings = await Promise.all(providers.map(async (provider) => [provider, await world.signIn(provider)] as const));
    for (const [provider, ending] of endings) {
      assertRefused(ending, "server_error", "unexpected_failure");
      // Keys that do not come are waited for as long as all else together, so that nobody can tell any more who was slow.
      const reasons = at === "token" ? [EXCHANGE] : fault === "hang" ? [PROFILE, EXCHANGE] : [PROFILE];
      assert.ok(reasons.includes(ending.query.error_description as string), `${provider}: ${ending.query.error_description}`);
    }
  }
  assert.equal(await countUsers(world), 0);
  assert.deepEqual(world.refusals(), [], "a redirect was followed");
  await world.assertNothingKept();
  const lines = logged.slice(linesAtStart).map(({ level, message }) => `${level}: ${message}`);
  assert.ok(lines.includes("warn: an external provider failed"));
  assert.ok(!lines.some((line) => line.startsWith("error")), lines.join());
}

function assertSignedIn({ status, page, query, fragment }: Ending, provider: Provider): void {
  assert.deepEqual([status, page, query], [302, SITE, {}], `${provider}: ${JSON.stringify(query)}`);
  const { access_token, refresh_token, provider_token, provider_refresh_token, ...rest } = fragment;
  assert.ok(access_token && refresh_token);
  assert.match(provider_token ?? "", /^access-/);
  assert.match(provider_refresh_token ?? "refresh-", /^refresh-/);
  assert.deepEqual(Object.keys(rest).sort(), ["expires_at", "expires_in", "provider", "sb", "token_type"]);
  assert.deepEqual([rest.provider, rest.token_type, rest.expires_in], [provider, "bearer", "3600"]);
}

/** The same in the query and in the fragment, which is marked as ours, and nothing else. */
function assertRefused({ status, page, query, fragment }: Ending, error: string, code: string, message?: string): void {
  assert.deepEqual([status, page], [302, SITE]);
  assert.deepEqual(fragment, { ...query, sb: "" });
  assert.deepEqual(Object.keys(query).sort(), ["error", "error_code", "error_description"]);
  assert.deepEqual([query.error, query.error_code], [error, code], query.error_description);
  if (message) assert.equal(query.error_description, message);
}

function assertStateRefused({ status, page, query, fragment }: Ending): void {
  assert.deepEqual([status, page, query.error_code, fragment.access_token], [303, SITE, "bad_oauth_state", undefined]);
}

/** What everybody's identity holds. */
function assertDescribed(data: Record<string, unknown> | undefined, provider: Provider): void {
  const { sub, provider_id, email, email_verified, phone_verified, iss, name, full_name, picture, avatar_url } = data ?? {};
  assert.deepEqual(
    { sub, provider_id, email, email_verified, phone_verified },
    { sub: ANA.subject, provider_id: ANA.subject, email: addressOf(provider), email_verified: true, phone_verified: false },
  );
  assert.match(String(iss), /^http:\/\/127\.0\.0\.1:\d+\//);
  const names: Partial<Record<Provider, string>> = { discord: "ana#0", twitch: "ana" };
  assert.deepEqual(
    [name, full_name],
    [names[provider] ?? ANA.name, provider === "discord" ? "ana" : (names[provider] ?? ANA.name)],
  );
  assert.equal(picture, avatar_url);
  const hasNone: readonly Provider[] = ["apple", "azure", "fly", "workos"];
  if (hasNone.includes(provider)) assert.equal(picture, undefined);
  else
    assert.equal(
      picture,
      provider === "discord" ? `https://cdn.discordapp.com/avatars/${sub}/a_0123456789abcdef.gif` : ANA.picture,
    );
}

interface TestUser {
  id: string;
  email: string;
  email_confirmed_at?: string;
  app_metadata: { provider: string; providers: string[] };
  user_metadata: Record<string, unknown>;
  identities: { provider: string; id: string; identity_data: Record<string, unknown> }[];
}

async function userOf({ auth }: OutsideWorld, { fragment }: Ending): Promise<TestUser> {
  const { status, body } = await auth.get("/user", { authorization: `Bearer ${fragment.access_token}` });
  assert.equal(status, 200);
  return body as TestUser;
}

async function userById({ auth }: OutsideWorld, id: string): Promise<TestUser> {
  return (await auth.get(`/admin/users/${id}`, auth.admin)).body as TestUser;
}

async function createUser(world: OutsideWorld, email: string): Promise<TestUser> {
  const { body } = await world.auth.post("/admin/users", { email, email_confirm: true }, world.auth.admin);
  return userById(world, (body as TestUser).id);
}

async function countUsers({ auth }: OutsideWorld): Promise<number> {
  return (await auth.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;
}

async function countIdentities({ auth }: OutsideWorld, provider: Provider): Promise<number> {
  const query = sql`select count(*)::int as count from identities where provider = ${provider}`;
  return (await auth.service.world.db.one<{ count: number }>(query)).count;
}
