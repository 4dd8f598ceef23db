import assert from "node:assert/strict";
import { test } from "node:test";
import { asAuthAdmin, GRANT, onDatabase, SUPABASE } from "../auth/adoption/testing.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { openShell, runToEnd, workFolder } from "./testing.ts";

const FILL = `
insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
values ('11111111-1111-4111-8111-111111111111', 'authenticated', 'authenticated', 'ana@example.com', '{}', '{}', now(), now()),
       ('22222222-2222-4222-8222-222222222222', 'authenticated', 'authenticated', 'bob@example.com', '{}', '{}', now(), now());`;

test("adopt rehearses, says what postgres has to grant, takes over, and doctor --adopted mends", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase(SUPABASE);
  await onDatabase(database.url, (client) => client.query(FILL));
  const variables = {
    GOTRUE_DB_DATABASE_URL: asAuthAdmin(database.url),
    GOTRUE_SITE_URL: "https://app.example.com",
    API_EXTERNAL_URL: "https://auth.example.com",
    GOTRUE_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  };
  await using shell = openShell(variables, folder.path);
  const run = async (args: string[], more = {}) => {
    const { code, output, errors } = await shell.run(args, more);
    return { code, output: `${output}${errors}` };
  };
  const grants = /Run this once as postgres, then start again:\s+create schema if not exists cofre_auth;/;
  const refused = await run(["adopt", "supabase"]);
  assert.equal(refused.code, 1);
  assert.match(refused.output, grants);
  const counted = /To take: 2 users, 0 identities[\s\S]*Nothing was changed\./;
  const early = await run(["adopt", "supabase", "--dry-run"]);
  assert.equal(early.code, 1);
  assert.match(early.output, counted);
  assert.match(early.output, grants);
  await onDatabase(database.url, (client) => client.query(GRANT));
  const rehearsal = await run(["adopt", "supabase", "--dry-run"]);
  assert.equal(rehearsal.code, 0, rehearsal.output);
  assert.match(rehearsal.output, counted);
  const adopted = await run(["adopt", "supabase"]);
  assert.equal(adopted.code, 0, adopted.output);
  assert.match(adopted.output, /Taken: 2 users[\s\S]*Start Cofre with AUTHSVC_ADOPT=supabase/);
  assert.match((await run(["adopt", "supabase"])).output, /was adopted before/);
  await onDatabase(database.url, (client) =>
    client.query("set session_replication_role = replica; update auth.users set role = 'editor' where email = 'ana@example.com'"),
  );
  const mended = await run(["doctor", "--adopted"], { AUTHSVC_ADOPT: "supabase" });
  assert.match(mended.output, /2 users compared: 1 users differed\. Mended; among them 11111111-1111-4111-8111-111111111111/);
  const again = await run(["doctor", "--adopted"], { AUTHSVC_ADOPT: "supabase" });
  assert.match(again.output, /2 users compared, nothing differs/);
  const plain = await run(["doctor", "--adopted"]);
  assert.match(plain.output, /No schema is adopted/);
  assert.match((await run(["adopt", "firebase"])).output, /Name the server to adopt/);
});

test("a database that is not there is named in one line, by a start that adopts and by one with helpers for policies", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const url = new URL(database.url);
  url.pathname = "/nowhere";
  const common = {
    AUTHSVC_DB_DATABASE_URL: url.href,
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  };
  for (const more of [{ AUTHSVC_ADOPT: "supabase" }, { AUTHSVC_RLS_HELPERS: "true" }] as Record<string, string>[]) {
    const { code, errors } = await runToEnd(["auth"], { ...common, ...more }, folder.path);
    assert.equal(code, 1);
    assert.match(errors, /^The database cannot be used: database "nowhere" does not exist\.\n$/);
  }
});
