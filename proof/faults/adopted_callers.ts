// Callers of P31: each repeats one kind of write, over HTTP or by SQL, on people whom all of them write, and on people of its own.
import { setTimeout as sleep } from "node:timers/promises";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { openHttpClient, type TimedReply } from "../harness/http_client.ts";
import { adminToken } from "../harness/tokens.ts";
import type { AdoptedDatabase } from "./adopted_database.ts";
import { HarnessFailed } from "./findings.ts";
import { JWT_SECRET } from "./members.ts";

const PEOPLE = 24;
/** Everybody's, with hashes that take little time: changes of the password are changes of its hash. */
const PASSWORD = "correct horse";
const HASHES = [
  "$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2",
  "$2b$05$QA2bK171JNB/uDOfamA5Lu8cqFTvDfPWtlZ9uhOOSOBoxzCqYTkzW",
] as const;
const hashOf = (n: number) => HASHES[n % 2] as string;
/** Refusals that are right: somebody banned, deleted or changed what the request is about, or is not ready. */
const RIGHT_STATUSES = new Set([200, 201, 204, 400, 401, 403, 404, 422, 429, 503]);
/** A deadlock, which PostgreSQL resolves by ending one side; ours tries again. */
const RIGHT_CODES = new Set(["40P01"]);
/** Where the service is away. */
const PAUSE_MS = 50;
/** SQL is faster than HTTP, and would take every row before it. */
const SQL_PAUSE_MS = 100;

export interface CallersOptions {
  database: AdoptedDatabase;
  url: string;
  callers: number;
}

export interface Callers {
  violations: string[];
  /** Addresses of users who were acknowledged, and of those who were deleted. */
  expected(): { present: string[]; absent: string[] };
  /** How many requests over HTTP so far. */
  acknowledged(): number;
  figures(): Record<string, number>;
  end(): Promise<void>;
}

type Send = (path: string, body: object, headers?: Record<string, string>, method?: string) => Promise<TimedReply | undefined>;

interface Shared {
  send: Send;
  admin: Record<string, string>;
  ids: string[];
  /** By address. Undefined while the answer is unknown. */
  users: Map<string, "present" | "absent" | undefined>;
}

