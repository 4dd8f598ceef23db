import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { bearer, type TestSession } from "../account/testing.ts";
import { answer, codeOf } from "../factors/testing.ts";
import { startIdp } from "../sso/testing.ts";
import { openAdoption, openAdoptionDatabase, schemasOf } from "./adopt.ts";
import { compareSchemas, isInStep } from "./mend.ts";
import type { Schemas } from "./mirror.ts";
import { rehearsalOf } from "./rehearsal.ts";
import { DECRYPTION_KEYS, encrypted, HASH, id, insert, literal, SECRET, session, token, user } from "./testing/gotrue_rows.ts";
import { type AdoptedAuth, startAdopted } from "./testing.ts";

const refresh = (auth: AdoptedAuth, refreshToken: string) =>
  auth.post("/token?grant_type=refresh_token", { refresh_token: refreshToken });

/** As that server writes it: version, session, counter, MAC, checksum. */
function derived(sessionId: string, counter: number, key: Buffer): string {
  const body = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(sessionId.replaceAll("-", ""), "hex"),
    Buffer.from([(counter & 0x7f) | 0x80, counter >> 7]),
  ]);
  const signed = Buffer.concat([body, createHmac("sha256", key).update(body).digest().subarray(0, 16)]);
  return Buffer.concat([signed, createHash("sha256").update(signed).digest().subarray(0, 4)]).toString("base64url");
}

const KEY = randomBytes(32);
await using idp = await startIdp(async () => "");
const APP_SECRET = "a secret of an app that nobody guesses";

const BEFORE = [
  user(1, "ana@example.com", { last_sign_in_at: "2026-01-30" }),
  user(2, "bob@example.com", { banned_until: "infinity" }),
  user(3, null, { is_anonymous: true, encrypted_password: "", email_confirmed_at: null }),
  user(4, "josé@example.com", { encrypted_password: "$md5$nobody" }),
  user(5, "sealed@example.com").replace(literal(HASH), literal(encrypted(HASH, id(5)))),
  user(6, "Twice@example.com", { encrypted_password: null }),
  user(7, "twice@example.com"),
  user(8, "boss@corp.example", { is_sso_user: true, encrypted_password: null }).replace("'email'", `'sso:${id(90)}'`),
  insert("mfa_factors", {
    id: id(20),
    user_id: id(1),
    friendly_name: "app",
    factor_type: "totp",
    status: "verified",
    created_at: "2025-01-01",
    updated_at: "2025-01-01",
    secret: SECRET,
  }),
  insert("mfa_factors", {
    id: id(21),
    user_id: id(5),
    friendly_name: "app",
    factor_type: "totp",
    status: "verified",
    created_at: "2025-01-01",
    updated_at: "2025-01-01",
    secret: encrypted(SECRET, id(21)),
  }),
  insert("mfa_factors", {
    id: id(22),
    user_id: id(1),
    friendly_name: "begun",
    factor_type: "totp",
    status: "unverified",
    created_at: "2025-01-01",
    updated_at: "2025-01-01",
    secret: SECRET,
  }),
  insert("mfa_factors", {
    id: id(23),
    user_id: id(5),
    friendly_name: "key",
    factor_type: "webauthn",
    status: "verified",
    created_at: "2025-01-01",
    updated_at: "2025-01-01",
    secret: "",
    web_authn_credential: {
      id: "AQID+/8=",
      publicKey: "BAUG",
      transport: ["usb"],
      flags: { backupEligible: true, backupState: false },
      authenticator: { AAGUID: "AAAAAAAAAAAAAAAAAAAAAA==", signCount: 3 },
    },
  }),
  session(30, id(1)),
  token("olderparent0", id(30), { revoked: true }),
  token("parent000000", id(30), { revoked: true, parent: "olderparent0" }),
  token("newest000000", id(30), { parent: "parent000000" }),
  session(31, id(1)),
  token("signedout000", id(31), { revoked: true }),
  session(32, id(1), { refresh_token_hmac_key: KEY.toString("base64url"), refresh_token_counter: 300 }),
  session(33, id(5), { refresh_token_hmac_key: encrypted(KEY.toString("base64url"), id(33)), refresh_token_counter: 300 }),
  session(34, id(7), { not_after: "2020-01-01" }),
  token("toolate00000", id(34)),
  token("ofnosession0", null),
  insert("one_time_tokens", {
    id: id(40),
    user_id: id(1),
    token_type: "recovery_token",
    token_hash: "x",
    relates_to: "ana@example.com",
  }),
  insert("oauth_clients", {
    id: id(50),
    client_secret_hash: createHash("sha256").update(APP_SECRET).digest("base64url"),
    registration_type: "manual",
    redirect_uris: "https://app.example/a,https://app.example/b",
    grant_types: "authorization_code,refresh_token",
    client_name: "App",
    token_endpoint_auth_method: "client_secret_basic",
  }),
  insert("oauth_clients", {
    id: id(51),
    client_type: "public",
    registration_type: "dynamic",
    redirect_uris: "https://gone.example/",
    grant_types: "authorization_code",
    token_endpoint_auth_method: "none",
    deleted_at: "2025-01-01",
  }),
  session(35, id(1), { oauth_client_id: id(50) }),
  token("ofanapp00000", id(35)),
  insert("oauth_consents", { id: id(52), user_id: id(1), client_id: id(50), scopes: "openid email" }),
  insert("webauthn_credentials", {
    user_id: id(1),
    credential_id: "\\xfbff01",
    public_key: "\\x0102",
    transports: ["internal"],
    friendly_name: "laptop",
  }),
  insert("custom_oauth_providers", { id: id(95), identifier: "custom:git", name: "Git" }),
  insert("sso_providers", { id: id(90), resource_id: "corp", created_at: "2025-01-01" }),
  insert("saml_providers", { id: id(91), sso_provider_id: id(90), entity_id: idp.entityId, metadata_xml: idp.metadata }),
  insert("sso_domains", { id: id(92), sso_provider_id: id(90), domain: "Corp.example" }),
  insert("sso_providers", { id: id(93), created_at: "2025-01-01" }),
  insert("saml_providers", {
    id: id(94),
    sso_provider_id: id(93),
    entity_id: "https://broken.example",
    metadata_xml: "<nothing/>",
  }),
].join("\n");

