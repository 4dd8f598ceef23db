import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "../../kernel/testing/shared.ts";
import { AUTOCONFIRM, ana, bearer, signUp, type TestSession } from "../account/testing.ts";
import { finish, resultsOf, startJob, work } from "../bulk_jobs/testing.ts";
import { enroll, post, show } from "../factors/testing.ts";
import { refusedByTrigger } from "./refused_by_trigger.ts";
import { assertInStep, assertReadable } from "./testing/rows.ts";
import { startAdopted } from "./testing.ts";

const HANGERS_ON = `
create table public.profiles (id uuid primary key references auth.users on delete cascade, name text);
create table public.papers (owner uuid references auth.users);
create function public.greet() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.email like 'stranger%' then raise exception 'Only friends may come in'; end if;
  if new.email like 'clash%' then insert into public.profiles select id from public.profiles limit 1; end if;
  insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'name');
  if new.email like 'vip%' then update auth.users set raw_app_meta_data = raw_app_meta_data || '{"plan": "gold"}' where id = new.id; end if;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users for each row execute function public.greet();
create function public.mark() returns trigger language plpgsql as $$
begin
  if new.email like 'marked%' then new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}') || '{"mark": true}'; end if;
  return new;
end $$;
create trigger mark before insert or update on auth.users for each row execute function public.mark();`;

const auth = shared(() => startAdopted(HANGERS_ON, { variables: { ...AUTOCONFIRM, MFA_ALLOW_LOW_AAL: "true" } }));
const idOf = async (email: string) =>
  (await auth.sql("select id from auth.users where email = $1", [email]))[0]?.id as string | undefined;

test("a new user is there at once, and what hangs on users there runs in the same transaction", async () => {
  const session = await signUp(auth, { ...ana, data: { name: "Ana" } });
  const [row] = await auth.sql(
    "select p.name, u.email_confirmed_at, s.aal from public.profiles p join auth.users u using (id) join auth.sessions s on s.user_id = u.id where p.id = $1",
    [session.user.id],
  );
  assert.equal(row?.name, "Ana");
  assert.notEqual(row?.email_confirmed_at, null);
  assert.equal(row?.aal, "aal1");
});

test("a trigger's own words refuse a sign-up with 422; whatever else fails there is what clients know; nothing stays", async () => {
  const refused = await auth.post("/signup", { email: "stranger@example.com", password: "secret password" });
  assert.deepEqual([refused.status, (refused.body as { msg: string }).msg], [422, "Only friends may come in"]);
  const clash = await auth.post("/signup", { email: "clash@example.com", password: "secret password" });
  assert.deepEqual([clash.status, (clash.body as { msg: string }).msg], [500, "Database error saving new user"]);
  for (const email of ["stranger@example.com", "clash@example.com"]) {
    assert.equal(await idOf(email), undefined);
    assert.deepEqual(await auth.sql("select from cofre_auth.users where email = $1", [email]), []);
  }
  const again = await auth.post("/signup", { email: "friend@example.com", password: "secret password" });
  assert.equal(again.status, 200);
});

test("what triggers there change of a user, before or after the write, is ours as well", async () => {
  await signUp(auth, { email: "vip@example.com", password: "secret password" });
  await signUp(auth, { email: "marked@example.com", password: "secret password" });
  const seen = async (email: string) =>
    (await auth.call(`/admin/users/${await idOf(email)}`, { headers: auth.admin })).body as {
      app_metadata: object;
      user_metadata: object;
    };
  assert.deepEqual((await seen("vip@example.com")).app_metadata, { plan: "gold", provider: "email", providers: ["email"] });
  assert.equal("mark" in (await seen("marked@example.com")).user_metadata, true);
});

