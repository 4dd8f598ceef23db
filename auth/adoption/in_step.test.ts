import assert from "node:assert/strict";
import { test } from "node:test";
import { migrate } from "../../kernel/sql/migrate.ts";
import { testDatabase } from "../../kernel/testing/database.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { readAuthConfig } from "../config.ts";
import { authMigrations } from "../main.ts";
import { assertInStep, assertReadable } from "./testing/rows.ts";
import { asAuthAdmin, GRANT, onDatabase, SUPABASE, startAdopted } from "./testing.ts";

const CALLERS = 32;
const ROUNDS = 6;

test("32 callers, half over HTTP and half by SQL, on the same users: both schemas hold the same afterwards", async () => {
  await using auth = await startAdopted("", { variables: { MAILER_AUTOCONFIRM: "true", RATE_LIMIT_EMAIL_SENT: "100000" } });
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const reply = await auth.post(
        "/admin/users",
        { email: `p${index}@example.com`, password: "secret password", email_confirm: true },
        auth.admin,
      );
      return (reply.body as { id: string }).id;
    }),
  );
  const person = (n: number) => people[n % people.length] as string;
  const put = (n: number, body: object) => auth.call(`/admin/users/${person(n)}`, { method: "PUT", headers: auth.admin, body });
  const overHttp = [
    (n: number) => put(n, { user_metadata: { http: n } }),
    (n: number) => put(n, { ban_duration: n % 2 ? "1h" : "none" }),
    (n: number) =>
      auth.post("/token?grant_type=password", { email: `p${n % people.length}@example.com`, password: "secret password" }),
    (n: number) => auth.post("/signup", { email: `new${n}@example.com`, password: "secret password" }),
  ];
  const bySql = [
    (n: number) => [
      `update auth.users set raw_user_meta_data = raw_user_meta_data || '{"sql": ${n}}' where id = $1`,
      [person(n)],
    ],
    (n: number) => [
      "update auth.users set banned_until = case when $2 then now() + interval '1 hour' end where id = $1",
      [person(n), n % 2 === 0],
    ],
    (n: number) => ["delete from auth.users where email = $1", [`new${n - 1}@example.com`]],
    (n: number) => [
      "update auth.identities set identity_data = identity_data || jsonb_build_object('n', $2::int) where user_id = $1",
      [person(n), n],
    ],
  ] as const;
  const statuses: number[] = [];
  const refusals: string[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const client = caller % 2 ? await plainClient(auth.database.url) : undefined;
      for (let round = 0; round < ROUNDS; round++) {
        const n = caller * ROUNDS + round;
        const kind = (caller >> 1) % 4;
        if (!client) statuses.push((await (overHttp[kind] as (n: number) => Promise<{ status: number }>)(n)).status);
        else {
          const [text, values] = (bySql[kind] as (n: number) => [string, unknown[]])(n);
          await client.query(text, values).catch(({ code }: { code: string }) => refusals.push(code));
        }
      }
      await client?.[Symbol.asyncDispose]();
    }),
  );
  // A deadlock between both directions ends one of them as a whole, which PostgreSQL tells its caller; ours is tried again.
  assert.deepEqual(
    [...new Set(refusals)].filter((code) => code !== "40P01"),
    [],
  );
  // Whoever waits two seconds for a row that all want is told to come back.
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => ![200, 400, 403, 429, 503].includes(status)),
    [],
  );
  assert.ok(statuses.filter((status) => status < 500).length > statuses.length / 2);
  await assertInStep(auth);
  await assertReadable(auth);
});

const USERS = 12_000;

test("an adoption whose connection is cut after every batch goes on where it was, and takes everybody once", async () => {
  await using database = await testDatabase(SUPABASE);
  await onDatabase(database.url, (client) =>
    client.query(`${GRANT}
      insert into auth.users (instance_id, id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'p' || n || '@example.com', '{}', '{}', now(), now(), '', '', '', '' from generate_series(1, ${USERS}) n;
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at) select id, id, '{}', 'email', now(), now() from auth.users;`),
  );
  const { config } = readAuthConfig({
    AUTHSVC_ADOPT: "supabase",
    AUTHSVC_DB_DATABASE_URL: asAuthAdmin(database.url),
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  });
  const run = async () => {
    const { also, ...migrations } = await authMigrations({ config, log: recordingLog() });
    await migrate({ url: config.databaseUrl, schema: config.dbNamespace, ...migrations, also });
  };
  await using watcher = await plainClient(database.url);
  const one = async (text: string) => Object.values((await watcher.query(text))[0] ?? {})[0];
  let cuts = 0;
  for (let isWhole = false; !isWhole; ) {
    const before = cuts === 0 ? null : await one("select copied_through from cofre_auth.adoptions");
    const running = run().then(
      () => true,
      () => false,
    );
    let isOver = false;
    void running.then(() => (isOver = true));
    while (!isOver) {
      const seen = await one("select to_regclass('cofre_auth.adoptions')").then((table) =>
        table ? one("select copied_through from cofre_auth.adoptions") : null,
      );
      if (seen && seen !== before) {
        await watcher.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'cofre adopt'",
        );
        cuts++;
        break;
      }
    }
    isWhole = await running;
  }
  assert.ok(cuts >= 2, `${cuts} cuts`);
  const sql = (text: string) => watcher.query(text);
  assert.equal(await one("select count(*)::int from cofre_auth.users"), USERS);
  assert.deepEqual(await one("select copied -> 'users' from cofre_auth.adoptions where finished_at is not null"), USERS);
  await assertInStep({ sql });
});
