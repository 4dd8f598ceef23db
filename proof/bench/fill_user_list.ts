// Inserts users of all kinds directly, for lists of them. Each of their properties is independent of the others.
import { openDatabase } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Stage } from "./stage.ts";

const USERS_AT_ONCE = 20_000;
const SAMPLE = 100;

export interface ListedPerson {
  id: string;
  email: string;
  phone: string;
  name: string;
}

/** Returns some who have an address, a phone number and a name. */
export async function fillUserList({ databaseUrl }: Stage, schema: string, count: number): Promise<ListedPerson[]> {
  const db = openDatabase({ url: databaseUrl, schema, maxConnections: 2, name: "cofre bench" });
  try {
    await db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      await tx.run(sql`set local maintenance_work_mem = '512MB'`);
      // A bulk load: indexes are made at the end, besides those of keys.
      const indexes = await tx.many<{ name: string; definition: string }>(sql`
        select indexname as name, indexdef as definition from pg_indexes
         where schemaname = ${schema} and tablename = any(${[...TRIGGERED, "last_sign_ins"]}::text[])
           and not exists (select from pg_constraint
                            where conindid = format('%I.%I', schemaname, indexname)::regclass)`);
      for (const { name } of indexes) await tx.run(trusted(`drop index ${name}`));
      for (const table of TRIGGERED) await tx.run(trusted(`alter table ${table} disable trigger user`));
      for (let first = 1; first <= count; first += USERS_AT_ONCE) {
        await tx.run(usersInsert(first, Math.min(count, first + USERS_AT_ONCE - 1), count));
      }
      for (const statement of REST) await tx.run(statement);
      for (const table of TRIGGERED) await tx.run(trusted(`alter table ${table} enable trigger user`));
      for (const { definition } of indexes) await tx.run(trusted(definition));
    });
    await db.onOneConnection(async (own) => {
      await own.run(sql`set statement_timeout = 0`);
      for (const table of ["users", "identities", "factors", "server_grants", "last_sign_ins"])
        await own.run(trusted(`vacuum (analyze) ${table}`));
    });
    return await db.many<ListedPerson>(sql`
      select id, email, phone, raw_user_meta_data ->> 'full_name' as name
        from users
       where email is not null and phone is not null and deleted_at is null
       order by id
       limit ${SAMPLE}`);
  } finally {
    await db.close();
  }
}

/** What their triggers keep is inserted with the rest. */
const TRIGGERED = ["users", "identities", "factors"];

/** Of a hundred users, as many as that have the property. */
const has = (property: string, from: number, to: number) =>
  trusted(`abs(hashtext(number || '${property}')) % 100 between ${from} and ${to - 1}`);

function usersInsert(first: number, last: number, count: number): Sql {
  return sql`
    insert into users (id, aud, role, email, sso_email, phone, email_confirmed_at, last_sign_in_at, is_anonymous, banned_until, deleted_at,
                       has_factor, shown_factors, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated',
           case when not (${has("kind", 0, 13)}) then lower(first_name || '.' || last_name) || number || '@example.com' end,
           case when ${has("kind", 7, 13)} then lower(first_name || '.' || last_name) || number || '@company.example' end,
           case when ${has("phone", 0, 20)} then '55119' || lpad((number * 7919 % 100000000)::text, 8, '0') end,
           case when not (${has("kind", 0, 7)} or ${has("kind", 13, 25)}) then moment end,
           case when not (${has("never", 0, 12)}) then moment + (now() - moment) * power(abs(hashtext(number || 'last')) / 2147483648.0, 2) end,
           ${has("kind", 0, 7)},
           case when ${has("ban", 0, 8)} then now() + interval '30 days' when ${has("ban", 8, 12)} then moment end,
           case when ${has("deleted", 0, 6)} then now() end,
           ${has("factor", 0, 10)},
           case when ${has("factor", 0, 10)} then
             json_build_array(json_build_object('id', gen_random_uuid(), 'status', 'verified', 'factor_type', 'totp', 'friendly_name', 'one',
                                                'created_at', moment, 'updated_at', moment, 'phone', null, 'last_challenged_at', null)) end,
           jsonb_build_object('provider', 'email', 'team', abs(hashtext(number || 'team')) % 15),
           jsonb_build_object('full_name', first_name || ' ' || last_name, 'seat', jsonb_build_object('floor', abs(hashtext(number || 'floor')) % 15),
                              'plan', case when ${has("plan", 0, 10)} then 'pro' else 'free' end),
           moment, moment
      from (select number, now() - interval '3 years' * (1 - number / ${count}::float8) as moment,
                   (array['Ana', 'Bia', 'Caio', 'Duda', 'Eva', 'Iris', 'Luis', 'Nina', 'Rui', 'Vera'])[1 + abs(hashtext(number || 'first')) % 10] as first_name,
                   (array['Silva', 'Souza', 'Costa', 'Lima', 'Alves'])[1 + abs(hashtext(number || 'second')) % 5]
                     || translate(substr(md5(number::text), 1, 5), '0123456789', 'ghijklmnop') as last_name
              from generate_series(${first}::bigint, ${last}::bigint) as number) as person`;
}

const REST = [
  sql`
    insert into last_sign_ins (user_id, created_at, signed_in_at)
    select id, created_at, coalesce(last_sign_in_at, '-infinity') from users where deleted_at is null`,
  sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at, user_created_at)
    select gen_random_uuid(),
           case when sso_email is not null then 'sso:7c9e6679-7425-40de-944b-e07fc1f90ae7'
                when abs(hashtext(id::text)) % 100 < 20 then 'google' when abs(hashtext(id::text)) % 100 < 28 then 'github' else 'email' end,
           id::text, id, json_build_object('sub', id, 'email', email), created_at, created_at, created_at
      from users
     where not is_anonymous`,
  sql`
    insert into factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', 'one', created_at, created_at
      from users
     where has_factor`,
  sql`
    insert into server_grants (user_id, role, created_at)
    select id, 'support', now() from (select id from users where deleted_at is null order by id limit 20) as chosen`,
];