const NO_DIFFERENCE = {
  ...{ compared: 0, onlyHere: 0, onlyThere: 0, differ: 0, identities: 0, factors: 0 },
  ...{ sessions: 0, refused: 0, ids: 0, refusedIds: 0 },
};

const VARIABLES = { ...DECRYPTION_KEYS, SAML_ENABLED: "false", OAUTH_SERVER_ENABLED: "true" };

test("everything of a Supabase Auth is taken; what is not is counted and named; nobody is signed out", async () => {
  await using auth = await startAdopted(BEFORE, { variables: VARIABLES });
  const report = auth.logged.find(({ message }) => message === "the schema was adopted")?.fields;
  assert.deepEqual(report, { users: 7, identities: 6, sessions: 3, apps: 1, consents: 1, passkeys: 1, factors: 3, providers: 1 });
  const left = auth.logged
    .filter(({ message }) => message?.startsWith("not adopted"))
    .map(({ message, fields }) => `${fields.count} ${message?.slice("not adopted: ".length).split(":")[0]}`);
  assert.deepEqual(left.sort(), [
    "1 an SSO provider",
    "1 custom providers",
    "1 hashes of passwords that nobody can verify",
    "1 links and codes that are out",
    "1 refresh tokens that belong to no session",
    "1 second factors that were never verified",
    "1 sessions of apps",
    "1 somebody else has the same address or number",
  ]);
  const signIn = (email: string) => auth.post("/token?grant_type=password", { email, password: "correct horse" });
  const ana = (await signIn("ana@example.com")).body as TestSession;
  assert.equal((await answer(auth, ana, id(20), codeOf(auth, { secret: SECRET }))).status, 200);
  const sealed = (await signIn("sealed@example.com")).body as TestSession;
  assert.equal((await answer(auth, sealed, id(21), codeOf(auth, { secret: SECRET }))).status, 200);
  assert.equal(((await signIn("bob@example.com")).body as { error_code: string }).error_code, "user_banned");
  assert.equal((await signIn("josé@example.com")).status, 400);
  assert.deepEqual(
    await auth.sql("select id, name, redirect_uris, encode(secret_hash, 'hex') as hash from cofre_auth.oauth_clients"),
    [
      {
        id: id(50),
        name: "App",
        redirect_uris: ["https://app.example/a", "https://app.example/b"],
        hash: createHash("sha256").update(APP_SECRET).digest("hex"),
      },
    ],
  );
  assert.deepEqual(await auth.sql("select credential_id, public_key, transports from cofre_auth.passkeys"), [
    { credential_id: "-_8B", public_key: "AQI", transports: ["internal"] },
  ]);
  assert.deepEqual(
    await auth.sql(
      "select credential ->> 'id' as id, credential ->> 'counter' as counter from cofre_auth.factors where credential is not null",
    ),
    [{ id: "AQID-_8", counter: "3" }],
  );
  assert.deepEqual(
    await auth.sql(
      "select p.resource_id, d.domain from cofre_auth.sso_providers p join cofre_auth.sso_domains d on d.provider_id = p.id",
    ),
    [{ resource_id: "corp", domain: "corp.example" }],
  );
});

