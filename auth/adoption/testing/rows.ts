// Test support: compares an adopted schema with ours row by row, and reads it as Supabase Auth does.
import assert from "node:assert/strict";
import type { AdoptedAuth } from "../testing.ts";

/** Columns that hold the same in both schemas; `now()`-like differences have no place here. */
const SAME = [
  ...["id", "aud", "role", "email_confirmed_at", "invited_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data"],
  ...["is_anonymous", "deleted_at", "phone", "phone_confirmed_at"],
];

/** Sessions that nothing can continue were there before, and stay there. */
const LEFT_BEHIND = `
  select id from auth.sessions there
   where to_jsonb(there) ->> 'oauth_client_id' is not null or not_after < now()
      or id::text in (select to_jsonb(token) ->> 'session_id' from auth.refresh_tokens token group by 1 having bool_and(revoked))`;

/** No rows: every user, identity, factor and live session of one schema is in the other, alike. */
export async function assertInStep(auth: Pick<AdoptedAuth, "sql">): Promise<void> {
  const columns = (of: string) => SAME.map((column) => `${of}.${column}`).join(", ");
  const users = await auth.sql(`
    select coalesce(here.id, there.id) as id, to_jsonb(here) as here, to_jsonb(there) as there
      from cofre_auth.users here full join auth.users there on there.id = here.id
     where (${columns("here")}, coalesce(here.email, here.sso_email), coalesce(here.encrypted_password, ''), here.banned_until)
           is distinct from (${columns("there")}, case when there.deleted_at is null then lower(there.email) else there.email end, coalesce(there.encrypted_password, ''), least(there.banned_until, case when there.banned_until is not null then '2199-01-01Z'::timestamptz end))`);
  assert.deepEqual(users, []);
  const same = "user_id, provider, provider_id, identity_data";
  const identities = await auth.sql(`
    select * from ((select id, ${same} from cofre_auth.identities except select id, ${same} from auth.identities)
         union all (select id, ${same} from auth.identities except select id, ${same} from cofre_auth.identities)) differ`);
  assert.deepEqual(identities, []);
  const factor = "id, user_id, factor_type::text, status::text, friendly_name, phone";
  const factors = await auth.sql(`
    select * from ((select ${factor} from cofre_auth.factors where factor_type <> 'recovery_code' except select ${factor} from auth.mfa_factors)
         union all (select ${factor} from auth.mfa_factors where status = 'verified' except select ${factor} from cofre_auth.factors)) differ`);
  assert.deepEqual(factors, []);
  const session = (aal: string) => `id, user_id, ${aal}, not_after`;
  const here = `select ${session("aal")} from cofre_auth.sessions where revoked_at is null`;
  const there = `select ${session("coalesce(aal::text, 'aal1')")} from auth.sessions where id not in (${LEFT_BEHIND})`;
  const sessions = await auth.sql(`select * from ((${here} except ${there}) union all (${there} except ${here})) differ`);
  assert.deepEqual(sessions, []);
}

/** That server scans these into plain strings, which null breaks. */
const PLAIN_TEXT = [
  ...[
    "aud",
    "role",
    "confirmation_token",
    "recovery_token",
    "email_change_token_current",
    "email_change_token_new",
    "email_change",
  ],
  ...["phone_change_token", "phone_change", "reauthentication_token"],
];
const PLAIN_MOMENTS = ["created_at", "updated_at"];

export async function assertReadable(auth: Pick<AdoptedAuth, "sql">): Promise<void> {
  const isNull = [...PLAIN_TEXT, ...PLAIN_MOMENTS, "email_change_confirm_status"]
    .map((column) => `${column} is null`)
    .join(" or ");
  assert.deepEqual(
    await auth.sql(`select id from auth.users where ${isNull} or instance_id <> '00000000-0000-0000-0000-000000000000'`),
    [],
  );
  assert.deepEqual(await auth.sql("select id from auth.mfa_factors where friendly_name is null or secret is null"), []);
  assert.deepEqual(await auth.sql("select id from auth.identities where created_at is null or updated_at is null"), []);
  assert.deepEqual(await auth.sql("select id from auth.sessions where created_at is null or updated_at is null"), []);
}
