// Exports that say things which are not what they look like: text for booleans, providers that are not there, ids that name nobody.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestUser } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import type { Batch } from "./account.ts";
import { type Auth0User, readAuth0 } from "./auth0.ts";
import { type FirebaseUser, readFirebase } from "./firebase.ts";
import { importAccounts } from "./import_accounts.ts";
import { type KeycloakUser, readKeycloak } from "./keycloak.ts";

const NOW = new Date("2026-01-31T12:00:00Z");
let auth: TestAuth;
before(async () => {
  auth = await startTestAuth();
});
after(async () => {
  await auth[Symbol.asyncDispose]();
});

const READERS: Record<string, (users: object[]) => AsyncIterable<Batch>> = {
  auth0: (users) =>
    readAuth0(
      (async function* () {
        yield* users as Auth0User[];
      })(),
      new Map(),
      NOW,
    ),
  firebase: (users) => readFirebase(users as FirebaseUser[], undefined, NOW),
  keycloak: (users) => readKeycloak(users as KeycloakUser[], NOW),
};

async function take(from: string, users: object[]): Promise<string[]> {
  const batches = READERS[from]?.(users) as AsyncIterable<Batch>;
  const { imported, skipped } = await importAccounts({ ...auth.service.world, isDryRun: false }, batches, () => {});
  assert.equal(imported, users.length, JSON.stringify(skipped));
  return skipped.map(({ why }) => why);
}

async function userWith(email: string): Promise<TestUser & { banned_until?: string }> {
  const { body } = await auth.get(`/admin/users?filter=${encodeURIComponent(email)}`, auth.admin);
  const [user] = (body as { users: TestUser[] }).users;
  assert.ok(user, email);
  return user;
}

const NOBODYS = ["true", "false", 1, 0, "", {}, []];
let people = 0;

const FLAGS: [from: string, field: string, describe: (id: string, email: string, value: unknown) => object][] = [
  ["auth0", "email_verified", (id, email, value) => ({ user_id: id, email, email_verified: value })],
  ["firebase", "emailVerified", (localId, email, value) => ({ localId, email, emailVerified: value })],
  ["keycloak", "emailVerified", (id, email, value) => ({ id, email, emailVerified: value })],
];
for (const [from, field, describe] of FLAGS)
  test(`${from}: ${field} counts as true or false alone, and text is a line of the report`, async () => {
    for (const [value, isConfirmed] of [
      [true, true],
      [false, false],
      [undefined, false],
      ...NOBODYS.map((each) => [each, false]),
    ]) {
      const email = `flag${++people}@example.com`;
      const report = await take(from, [describe(`id ${people}`, email, value)]);
      const isOdd = NOBODYS.includes(value as never);
      const line = `taken as unconfirmed, because its ${field} is neither true nor false`;
      assert.deepEqual(report, isOdd ? [line] : [], JSON.stringify(value));
      assert.equal((await userWith(email)).email_confirmed_at !== undefined, isConfirmed, JSON.stringify(value));
    }
  });

const STATES: [from: string, field: string, active: boolean, describe: (id: string, email: string, value: unknown) => object][] =
  [
    ["auth0", "blocked", false, (id, email, value) => ({ user_id: id, email, blocked: value })],
    ["firebase", "disabled", false, (localId, email, value) => ({ localId, email, disabled: value })],
    ["keycloak", "enabled", true, (id, email, value) => ({ id, email, enabled: value })],
  ];
for (const [from, field, active, describe] of STATES)
  test(`${from}: an account whose ${field} is no boolean is taken as banned, and named`, async () => {
    for (const [value, isBanned] of [
      [active, false],
      [!active, true],
      [undefined, false],
      ...NOBODYS.map((each) => [each, true]),
    ]) {
      const email = `state${++people}@example.com`;
      const report = await take(from, [describe(`id ${people}`, email, value)]);
      const line = `taken as banned, because its ${field} is neither true nor false`;
      assert.deepEqual(report, NOBODYS.includes(value as never) ? [line] : [], JSON.stringify(value));
      assert.equal((await userWith(email)).banned_until !== undefined, isBanned, JSON.stringify(value));
    }
  });

test("what an export says of providers in app_metadata is not ours; what else it says stays", async () => {
  const text = { provider: "sso:boss", providers: ["sso:boss", "google"], plan: "gold" };
  await take("auth0", [{ user_id: "auth0|p", email: "providers@example.com", app_metadata: text }]);
  const custom = JSON.stringify(text);
  await take("firebase", [{ localId: "providers", email: "fireproviders@example.com", customAttributes: custom }]);
  for (const email of ["providers@example.com", "fireproviders@example.com"]) {
    const { app_metadata: data } = await userWith(email);
    assert.deepEqual([data.provider, data.providers, data.plan], ["email", ["email"], "gold"], email);
  }
});

test("an identity that names nobody, is reserved, or is somebody else's is dropped with a line, and no provider is named for it", async () => {
  const odd = [undefined, null, 0, -1, 1.5, "", " 7", {}, ["7"], "x".repeat(300)];
  for (const subject of odd) {
    const email = `odd${++people}@example.com`;
    const identities = [
      { provider: "github", user_id: subject },
      { provider: "auth0", user_id: "1" },
    ];
    const report = await take("auth0", [{ user_id: `odd ${people}`, email, identities }]);
    assert.deepEqual(report, ["taken without its identity of github, which names nobody"], JSON.stringify(subject));
    assert.deepEqual((await userWith(email)).app_metadata.providers, ["email"]);
  }
  const firebase = { localId: "odd", email: "oddfire@example.com", providerUserInfo: [{ providerId: "google.com" }] };
  assert.deepEqual(await take("firebase", [firebase]), ["taken without its identity of google.com, which names nobody"]);
  for (const identityProvider of ["email", "phone", "sso:0", "Email"]) {
    const email = `reserved${++people}@example.com`;
    const user = { id: `reserved ${people}`, email, federatedIdentities: [{ identityProvider, userId: "7" }] };
    assert.deepEqual(await take("keycloak", [user]), [`taken without its identity of ${identityProvider}`]);
  }
  // The same account at the provider twice: the first has it.
  const twice = ["one", "two"].map((name) => ({
    user_id: `github|${name}`,
    email: `${name}@example.com`,
    identities: [{ provider: "github", user_id: 77 }],
  }));
  assert.deepEqual(await take("auth0", twice), ["taken without its identity of github, which somebody here has"]);
  assert.deepEqual((await userWith("one@example.com")).app_metadata.providers, ["github"]);
  assert.equal((await userWith("two@example.com")).app_metadata.providers, undefined);
});

test("a password whose hash a sign-in cannot afford stays behind, with a line", async () => {
  const password = (secretData: object, credentialData: object) => [
    { type: "password", secretData: JSON.stringify(secretData), credentialData: JSON.stringify(credentialData) },
  ];
  const bytes = (count: number) => Buffer.alloc(count, 7).toString("base64");
  const argon2 = { version: ["1.3"], type: ["id"], memory: ["1048576"], parallelism: ["1"] };
  const secret = { value: bytes(32), salt: bytes(16) };
  for (const kind of [
    { hashIterations: 1, algorithm: "argon2", additionalParameters: argon2 },
    { hashIterations: 2_000_000, algorithm: "pbkdf2-sha512" },
  ]) {
    const user = { id: `costly ${++people}`, email: `costly${people}@example.com`, credentials: password(secret, kind) };
    assert.deepEqual(await take("keycloak", [user]), [
      "taken without its password, whose hash would take a sign-in longer than it may",
    ]);
  }
});
