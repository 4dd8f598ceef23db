// A database of a Supabase to adopt, the process that adopts it, and a comparison of both schemas afterwards.
import { once } from "node:events";
import { assertInStep, assertReadable } from "../../auth/adoption/testing/rows.ts";
import { asAuthAdmin, GRANT, onDatabase, SUPABASE } from "../../auth/adoption/testing.ts";
import { through } from "../../kernel/testing/tcp_proxy.ts";
import { launchCofre } from "../harness/cofre_process.ts";
import { signal } from "../harness/processes.ts";
import { HarnessFailed } from "./findings.ts";
import { JWT_SECRET } from "./members.ts";
import type { StatementProxy } from "./statement_proxy.ts";
import type { World } from "./world.ts";

/** More than one batch of the copy. */
const USERS = 6_000;

/** Everything that an adoption takes, in several batches, and what it leaves. */
const FILL = `
insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'p' || n || '@example.com', '$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2', now(), '{}', jsonb_build_object('n', n), now(), now(), '', '', '', ''
  from generate_series(1, ${USERS}) n;
insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at) select id, id, '{}', 'email', now(), now() from auth.users;
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
select gen_random_uuid(), id, 'app', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' from auth.users limit 1200;
insert into auth.sessions (id, user_id, created_at, updated_at, aal) select gen_random_uuid(), id, now(), now(), 'aal1' from auth.users limit 1000;
insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at) select 'token ' || id, user_id, id, false, now(), now() from auth.sessions;
insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types, client_type, client_name, token_endpoint_auth_method)
values (gen_random_uuid(), 'manual', 'https://app.example.com/', 'authorization_code', 'public', 'App', 'none');
insert into auth.oauth_consents (id, user_id, client_id, scopes) select gen_random_uuid(), u.id, c.id, 'openid' from auth.oauth_clients c, (select id from auth.users limit 10) u;`;

/** A digest of every row of the schema. */
const STATE = `
create function public.state() returns text language plpgsql as $$
declare
  name text;
  rows text;
  state text := '';
begin
  for name in select tablename from pg_tables where schemaname = 'auth' order by 1 loop
    execute format('select md5(coalesce(string_agg(t::text, '','' order by t::text), '''')) from auth.%I t', name) into rows;
    state := state || rows;
  end loop;
  return md5(state);
end $$;`;

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface AdoptedDatabase {
  /** As its superuser. */
  url: string;
  /** Of a service on it, through the proxy if there is one. */
  variables(proxy?: StatementProxy): Record<string, string>;
  sql: Sql;
  /** What differs between the two schemas, or could not be read by the server before. */
  differences(): Promise<string[]>;
}

/** `isFilled` has users in it. Each call returns a new database. */
export function adoptedDatabases(world: World, isFilled: boolean): () => Promise<AdoptedDatabase> {
  const { cluster } = world;
  const prefix = `supabase_${Date.now() % 1_000_000}`;
  let prepared: Promise<void> | undefined;
  let number = 0;
  const prepare = async () => {
    await cluster.createDatabase(prefix);
    await SUPABASE.prepare(cluster.url(prefix));
    await onDatabase(cluster.url(prefix), (client) => client.query(`${GRANT} ${isFilled ? FILL : ""} ${STATE}`));
  };
  return async () => {
    prepared ??= prepare();
    await prepared;
    const name = `${prefix}_${++number}`;
    await onDatabase(cluster.url("postgres"), (client) => client.query(`create database ${name} template ${prefix}`));
    const sql: Sql = (text, values) => onDatabase(cluster.url(name), (client) => client.query(text, values));
    return {
      url: cluster.url(name),
      variables: (proxy) => ({
        ...world.variables.auth,
        AUTHSVC_ADOPT: "supabase",
        AUTHSVC_DB_DATABASE_URL: asAuthAdmin(proxy ? through(proxy, cluster.url(name)) : cluster.url(name)),
        AUTHSVC_MAILER_AUTOCONFIRM: "true",
        AUTHSVC_JWT_SECRET: JWT_SECRET,
      }),
      sql,
      differences: async () => [...(await said(() => assertInStep({ sql }))), ...(await said(() => assertReadable({ sql })))],
    };
  };
}

async function said(assertion: () => Promise<void>): Promise<string[]> {
  try {
    await assertion();
    return [];
  } catch (error) {
    const { actual, message } = error as { actual?: unknown; message: string };
    return [actual === undefined ? message : `the schemas differ: ${JSON.stringify(actual).slice(0, 400)}`];
  }
}

export interface AdoptOptions {
  database: AdoptedDatabase;
  world: World;
  proxy: StatementProxy;
  /** Called for each statement, counted from 0. */
  at?: (seen: number) => "kill" | undefined;
}

/** Runs `cofre adopt supabase`. Returns its exit code: null if it was killed. */
export async function runAdopt({ database, world, proxy, at = () => undefined }: AdoptOptions): Promise<number | null> {
  const variables = database.variables(proxy);
  const child = launchCofre({
    command: "adopt",
    args: ["supabase"],
    variables,
    folder: world.folder,
    output: "ignore",
    errors: "ignore",
  });
  let count = 0;
  proxy.watch = () => {
    const isKill = at(count++) === "kill";
    return isKill ? { at: "sent", strike: () => signal(child.pid as number, "SIGKILL") } : undefined;
  };
  const [code] = (await once(child, "exit")) as [number | null];
  proxy.watch = undefined;
  return code;
}

/** Of an adoption that nothing disturbs. */
export async function countAdoptStatements(options: Omit<AdoptOptions, "at">): Promise<number> {
  let most = 0;
  const code = await runAdopt({
    ...options,
    at: (seen) => {
      most = seen + 1;
      return undefined;
    },
  });
  if (code !== 0) throw new HarnessFailed(`an adoption that nothing disturbed ended with code ${code}`);
  return most;
}