test("changes, bans and deletions arrive there; a cascade fires, and a row that holds a user keeps the user", async () => {
  const { user, ...session } = await signUp(auth, { email: "eva@example.com", password: "secret password" });
  await post(auth, { user, ...session }, "/logout?scope=local");
  assert.deepEqual(await auth.sql("select from auth.sessions where user_id = $1", [user.id]), []);
  const change = await auth.call(`/admin/users/${user.id}`, {
    method: "PUT",
    headers: auth.admin,
    body: { email: "eve@example.com", phone: "5511999990000", email_confirm: true, ban_duration: "1h", app_metadata: { a: 1 } },
  });
  assert.equal(change.status, 200, change.text);
  const [row] = await auth.sql(
    "select email, phone, banned_until > '2026-01-31' as banned, raw_app_meta_data ->> 'a' as a from auth.users where id = $1",
    [user.id],
  );
  assert.deepEqual(row, { email: "eve@example.com", phone: "5511999990000", banned: true, a: "1" });
  await auth.sql("insert into public.papers values ($1)", [user.id]);
  const held = await auth.call(`/admin/users/${user.id}`, { method: "DELETE", headers: auth.admin });
  assert.deepEqual([held.status, (held.body as { msg: string }).msg], [500, "Database error deleting user"]);
  await auth.sql("delete from public.papers");
  assert.equal((await auth.call(`/admin/users/${user.id}`, { method: "DELETE", headers: auth.admin })).status, 200);
  assert.deepEqual(await auth.sql("select from public.profiles where id = $1", [user.id]), []);
  assert.equal(await idOf("eve@example.com"), undefined);
  const { user: soft } = await signUp(auth, { email: "soft@example.com", password: "secret password" });
  await auth.call(`/admin/users/${soft.id}`, { method: "DELETE", headers: auth.admin, body: { should_soft_delete: true } });
  assert.equal((await auth.sql("select deleted_at is not null as gone from auth.users where id = $1", [soft.id]))[0]?.gone, true);
});

test("a bulk job reaches each user there, and notes whom a row there holds", async () => {
  const ids = [];
  for (const name of ["one", "two"]) {
    const { user } = await signUp(auth, { email: `bulk.${name}@example.com`, password: "secret password" });
    ids.push(user.id);
  }
  await finish(auth, await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } }));
  const banned = await auth.sql("select from auth.users where id = any($1) and banned_until > '2026-01-31'", [ids]);
  assert.equal(banned.length, 2);
  await auth.sql("insert into public.papers values ($1)", [ids[1]]);
  const job = await startJob(auth, { act: "erase", users: { ids } });
  await work(auth, refusedByTrigger);
  assert.deepEqual(await resultsOf(auth, job), [
    [ids[0], "done", null],
    [ids[1], "failed", "unexpected_failure"],
  ]);
  assert.deepEqual([await idOf("bulk.one@example.com"), await idOf("bulk.two@example.com")], [undefined, ids[1]]);
  await auth.sql("delete from public.papers");
});

test("verified factors are there for policies, with the secret that the server before would need", async () => {
  const session = await signUp(auth, { email: "safe@example.com", password: "secret password" });
  const factor = await enroll(auth, session);
  const rows = () =>
    auth.sql(
      "select status::text, secret, aal::text from auth.mfa_factors f left join auth.sessions s on s.user_id = f.user_id where f.user_id = $1",
      [session.user.id],
    );
  assert.deepEqual(await rows(), [{ status: "unverified", secret: factor.secret, aal: "aal1" }]);
  const raised = await show(auth, session, factor);
  assert.deepEqual(await rows(), [{ status: "verified", secret: factor.secret, aal: "aal2" }]);
  await auth.sql("delete from auth.mfa_factors where user_id = $1", [session.user.id]);
  const { body } = await auth.get("/user", bearer(raised));
  assert.equal((body as { factors?: unknown }).factors, undefined);
});

test("secrets of authenticator apps stay encrypted where the operator wants it", async () => {
  await using other = await startAdopted("", { variables: { ...AUTOCONFIRM, ADOPT_TOTP_SECRETS: "false" } });
  const session = await signUp(other, ana);
  await enroll(other, session);
  assert.deepEqual(await other.sql("select secret from auth.mfa_factors"), [{ secret: "" }]);
});

test("a refresh and GET /user write nothing there, and refresh remains one statement", async () => {
  const session = await signUp(auth, { email: "often@example.com", password: "secret password" });
  const version = async () =>
    (await auth.sql("select xmin::text, ctid::text from auth.sessions where user_id = $1", [session.user.id]))[0];
  const before = await version();
  const { db } = auth.service.world;
  const trips = db.roundTrips;
  const fresh = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(fresh.status, 200);
  assert.equal(db.roundTrips - trips, 1);
  assert.equal((await auth.get("/user", bearer(fresh.body as TestSession))).status, 200);
  assert.deepEqual(await version(), before);
});

test("after all of this both schemas hold the same, in a form that the server before can read", async () => {
  await assertInStep(auth);
  await assertReadable(auth);
});

test("findings and the overview are there in an adopted schema too", async () => {
  for (const path of ["/admin/findings", "/admin/overview"]) {
    const reply = await auth.get(path, auth.admin);
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  }
  const { migrations } = (await auth.get("/admin/overview", auth.admin)).body as { migrations: { last: string } };
  assert.match(migrations.last, /^\d{3}_\w+/);
});
