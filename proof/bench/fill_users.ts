// Inserts hundreds of thousands of users directly.
import { randomUUID } from "node:crypto";
import { openJwtKeys } from "../../auth/keys/jwt.ts";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { openPasswords } from "../../auth/passwords/hash.ts";
import { writeRefreshToken } from "../../auth/sessions/refresh_token.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { User } from "./lanes.ts";
import type { Stage } from "./stage.ts";

const PASSWORD = "correct horse battery staple";
const SAMPLE = 200;
const USERS_AT_ONCE = 20_000;

/** Users with a session each, by SQL; some with their tokens. */
export async function fillUsers({ databaseUrl, config }: Stage, schema: string, count: number): Promise<User[]> {
  const passwords = openPasswords();
  const hash = await passwords.hash(PASSWORD);
  await passwords.close();
  const db = openDatabase({ url: databaseUrl, schema, maxConnections: 2, name: "cofre bench" });
  const now = new Date();
  // A bulk load: no request timeouts, and expensive indexes are created at the end.
  await db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    const indexes = await tx.many<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
       where schemaname = ${schema} and indexname in ('users_searched_idx', 'users_contents_idx')`);
    for (const { name } of indexes) await tx.run(trusted(`drop index ${name}`));
    for (let first = 0; first < count; first += USERS_AT_ONCE) {
      await tx.run(usersInsert(first, Math.min(count, first + USERS_AT_ONCE) - 1, hash, now));
    }
    for (const { definition } of indexes) await tx.run(trusted(definition));
    await tx.run(sql`analyze users, identities, sessions`);
  });
  const selection = await db.many<{ id: string; email: string; session_id: string }>(sql`
    select users.id, users.email, sessions.id as session_id
      from users join sessions on sessions.user_id = users.id
     order by users.id
     limit ${SAMPLE}`);
  await db.close();
  const keys = openJwtKeys(config);
  const { refresh } = deriveServerKeys(config);
  const seconds = Math.floor(now.getTime() / 1_000);
  return selection.map(({ id, email, session_id }) => ({
    email,
    password: PASSWORD,
    access: keys.sign({
      sub: id,
      aud: config.jwtAud,
      role: "authenticated",
      session_id,
      iat: seconds,
      exp: seconds + config.jwtExpSeconds,
      jti: randomUUID(),
    }),
    refresh: writeRefreshToken({ sessionId: session_id, counter: 0 }, refresh),
  }));
}

function usersInsert(first: number, last: number, hash: string, now: Date): Sql {
  return sql`
    with account as (
           insert into users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, created_at, updated_at)
           select gen_random_uuid(), 'authenticated', 'authenticated', 'grown-' || number || '@example.com', ${hash}, ${now},
                  '{"provider": "email", "providers": ["email"]}', ${now}, ${now}
             from generate_series(${first}::bigint, ${last}::bigint) as number
           returning id, email),
         identity as (
           insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
           select gen_random_uuid(), 'email', id::text, id, json_build_object('sub', id, 'email', email), ${now}, ${now}
             from account)
    insert into sessions (id, user_id, amr, refreshed_at, ip, created_at)
    select gen_random_uuid(), id, '[]', ${now}, '127.0.0.1', ${now}
      from account`;
}
