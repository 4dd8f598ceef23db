import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../kernel/testing/database.ts";
import { readAuthConfig } from "../config.ts";
import { openAdoption, schemasOf } from "./adopt.ts";
import type { Schemas } from "./mirror.ts";
import { assertInStep, assertReadable } from "./testing/rows.ts";
import { AUTH_ADMIN, asAuthAdmin, GRANT, onDatabase, SUPABASE, SUPABASE_IMAGE, startAdopted } from "./testing.ts";

const refusal = async (change: string, { template = SUPABASE, url = asAuthAdmin } = {}): Promise<string> => {
  await using database = await testDatabase(template);
  await onDatabase(database.url, (client) => client.query(`${GRANT} ${change}`));
  const before = await dump(database.url);
  const { config } = readAuthConfig({
    AUTHSVC_ADOPT: "supabase",
    AUTHSVC_DB_DATABASE_URL: url(database.url),
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  });
  const problem = await openAdoption(config, schemasOf(config) as Schemas, () => new Date()).then(
    () => "",
    (error: Error) => error.message,
  );
  assert.deepEqual(await dump(database.url), before);
  return problem;
};

/** Every relation, column, function and trigger. */
const dump = (url: string) =>
  onDatabase(url, (client) =>
    client.query(`
      select n.nspname, c.relname, array_agg(a.attname::text order by a.attnum) as columns, (select count(*) from pg_trigger where tgrelid = c.oid) as triggers
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where n.nspname in ('auth', 'cofre_auth') group by 1, 2, c.oid order by 1, 2`),
  );

test("a schema that could not be kept in step is refused in a line, and nothing is changed", async () => {
  const of = "auth.schema_migrations";
  assert.match(
    await refusal(`delete from ${of} where version = '20240427152123'`),
    /1 of its migrations did not run, the first of them 20240427152123/,
  );
  assert.match(await refusal(`insert into ${of} values ('20991231000000')`), /20991231000000 is newer than/);
  assert.match(await refusal(`delete from ${of} where version > '20231114161723'`), /its newest migration is 20231114161723/);
  assert.match(
    await refusal("alter table auth.users add column tenant int not null"),
    /auth\.users\.tenant was added by somebody else/,
  );
  assert.match(await refusal("alter table auth.users drop column is_anonymous"), /auth\.users lacks is_anonymous/);
  assert.match(await refusal("drop table auth.mfa_factors cascade"), /auth\.mfa_factors lacks altogether/);
  assert.match(await refusal("create table cofre_auth.stock (id int)"), /"cofre_auth" is in use by something else/);
  assert.match(await refusal("alter table auth.users owner to dashboard_user"), /does not own auth\.users/);
  assert.match(
    await refusal("alter table auth.refresh_tokens owner to dashboard_user"),
    /may not read auth\.refresh_tokens, so nothing can be counted or copied/,
  );
  assert.match(
    await refusal(`revoke all on schema auth from ${AUTH_ADMIN}`),
    /may not read auth\.custom_oauth_providers, .*auth\.users, auth\.webauthn_credentials, so nothing/,
  );
  assert.match(await refusal("drop schema cofre_auth"), /grant all on schema cofre_auth to supabase_auth_admin;/);
  assert.equal(await refusal("alter table auth.users add column tenant int, add column plan text not null default 'free'"), "");
});

test("the image's own tables are adopted while nobody is in them, with what programs of a Supabase read", async () => {
  await using auth = await startAdopted("", { template: SUPABASE_IMAGE, variables: { MAILER_AUTOCONFIRM: "true" } });
  const signUp = await auth.post("/signup", { email: "ana@example.com", password: "secret password" });
  assert.equal(signUp.status, 200, signUp.text);
  const { id } = (signUp.body as { user: { id: string } }).user;
  assert.deepEqual(await auth.sql("select email, is_sso_user, confirmed_at is not null as confirmed from auth.users"), [
    { email: "ana@example.com", is_sso_user: false, confirmed: true },
  ]);
  await auth.sql(
    "begin; select set_config('request.jwt.claims', $$" +
      JSON.stringify({ sub: id, role: "authenticated", email: "ana@example.com" }) +
      "$$, true)",
  );
  assert.deepEqual(await auth.sql("select auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'sub' as sub"), [
    { uid: id, role: "authenticated", email: "ana@example.com", sub: id },
  ]);
  await auth.sql("select set_config('request.jwt.claim.sub', $1, true)", ["00000000-0000-4000-8000-000000000001"]);
  assert.deepEqual(await auth.sql("select auth.uid()"), [{ uid: "00000000-0000-4000-8000-000000000001" }]);
  await auth.sql("rollback");
  await assertInStep(auth);
  await assertReadable(auth);
  assert.match(
    await refusal("insert into auth.users (id) values (gen_random_uuid())", { template: SUPABASE_IMAGE }),
    /has users, but the migrations/,
  );
});

test("what Studio asks for is there, and a policy by the session's claims lets its owner in alone", async () => {
  await using auth = await startAdopted(
    `create table public.notes (owner uuid references auth.users on delete cascade, text text);
     alter table public.notes enable row level security;
     create policy own on public.notes for all to authenticated using (auth.uid() = owner) with check (auth.uid() = owner
       and not exists (select from auth.mfa_factors f where f.user_id = owner and f.status = 'verified'));
     grant select, insert on public.notes to authenticated;
     grant select on auth.mfa_factors to authenticated;
     create policy seen on auth.mfa_factors for select to authenticated using (auth.uid() = user_id);`,
    { variables: { MAILER_AUTOCONFIRM: "true" } },
  );
  const reply = await auth.post("/signup", { email: "ana@example.com", password: "secret password" });
  const { id } = (reply.body as { user: { id: string } }).user;
  const shown = await auth.sql(
    `select id, email, banned_until, created_at, confirmed_at, confirmation_sent_at, is_anonymous, is_sso_user, invited_at, last_sign_in_at, phone,
            raw_app_meta_data, raw_user_meta_data, updated_at, (select array_agg(provider) from auth.identities where user_id = users.id) as providers
       from auth.users
      where instance_id = '00000000-0000-0000-0000-000000000000' and lower(email) = $1 and email_confirmed_at is not null
        and raw_app_meta_data -> 'providers' ? 'email'`,
    ["ana@example.com"],
  );
  assert.deepEqual(
    shown.map(({ providers }) => providers),
    [["email"]],
  );
  const as = (claims: object, statement: string) =>
    onDatabase(auth.database.url, async (client) => {
      await client.query("begin; set local role authenticated");
      await client.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      const rows = await client.query(statement);
      await client.query("commit");
      return rows;
    });
  await as({ sub: id }, `insert into public.notes values ('${id}', 'mine')`);
  assert.equal((await as({ sub: id }, "select * from public.notes")).length, 1);
  assert.equal((await as({ sub: "00000000-0000-4000-8000-000000000001" }, "select * from public.notes")).length, 0);
  assert.equal(
    (await onDatabase(asAuthAdmin(auth.database.url), (client) => client.query("select current_user")))[0]?.current_user,
    AUTH_ADMIN,
  );
});
