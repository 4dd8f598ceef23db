import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { TestSession } from "../account/testing.ts";
import { answer, codeOf } from "../factors/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import type { Batch } from "./account.ts";
import { readAuth0 } from "./auth0.ts";
import { readFirebase } from "./firebase.ts";
import { importAccounts } from "./import_accounts.ts";
import { readKeycloak } from "./keycloak.ts";
import { openSupabase } from "./supabase.ts";
import { SUPABASE_SCHEMA } from "./testing.ts";

const NOW = new Date("2026-01-31T12:00:00Z");
// Made by other programs: libxcrypt, and Firebase's own example.
const BCRYPT = "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2";
const SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const FIREBASE_HASH = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

const take = (auth: TestAuth, batches: AsyncIterable<Batch>, isDryRun = false) =>
  importAccounts({ ...auth.service.world, isDryRun }, batches, () => {});
const signIn = (auth: TestAuth, email: string, password: string) => auth.post("/token?grant_type=password", { email, password });
const users = async (auth: TestAuth) =>
  (await auth.service.world.db.one<{ count: number }>(sql`select count(*) as count from users`)).count;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A row of the source for each user; what is not given is as the old server leaves it. */
async function fillSource(auth: TestAuth, rows: readonly Record<string, unknown>[]) {
  const { db } = auth.service.world;
  const insert = (table: string, row: object) =>
    db.run(
      sql`insert into ${trusted(`supa.${table}`)} select * from jsonb_populate_record(null::${trusted(`supa.${table}`)}, ${row}::jsonb)`,
    );
  for (const [n, { identities = [], factors = [], ...row }] of rows.entries()) {
    const times = { created_at: "2024-05-06T07:08:09Z", updated_at: "2024-05-06T07:08:09Z" };
    const defaults = { id: id(n + 1), aud: "authenticated", role: "authenticated", is_sso_user: false, is_anonymous: false };
    await insert("users", { ...defaults, ...times, raw_app_meta_data: {}, raw_user_meta_data: {}, ...row });
    for (const identity of identities as object[])
      await insert("identities", { id: id(100 + n), user_id: id(n + 1), identity_data: {}, ...times, ...identity });
    for (const [m, factor] of (factors as object[]).entries())
      await insert("mfa_factors", { id: id(200 + 10 * n + m), user_id: id(n + 1), ...times, ...factor });
  }
}

const CONFIRMED = { email_confirmed_at: "2024-05-06T08:00:00Z" };
const SUPABASE_USERS = [
  {
    email: "Ana@Example.com",
    encrypted_password: BCRYPT,
    ...CONFIRMED,
    raw_user_meta_data: { name: "Ana" },
    identities: [{ provider: "email", provider_id: id(1), identity_data: { sub: id(1), email: "ana@example.com" } }],
    factors: [
      { factor_type: "totp", status: "verified", friendly_name: "app", secret: SECRET },
      { factor_type: "totp", status: "unverified", friendly_name: "other", secret: SECRET },
      { factor_type: "webauthn", status: "verified", friendly_name: "key", web_authn_credential: {} },
    ],
  },
  { email: "bob@example.com", encrypted_password: BCRYPT, ...CONFIRMED, banned_until: "infinity" },
  { email: "new@example.com", encrypted_password: BCRYPT },
  {
    email: "eva@example.com",
    ...CONFIRMED,
    identities: [{ provider: "google", provider_id: "42", identity_data: { sub: "42" } }],
  },
  { email: "boss@example.com", encrypted_password: "$md5$nobody", ...CONFIRMED, role: "supabase_admin" },
  { is_anonymous: true },
  { email: "sso@example.com", is_sso_user: true },
  { email: "gone@example.com", deleted_at: "2025-01-01T00:00:00Z" },
  { email: "josé@example.com", encrypted_password: BCRYPT },
  { email: "taken@example.com", encrypted_password: BCRYPT },
];

