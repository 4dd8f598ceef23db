// What Studio asks of an adopted database: its columns, filters, orders, counts and names of indexes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTOCONFIRM } from "../account/testing.ts";
import { type AdoptedAuth, SUPABASE, SUPABASE_IMAGE, startAdopted } from "./testing.ts";

const COLUMNS =
  "id, email, banned_until, created_at, confirmed_at, confirmation_sent_at, is_anonymous, is_sso_user, invited_at, last_sign_in_at, phone, raw_app_meta_data, raw_user_meta_data, updated_at";
const NOBODY = "00000000-0000-0000-0000-000000000000";
const SSO_ID = "aaaaaaaa-0000-4000-8000-000000000001";
const SSO = `
insert into auth.users (instance_id, id, aud, role, email, is_sso_user, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
values ('${NOBODY}', '${SSO_ID}', 'authenticated', 'authenticated', 'boss@corp.example', true, now(), '{"provider":"sso:x","providers":["sso:x"]}', '{}', now(), now());`;
/** Of somebody whom Studio's providers filter takes for one of SAML. */
const SAML_PROVIDERS =
  "(select jsonb_agg(case when value ~ '^sso' then 'sso' else value end) from jsonb_array_elements_text((raw_app_meta_data ->> 'providers')::jsonb)) ?| array['sso']";
const KEYWORDS = [
  "id::text",
  "email",
  "phone",
  ...["full_name", "first_name", "display_name"].map((key) => `raw_user_meta_data ->> '${key}'`),
];
const withKeyword = (text: string) => KEYWORDS.map((each) => `${each} ilike '%${text}%'`).join(" or ");

async function fill(auth: AdoptedAuth): Promise<void> {
  const create = (body: object) => auth.post("/admin/users", body, auth.admin);
  const replies = [
    await auth.post("/signup", {
      email: "ana@example.com",
      password: "secret password",
      data: { full_name: "Ana Souza", name: "Ana" },
    }),
    await auth.post("/signup", {}),
    await create({ email: "bob@example.com", password: "secret password" }),
    await create({ phone: "5511999990000", phone_confirm: true, user_metadata: { display_name: "Souza & Sons" } }),
    await create({ email: "evil@example.com", email_confirm: true, ban_duration: "1h" }),
  ];
  for (const { status, text } of replies) assert.equal(status, 200, text);
  await auth.sql(SSO);
}

for (const [name, template] of Object.entries({ "that a Supabase Auth has used": SUPABASE, "of the image": SUPABASE_IMAGE })) {
  test(`Studio's questions are answered on a database ${name}`, async () => {
    await using auth = await startAdopted("", {
      template,
      variables: { ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" },
    });
    await fill(auth);
    const whoever = async (condition: string) =>
      (
        await auth.sql(`
          with page as (select ${COLUMNS} from auth.users where ${condition} order by "created_at" desc nulls last limit 50 offset 0)
          select *, coalesce((select array_agg(distinct i.provider) from auth.identities i where i.user_id = page.id), '{}'::text[]) as providers from page`)
      )
        .map(({ email, phone }) => String(email ?? phone ?? "nobody").split("@")[0])
        .sort();
    const [{ id: anaId } = {}] = await auth.sql("select id::text from auth.users where email = 'ana@example.com'");
    const prefix = String(anaId).slice(0, 8);
    const expected: Record<string, string[]> = {
      true: ["5511999990000", "ana", "bob", "boss", "evil", "nobody"],
      "email_confirmed_at is not null or phone_confirmed_at is not null": ["5511999990000", "ana", "boss", "evil"],
      "email_confirmed_at is null and phone_confirmed_at is null": ["bob", "nobody"],
      "is_anonymous is true": ["nobody"],
      is_sso_user: ["boss"],
      "banned_until is not null": ["evil"],
      "confirmed_at is not null and last_sign_in_at is not null": ["ana"],
      [withKeyword("souza")]: ["5511999990000", "ana"],
      [withKeyword("@example.com")]: ["ana", "bob", "evil"],
      "(raw_app_meta_data ->> 'providers')::jsonb ?| array['email']": ["ana", "bob", "evil"],
      "(raw_app_meta_data ->> 'providers')::jsonb ?| array['phone', 'google']": ["5511999990000"],
      [SAML_PROVIDERS]: ["boss"],
      [`lower(email) >= 'b' and lower(email) < 'c' and instance_id = '${NOBODY}'::uuid`]: ["bob", "boss"],
      "phone >= '55' and phone < '56'": ["5511999990000"],
      [`id >= '${prefix}-0000-0000-0000-000000000000' and id < '${prefix}-ffff-ffff-ffff-ffffffffffff'`]: ["ana"],
      "raw_user_meta_data ->> 'name' >= 'An' and raw_user_meta_data ->> 'name' < 'Ao'": ["ana"],
      [`(created_at, id) < (now() + interval '1 hour', '${NOBODY}'::uuid)`]: [
        "5511999990000",
        "ana",
        "bob",
        "boss",
        "evil",
        "nobody",
      ],
    };
    for (const [condition, people] of Object.entries(expected)) assert.deepEqual(await whoever(condition), people, condition);
    const [ana] = await auth.sql("select array_agg(distinct provider) as providers from auth.identities where user_id = $1", [
      anaId,
    ]);
    assert.deepEqual(ana?.providers, ["email"]);
    for (const column of ["id", "email", "phone", "created_at", "last_sign_in_at"])
      assert.equal((await auth.sql(`select id from auth.users order by "${column}" desc, id desc`)).length, 6);
    await auth.sql("analyze auth.users");
    assert.deepEqual(await auth.sql("select reltuples::int as estimate from pg_class where oid = 'auth.users'::regclass"), [
      { estimate: 6 },
    ]);
    await requireIndexes(auth);
  });
}

/** Those that its search by prefix goes by, and of the newer search the one that no index worker makes; no worker is said to be at work. */
async function requireIndexes(auth: AdoptedAuth): Promise<void> {
  const valid = await auth.sql(`
    select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'auth' and i.indisvalid and i.indisready
       and c.relname in ('users_phone_key', 'users_pkey', 'users_instance_id_email_idx', 'users_email_partial_key') order by 1`);
  assert.deepEqual(
    valid.map(({ name }) => name),
    ["users_email_partial_key", "users_instance_id_email_idx", "users_phone_key", "users_pkey"],
  );
  await auth.sql("set enable_seqscan = off; set enable_bitmapscan = off");
  const plan = async (statement: string) => JSON.stringify(await auth.sql(`explain ${statement}`));
  assert.match(
    await plan(
      `select id from auth.users where lower(email) >= 'b' and lower(email) < 'c' and instance_id = '${NOBODY}' order by instance_id, lower(email) limit 50`,
    ),
    /users_instance_id_email_idx/,
  );
  assert.match(await plan("select id from auth.users where phone >= '55' order by phone limit 50"), /users_phone_key/);
  const [worker] = await auth.sql(`
    select exists (select from pg_locks
                    where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = hashtext('auth_index_worker')::bigint) as busy`);
  assert.deepEqual(worker, { busy: false });
}
