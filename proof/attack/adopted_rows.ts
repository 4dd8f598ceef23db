// What a Supabase Auth has left in the database of the cases AG: users, sessions, refresh tokens, and triggers of others.
import { HASH, id, session, token, user } from "../../auth/adoption/testing/gotrue_rows.ts";
import { GRANT, onDatabase, SUPABASE } from "../../auth/adoption/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Pair } from "./pair.ts";

/** The password of all of them. */
export const PASSWORD = "correct horse";

/** A user with one session and its newest refresh token. */
export interface AdoptedUser {
  id: string;
  email: string;
  sessionId: string;
  token: string;
  /** The tokens before it. */
  parent: string;
  oldest: string;
}

const NAMES = ["replayed", "banned", "deleted", "softly_deleted", "changed", "signed_out", "bystander"] as const;

export const ADOPTED_USERS = Object.fromEntries(
  NAMES.map((name, index) => {
    const tokens = { token: `newest-${name}`, parent: `parent-${name}`, oldest: `oldest-${name}` };
    return [name, { id: id(index + 1), email: `${name}@adopted.example.com`, sessionId: id(index + 101), ...tokens }];
  }),
) as Record<(typeof NAMES)[number], AdoptedUser>;

/** Its session derives refresh tokens from this key. */
export const DERIVING = {
  id: id(50),
  email: "deriving@adopted.example.com",
  sessionId: id(150),
  counter: 300,
  key: Buffer.alloc(32, 7),
};

/** By the beginning of the address: words, a failure, a failure whose cause names a secret. */
const TRIGGERS = `
create table public.secrets (value text primary key);
insert into public.secrets values ('the-value-of-a-secret-row');
create function public.others() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.email like 'words.%' then
    raise exception '%', E'<script>alert(1)</script>\\r\\nSet-Cookie: planted=1\\x1b[31m\\u202e ' || new.email
      using detail = 'a detail of the operator', hint = 'a hint of the operator';
  end if;
  if new.email like 'fails.%' then perform 1 / 0; end if;
  if new.email like 'leaks.%' then insert into public.secrets values ('the-value-of-a-secret-row'); end if;
  return new;
end $$;
create trigger others after insert on auth.users for each row execute function public.others();`;

export async function fillToAdopt(databaseUrl: string): Promise<void> {
  const rows = Object.values(ADOPTED_USERS).flatMap(({ id: userId, email, sessionId, token: newest, parent, oldest }) => [
    user(Number(userId.slice(-12)), email),
    session(Number(sessionId.slice(-12)), userId),
    token(oldest, sessionId, { revoked: true }),
    token(parent, sessionId, { revoked: true, parent: oldest }),
    token(newest, sessionId, { parent }),
  ]);
  const deriving = [
    user(50, DERIVING.email),
    session(150, DERIVING.id, {
      refresh_token_hmac_key: DERIVING.key.toString("base64url"),
      refresh_token_counter: DERIVING.counter,
    }),
  ];
  await SUPABASE.prepare(databaseUrl);
  await onDatabase(databaseUrl, (client) => client.query([GRANT, ...rows, ...deriving, TRIGGERS].join("\n")));
}

/** Somebody whom a seed has written. */
export async function seedUser(pair: Pair, columns: { email: string | null; phone?: string; encrypted_password?: string }) {
  const { email, phone = null, encrypted_password: hash = HASH } = columns;
  const row = await pair.inside.db.one<{ id: string }>(sql`
    insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
                            raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
                            email_change_token_new, email_change)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${phone}, ${hash},
            now(), now(), '{}', '{}', now(), now(), '', '', '', '')
    returning id`);
  return row.id;
}