test("users of Supabase Auth come with passwords, identities, factors and bans, once; what stays behind is named", async () => {
  await using auth = await startTestAuth();
  await auth.service.world.db.onOneConnection(async (db) => {
    for (const statement of SUPABASE_SCHEMA) await db.run(trusted(statement));
  });
  await fillSource(auth, SUPABASE_USERS);
  await auth.post("/admin/users", { email: "taken@example.com", password: "somebody else" }, auth.admin);
  const before = await users(auth);
  await using source = openSupabase(auth.database.url, "supa");
  assert.equal(await source.count(), 10);
  const rehearsed = await take(auth, source.batches(), true);
  assert.deepEqual([rehearsed.imported, await users(auth)], [6, before]);
  const report = await take(auth, source.batches());
  assert.deepEqual(report, rehearsed);
  assert.deepEqual([report.identities, report.factors, report.existing], [5, 1, 0]);
  assert.deepEqual(report.skipped.map(({ id: who, why }) => `${Number(who.slice(-12))} ${why}`).sort(), [
    "1 taken without a factor: a security key is bound to the old server's name",
    "10 somebody here has its address",
    "5 taken without its password, whose hash is of an unknown kind",
    "5 taken without its role supabase_admin",
    "7 it signs in by single sign-on only",
    "8 it is deleted",
    "9 it has no address and no identity, so nobody could sign in",
    "9 its mail address cannot be used",
  ]);
  const ana = await signIn(auth, "ana@example.com", "correct horse");
  assert.equal(ana.status, 200, ana.text);
  const session = ana.body as TestSession;
  assert.deepEqual([session.user.id, session.user.user_metadata], [id(1), { name: "Ana" }]);
  const verified = await answer(auth, session, id(200), codeOf(auth, { secret: SECRET }));
  assert.equal(verified.status, 200, verified.text);
  const code = async (email: string) => ((await signIn(auth, email, "correct horse")).body as { error_code?: string }).error_code;
  assert.deepEqual(await Promise.all(["bob", "new", "boss"].map((name) => code(`${name}@example.com`))), [
    "user_banned",
    "email_not_confirmed",
    "invalid_credentials",
  ]);
  const eva = (await auth.get(`/admin/users/${id(4)}`, auth.admin)).body as TestSession["user"];
  assert.deepEqual(
    [eva.identities.map(({ provider }) => provider), eva.app_metadata],
    [["google"], { provider: "google", providers: ["google"] }],
  );
  const again = await take(auth, source.batches());
  assert.deepEqual([again.imported, again.existing, await users(auth)], [0, 6, before + 6]);
});

test("users of Firebase come with their scrypt passwords, and those of Auth0 with bcrypt from a second file", async () => {
  await using auth = await startTestAuth();
  const hashing = { signerKey: SIGNER_KEY, saltSeparator: "Bw==", rounds: 8, memCost: 14 };
  const firebase = [
    {
      localId: "u1",
      email: "ana@example.com",
      emailVerified: true,
      createdAt: "1700000000000",
      customAttributes: '{"plan":"pro"}',
      passwordHash: FIREBASE_HASH,
      salt: "42xEC+ixf3L2lw==",
      phoneNumber: "+5511999990000",
      providerUserInfo: [
        { providerId: "password", rawId: "ana@example.com" },
        { providerId: "google.com", rawId: "77" },
        { providerId: "yahoo.com", rawId: "78" },
      ],
    },
    { localId: "u2", email: "off@example.com", emailVerified: true, disabled: true },
    { localId: "u3", email: "nul@example.com", displayName: "a\0b" },
    { email: "nobody@example.com" } as never,
  ];
  const report = await take(auth, readFirebase(firebase, hashing, NOW));
  assert.deepEqual([report.imported, report.identities], [2, 4]);
  assert.deepEqual(
    report.skipped.map(({ why }) => why),
    ["taken without its identity of yahoo.com", "it holds characters that PostgreSQL cannot", "it is not what such a file holds"],
  );
  const ana = (await signIn(auth, "ana@example.com", "user1password")).body as TestSession;
  assert.deepEqual(
    [ana.user.phone, ana.user.app_metadata.plan, ana.user.identities.map(({ provider }) => provider).sort()],
    ["5511999990000", "pro", ["email", "google", "phone"]],
  );
  assert.equal((await take(auth, readFirebase(firebase, hashing, NOW))).existing, 2);

  const auth0 = (async function* () {
    yield {
      user_id: "auth0|1",
      email: "Eva@example.com",
      email_verified: true,
      identities: [{ provider: "auth0", user_id: "1" }],
    };
    yield {
      user_id: "github|5",
      email: "git@example.com",
      email_verified: true,
      identities: [{ provider: "github", user_id: 5 }],
    };
  })();
  const second = await take(auth, readAuth0(auth0, new Map([["eva@example.com", BCRYPT]]), NOW));
  assert.deepEqual([second.imported, second.identities, second.skipped], [2, 2, []]);
  assert.equal((await signIn(auth, "eva@example.com", "correct horse")).status, 200);
});

