import assert from "node:assert/strict";
import { test } from "node:test";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { AUTOCONFIRM, type TestSession } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";

const APP = `
create table public.notes (id int generated always as identity, owner uuid not null default auth.uid() references auth.users (id) on delete cascade, text text);
alter table public.notes enable row level security;
create policy own on public.notes for all to authenticated using (auth.uid() = owner) with check (auth.uid() = owner and auth.jwt() ->> 'aal' = 'aal1');
grant select, insert, delete on public.notes to authenticated;
create function public.greet() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.email like 'stranger%' then raise exception 'Only friends may come in'; end if;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users for each row execute function public.greet();`;

const EMPTY = { name: "nothing", prepare: async () => {} };

test("policies, foreign keys and triggers as on a Supabase work on a database without one", async () => {
  await using auth = await startTestAuth({ RLS_HELPERS: "true", ...AUTOCONFIRM }, (url) => url, { copyOf: EMPTY });
  await using client = await plainClient(auth.database.url);
  await client.query(APP);
  const signUp = async (email: string) =>
    (await auth.post("/signup", { email, password: "secret password" })).body as TestSession;
  const [ana, bob] = [await signUp("ana@example.com"), await signUp("bob@example.com")];
  /** As PostgREST does it for a request with this token. */
  const as = async (session: TestSession | undefined, statement: string) => {
    const claims = session ? Buffer.from(session.access_token.split(".")[1] as string, "base64url").toString() : "";
    await client.query("begin");
    try {
      await client.query("select set_config('request.jwt.claims', $1, true)", [claims]);
      await client.query(`set local role ${session ? "authenticated" : "anon"}`);
      const rows = await client.query(statement);
      await client.query("commit");
      return rows;
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  };
  await as(ana, "insert into public.notes (text) values ('mine')");
  await assert.rejects(
    as(bob, `insert into public.notes (owner, text) values ('${ana.user.id}', 'forged')`),
    /row-level security/,
  );
  assert.deepEqual(await as(ana, "select text, owner from public.notes"), [{ text: "mine", owner: ana.user.id }]);
  assert.deepEqual(await as(bob, "select text from public.notes"), []);
  await assert.rejects(as(undefined, "select text from public.notes"), /permission denied/);
  assert.deepEqual(await as(ana, "select auth.role(), auth.email()"), [{ role: "authenticated", email: "ana@example.com" }]);
  await assert.rejects(as(ana, "select email from auth.users"), /permission denied/);
  await client.query("select set_config('request.jwt.claim.sub', $1, false)", [bob.user.id]);
  assert.deepEqual(await client.query("select auth.uid()"), [{ uid: bob.user.id }]);
  const refused = await auth.post("/signup", { email: "stranger@example.com", password: "secret password" });
  assert.deepEqual([refused.status, (refused.body as { msg: string }).msg], [422, "Only friends may come in"]);
  assert.equal((await auth.call(`/admin/users/${ana.user.id}`, { method: "DELETE", headers: auth.admin })).status, 200);
  assert.deepEqual(await client.query("select text from public.notes"), []);
});