test("a rehearsal counts what a copy takes, but for SAML providers, which it does not open", async () => {
  await using auth = await startAdopted(BEFORE, { variables: VARIABLES });
  const { config } = auth.service.world;
  await using opened = openAdoptionDatabase({ ...config, dbNamespace: "auth" });
  assert.match(
    (await rehearsalOf(opened.db, "auth", { dbDecryptionKeys: undefined }))[1] as string,
    /, 1 passwords that no key of /,
  );
  assert.deepEqual(await rehearsalOf(opened.db, "auth", config), [
    "To take: 7 users, 6 identities, 3 verified factors, 1 passkeys, 3 live sessions, 1 OAuth clients, 1 consents, 2 SAML providers.",
    "To leave: 1 users whose address differs from another's in its case only, 1 open links and codes, 1 unverified factors, 1 sessions of OAuth clients, 1 refresh tokens without a session, 1 custom providers, 1 passwords of an unknown kind, 0 passwords that no key of AUTHSVC_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS opens.",
  ]);
});

test("a refresh token of before is exchanged for one of ours, by many at once for the same; reuse later ends the session", async () => {
  await using auth = await startAdopted(BEFORE, { variables: VARIABLES });
  const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(auth, "newest000000")));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(replies.map(({ body }) => (body as TestSession).refresh_token)).size, 1);
  const first = replies[0]?.body as TestSession;
  assert.equal((await auth.get("/user", bearer(first))).status, 200);
  assert.equal((await refresh(auth, first.refresh_token)).status, 200);
  // The one before it is good for a client that did not get an answer, but no longer now.
  auth.clock.advance(60);
  assert.equal((await refresh(auth, "parent000000")).status, 400);
  for (const text of ["olderparent0", "signedout000", "toolate00000", "ofnosession0", "ofanapp00000", "never0000000"])
    assert.equal((await refresh(auth, text)).status, 400, text);
});

test("tokens that are derived from a key of the session are taken too, the newest and the one before", async () => {
  await using auth = await startAdopted(BEFORE, { variables: VARIABLES });
  for (const counter of [298, 301]) assert.equal((await refresh(auth, derived(id(32), counter, KEY))).status, 400, `${counter}`);
  assert.equal((await refresh(auth, derived(id(32), 299, KEY))).status, 200);
  assert.equal((await refresh(auth, derived(id(33), 300, KEY))).status, 200);
});

test("what the server before wrote while it was back is taken at the next start: factors and encrypted passwords are asked for at once", async () => {
  await using auth = await startAdopted(user(1, "ana@example.com") + user(2, "bob@example.com"), { variables: VARIABLES });
  await auth.sql(
    `${insert("mfa_factors", {
      ...{ id: id(20), user_id: id(1), friendly_name: "app", factor_type: "totp", status: "verified", secret: SECRET },
      ...{ created_at: "2026-01-01", updated_at: "2026-01-01" },
    })}update auth.users set encrypted_password = '${encrypted(HASH, id(2))}' where id = '${id(2)}'`,
  );
  const { config } = auth.service.world;
  const { copy } = await openAdoption(config, schemasOf(config) as Schemas, auth.clock.now);
  assert.equal((await copy()).wasFinished, true);
  const signIn = (email: string) => auth.post("/token?grant_type=password", { email, password: "correct horse" });
  const ana = (await signIn("ana@example.com")).body as TestSession;
  assert.equal((await answer(auth, ana, id(20), codeOf(auth, { secret: SECRET }))).status, 200);
  assert.equal((await signIn("bob@example.com")).status, 200);
});