export async function startAdoptedCallers({ database, url, callers }: CallersOptions): Promise<Callers> {
  const http = openHttpClient({ timeoutMs: 15_000 });
  const violations: string[] = [];
  const counts = { acknowledged: 0, unknown: 0, statements: 0, deadlocks: 0 };
  const refused: Record<number, number> = {};
  const send: Send = async (path, body, headers = {}, method = "POST") => {
    try {
      const reply = await http.send(url + path, { method, headers, body });
      if (!RIGHT_STATUSES.has(reply.status)) violations.push(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`);
      if (reply.status < 300) counts.acknowledged++;
      else refused[reply.status] = (refused[reply.status] ?? 0) + 1;
      return reply;
    } catch {
      counts.unknown++;
      await sleep(PAUSE_MS);
      return undefined;
    }
  };
  const admin = { authorization: `Bearer ${adminToken(JWT_SECRET)}` };
  const ids: string[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const reply = await send(
      "/admin/users",
      { email: `p${n}@example.com`, password_hash: hashOf(n), email_confirm: true },
      admin,
    );
    const { id } = (reply?.body ?? {}) as { id?: string };
    if (id === undefined) throw new HarnessFailed(`a user could not be created: ${reply?.text}`);
    ids.push(id);
  }
  const shared: Shared = { send, admin, ids, users: new Map() };
  let isOver = false;
  const running = Array.from({ length: callers }, async (_, caller) => {
    const kind = caller >> 1;
    if (caller % 2 === 0) {
      const act = OVER_HTTP[kind % OVER_HTTP.length] as HttpAct;
      for (let n = caller; !isOver; n += callers) await act(shared, n);
      return;
    }
    const act = BY_SQL[kind % BY_SQL.length] as SqlAct;
    await using client = await plainClient(database.url);
    const sql = async (text: string, values: unknown[]) => {
      try {
        await client.query(text, values);
        counts.statements++;
        return true;
      } catch (error) {
        const { code = "", message } = error as Error & { code?: string };
        if (!RIGHT_CODES.has(code)) violations.push(`SQL: ${code} ${message}`);
        counts.deadlocks++;
        return false;
      }
    };
    for (let n = caller; !isOver; n += callers) {
      await act(shared, n, sql);
      await sleep(SQL_PAUSE_MS);
    }
  });
  return {
    violations,
    expected: () => {
      const all = [...shared.users];
      const of = (state: string) => all.filter(([, each]) => each === state).map(([email]) => email);
      return { present: of("present"), absent: of("absent") };
    },
    acknowledged: () => counts.acknowledged,
    figures: () => ({
      "acknowledged over HTTP": counts.acknowledged,
      ...Object.fromEntries(Object.entries(refused).map(([status, count]) => [`refused with ${status}`, count])),
      "without an answer": counts.unknown,
      "statements by SQL": counts.statements,
      "deadlocks told to SQL": counts.deadlocks,
    }),
    end: async () => {
      isOver = true;
      await Promise.all(running);
      http.close();
    },
  };
}

type HttpAct = (shared: Shared, n: number) => Promise<unknown>;

const personOf = ({ ids }: Shared, n: number) => ids[n % ids.length] as string;
const put = (shared: Shared, n: number, body: object) =>
  shared.send(`/admin/users/${personOf(shared, n)}`, body, shared.admin, "PUT");
const signIn = async ({ send }: Shared, n: number) => {
  const reply = await send("/token?grant_type=password", { email: `p${n % PEOPLE}@example.com`, password: PASSWORD });
  return (reply?.status === 200 ? reply.body : undefined) as { access_token: string; refresh_token: string } | undefined;
};

const OVER_HTTP: HttpAct[] = [
  (shared, n) => put(shared, n, { user_metadata: { http: n } }),
  (shared, n) => put(shared, n, { ban_duration: n % 3 === 0 ? "1h" : "none" }),
  (shared, n) => put(shared, n, { password_hash: hashOf(n) }),
  async (shared, n) => {
    const session = await signIn(shared, n);
    if (session) await shared.send("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  },
  async (shared, n) => {
    const session = await signIn(shared, n);
    if (!session) return;
    const headers = { authorization: `Bearer ${session.access_token}` };
    await shared.send("/factors", { factor_type: "totp", friendly_name: `app ${n}` }, headers);
    await shared.send("/logout?scope=local", {}, headers);
  },
  async ({ send, users }, n) => {
    const email = `new${n}@example.com`;
    users.set(email, undefined);
    const reply = await send("/signup", { email, password: PASSWORD });
    if (reply?.status === 200) users.set(email, "present");
  },
  async ({ send, users, admin }, n) => {
    const email = `gone${n}@example.com`;
    users.set(email, undefined);
    const { id } = ((await send("/admin/users", { email }, admin))?.body ?? {}) as { id?: string };
    if (id === undefined) return;
    users.set(email, "present");
    if (n % 2 === 0) return;
    users.set(email, undefined);
    const deleted = await send(`/admin/users/${id}`, {}, admin, "DELETE");
    if (deleted?.status === 200) users.set(email, "absent");
  },
  (shared, n) =>
    put(shared, n, {
      email: `p${n % PEOPLE}@example.com`,
      phone: `5511${String(n).padStart(9, "0")}`,
      app_metadata: { http: n },
    }),
];

type SqlAct = (shared: Shared, n: number, sql: (text: string, values: unknown[]) => Promise<boolean>) => Promise<unknown>;

const BY_SQL: SqlAct[] = [
  (shared, n, sql) =>
    sql(`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"sql": ${n}}' where id = $1`, [personOf(shared, n)]),
  (shared, n, sql) =>
    sql("update auth.users set banned_until = case when $2 then now() + interval '1 hour' end where id = $1", [
      personOf(shared, n),
      n % 3 === 0,
    ]),
  (shared, n, sql) => sql("update auth.users set encrypted_password = $2 where id = $1", [personOf(shared, n), hashOf(n)]),
  (shared, n, sql) => sql("delete from auth.sessions where user_id = $1", [personOf(shared, n)]),
  (shared, n, sql) => sql("delete from auth.mfa_factors where user_id = $1", [personOf(shared, n)]),
  async ({ users }, n, sql) => {
    const email = `seed${n}@example.com`;
    users.set(email, undefined);
    const isWritten = await sql(
      `with seed as (
         insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
         values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, now(), '{}', '{}', now(), now(), '', '', '', '')
         returning id)
       insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       select id, id, '{}', 'email', now(), now() from seed`,
      [email, hashOf(n)],
    );
    if (isWritten) users.set(email, "present");
    if (!isWritten || n % 2 === 0) return;
    users.set(email, undefined);
    if (await sql("delete from auth.users where email = $1", [email])) users.set(email, "absent");
  },
  (shared, n, sql) =>
    sql("update auth.identities set identity_data = identity_data || jsonb_build_object('n', $2::int) where user_id = $1", [
      personOf(shared, n),
      n,
    ]),
  // On everybody at once.
  (_shared, n, sql) =>
    sql(
      "update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('all', $1::int) where email like 'p%'",
      [n],
    ),
];