function keycloakUsers() {
  const salt = Buffer.from("0123456789abcdef");
  const value = pbkdf2Sync("correct horse", salt, 27_500, 64, "sha256").toString("base64");
  const password = (secretData: object, credentialData: object) => ({
    type: "password",
    secretData: JSON.stringify(secretData),
    credentialData: JSON.stringify(credentialData),
  });
  const argon2 = { version: ["1.3"], type: ["id"], memory: ["256"], parallelism: ["2"] };
  return [
    {
      id: id(1),
      username: "ana",
      email: "ana@example.com",
      emailVerified: true,
      enabled: true,
      firstName: "Ana",
      lastName: "Lima",
      createdTimestamp: 1_700_000_000_000,
      attributes: { locale: ["pt-BR"] },
      credentials: [
        password({ value, salt: salt.toString("base64") }, { hashIterations: 27_500, algorithm: "pbkdf2-sha256" }),
        {
          id: id(50),
          type: "otp",
          userLabel: "phone",
          secretData: '{"value":"a secret of the realm"}',
          credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
        },
        { type: "webauthn" },
      ],
      federatedIdentities: [{ identityProvider: "github", userId: "9", userName: "ana" }],
    },
    {
      id: id(2),
      email: "bob@example.com",
      emailVerified: true,
      enabled: false,
      credentials: [
        password(
          { value: "bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc=", salt: "c29tZXNhbHQ=" },
          { hashIterations: 2, algorithm: "argon2", additionalParameters: argon2 },
        ),
      ],
    },
  ];
}

test("users of a Keycloak realm come with PBKDF2 and argon2 passwords, hashed anew at the next sign-in, and with their codes", async () => {
  await using auth = await startTestAuth();
  const { imported, factors, skipped } = await take(auth, readKeycloak(keycloakUsers(), NOW));
  assert.deepEqual(
    [imported, factors, skipped.map(({ why }) => why)],
    [2, 1, ["taken without a credential of the type webauthn"]],
  );
  const hashOf = async (n: number) =>
    (await auth.service.world.db.one<{ hash: string }>(sql`select encrypted_password as hash from users where id = ${id(n)}`))
      .hash;
  assert.match(await hashOf(1), /^\$pbkdf2-sha256\$i=27500\$/);
  assert.equal((await signIn(auth, "ana@example.com", "wrong horse")).status, 400);
  const signedIn = await signIn(auth, "ana@example.com", "correct horse");
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.match(await hashOf(1), /^\$argon2id\$/);
  const { user } = signedIn.body as TestSession;
  assert.deepEqual(user.user_metadata, { full_name: "Ana Lima", locale: "pt-BR", preferred_username: "ana" });
  // The base32 of the bytes of the text, as Keycloak shows it to apps.
  const secret = { secret: "MEQHGZLDOJSXIIDPMYQHI2DFEBZGKYLMNU" };
  assert.equal((await answer(auth, signedIn.body as TestSession, id(50), codeOf(auth, secret))).status, 200);
  assert.equal((await signIn(auth, "bob@example.com", "password")).status, 400);
  await auth.call(`/admin/users/${id(2)}`, { method: "PUT", body: { ban_duration: "none" }, headers: auth.admin });
  assert.equal((await signIn(auth, "bob@example.com", "password")).status, 200);
});