/** Every row of every table there. */
const STATE = `
create function public.state() returns jsonb language plpgsql as $$
declare
  name text;
  rows jsonb;
  state jsonb := '{}';
begin
  for name in select tablename from pg_tables where schemaname = 'auth' order by 1 loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) order by t::text), ''[]'') from auth.%I t', name) into rows;
    state := state || jsonb_build_object(name, rows);
  end loop;
  return state;
end $$;
create table public.before as select public.state();
grant select on public.before to public;`;

test("an adoption changes no row there, and neither does the comparison after it", async () => {
  await using auth = await startAdopted(BEFORE + STATE, { variables: VARIABLES });
  const isSame = async () => (await auth.sql("select before.state = public.state() as same from public.before"))[0]?.same;
  assert.equal(await isSame(), true);
  const differences = await compareSchemas(auth.service.world, "auth", true);
  // The user who has another one's address is left there.
  assert.deepEqual({ ...differences, ids: 0, refusedIds: 0, compared: 0 }, { ...NO_DIFFERENCE, onlyThere: 1, refused: 1 });
  assert.equal(await isSame(), true);
});

test("an adoption that goes on after it was cut reports what the run before it took, and what it left", async () => {
  await using auth = await startAdopted(BEFORE, { variables: VARIABLES });
  const { world } = auth.service;
  const whole = auth.logged.find(({ message }) => message === "the schema was adopted")?.fields;
  const leftBefore = auth.logged.filter(({ message }) => message?.startsWith("not adopted")).length;
  // Cut before its last statement, and cut while it copied users.
  for (const fields of ["finished_at = null", "finished_at = null, copied = copied - '{factors,apps,providers}'::text[]"]) {
    await auth.sql(`update cofre_auth.adoptions set ${fields}`);
    const { copy } = await openAdoption(world.config, schemasOf(world.config) as Schemas, auth.clock.now);
    const { copied, notTaken } = await copy();
    assert.deepEqual(copied, whole);
    assert.equal(notTaken.length, leftBefore);
    assert.deepEqual(notTaken.find(({ why }) => why.startsWith("somebody else"))?.ids.length, 1);
  }
});

test("moments that no answer can have are none: infinity, years before Christ and after 9999", async () => {
  const rows = ["infinity", "-infinity", "4713-01-01 BC", "20260-01-01"].flatMap((at, index) => {
    const n = 60 + index;
    const more = { created_at: at, updated_at: at, last_sign_in_at: at, email_confirmed_at: at, banned_until: "-infinity" };
    return [
      user(n, `at${n}@example.com`, more),
      `update auth.identities set last_sign_in_at = '${at}', created_at = '${at}', updated_at = '${at}' where user_id = '${id(n)}';`,
      session(n, id(n), { not_after: at.endsWith("BC") || at.startsWith("-") ? null : at, created_at: at, updated_at: at }),
      `update auth.mfa_amr_claims set updated_at = '${at}' where session_id = '${id(n)}';`,
      token(`at${n}`, id(n)),
      insert("mfa_factors", {
        ...{ id: id(n), user_id: id(n), friendly_name: "app", factor_type: "totp", status: "verified", secret: SECRET },
        ...{ created_at: at, updated_at: at },
      }),
    ];
  });
  await using auth = await startAdopted(rows.join("\n"));
  const list = await auth.call("/admin/users", { headers: auth.admin });
  assert.equal(list.status, 200, list.text);
  const { users } = list.body as { users: { created_at: string; identities: object[]; factors: object[] }[] };
  assert.equal(users.filter(({ identities, factors }) => identities.length === 1 && factors.length === 1).length, 4);
  for (const n of [60, 61, 62, 63]) {
    assert.equal((await refresh(auth, `at${n}`)).status, 200, `at${n}`);
    assert.equal((await auth.call(`/admin/users/${id(n)}/sessions`, { headers: auth.admin })).status, 200);
  }
  assert.equal((await compareSchemas(auth.service.world, "auth", true)).refused, 0);
  assert.equal(isInStep(await compareSchemas(auth.service.world, "auth", false)), true);
});
