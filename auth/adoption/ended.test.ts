import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "../../kernel/testing/shared.ts";
import { AUTOCONFIRM, bearer, signUp, type TestSession } from "../account/testing.ts";
import { claimsOf, enroll, post, show, signUpWithFactor } from "../factors/testing.ts";
import { assertInStep } from "./testing/rows.ts";
import { startAdopted } from "./testing.ts";

const CODES = { MFA_RECOVERY_CODES_ENROLL_ENABLED: "true", MFA_RECOVERY_CODES_VERIFY_ENABLED: "true" };

const auth = shared(() => startAdopted("", { variables: { ...AUTOCONFIRM, ...CODES, MFA_ALLOW_LOW_AAL: "true" } }));

/** In both schemas. */
async function sessionsOf({ user: { id } }: TestSession): Promise<Record<string, unknown>[]> {
  await assertInStep(auth);
  return auth.sql(
    "select there.aal::text as there, here.aal as here from cofre_auth.sessions here full join auth.sessions there using (id) where here.user_id = $1 or there.user_id = $1",
    [id],
  );
}

const refresh = ({ refresh_token: token }: TestSession) => auth.post("/token?grant_type=refresh_token", { refresh_token: token });

test("a password that SQL changes ends the user's sessions, in both schemas", async () => {
  const ana = await signUp(auth, { email: "ana@example.com", password: "secret password" });
  const eva = await signUp(auth, { email: "eva@example.com", password: "secret password" });
  await auth.sql("update auth.users set encrypted_password = 'nothing' where id = $1", [ana.user.id]);
  assert.deepEqual(await sessionsOf(ana), []);
  assert.equal((await refresh(ana)).status, 400);
  assert.deepEqual(await sessionsOf(eva), [{ there: "aal1", here: "aal1" }]);
});

test("a user whom SQL deletes softly has no sessions in either schema", async () => {
  const session = await signUp(auth, { email: "soft@example.com", password: "secret password" });
  await auth.sql("update auth.users set deleted_at = now() where id = $1", [session.user.id]);
  assert.deepEqual(await sessionsOf(session), []);
});

test("one statement may end the sessions of many, in the middle of what is told", async () => {
  const one = await signUp(auth, { email: "one@example.com", password: "secret password" });
  const two = await signUp(auth, { email: "two@example.com", password: "secret password" });
  await auth.sql(`
    create function public.end_one() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if new.email = 'ender@example.com' then update auth.users set encrypted_password = '' where email = 'one@example.com'; end if;
      return new;
    end $$`);
  await auth.sql("create trigger a_before before insert on auth.users for each row execute function public.end_one()");
  const ender = await signUp(auth, { email: "ender@example.com", password: "secret password" });
  assert.deepEqual(await sessionsOf(one), []);
  assert.equal((await sessionsOf(ender)).length, 1);
  await auth.sql("update auth.users set encrypted_password = 'x' where email in ('two@example.com', 'ender@example.com')");
  assert.deepEqual([...(await sessionsOf(two)), ...(await sessionsOf(ender))], []);
});

test("a factor that SQL removes takes the level that it gave along, in both schemas", async () => {
  const { session, factor } = await signUpWithFactor(auth, { email: "safe@example.com", password: "secret password" });
  assert.deepEqual(await sessionsOf(session), [{ there: "aal2", here: "aal2" }]);
  await auth.sql("delete from auth.mfa_factors where id = $1", [factor.id]);
  assert.deepEqual(await sessionsOf(session), [{ there: "aal1", here: "aal1" }]);
  const claims = claimsOf((await refresh(session)).body as TestSession);
  assert.deepEqual([claims.aal, claims.amr.map(({ method }) => method)], ["aal1", ["password"]]);
});

test("recovery codes go with the last factor that SQL removes, and so does the level that they gave", async () => {
  const { session, factor } = await signUpWithFactor(auth, { email: "codes@example.com", password: "secret password" });
  const second = await enroll(auth, session, "another app");
  const { codes } = (await post(auth, await show(auth, session, second), "/factors/recovery-codes")).body as { codes: string[] };
  const fresh = (await auth.post("/token?grant_type=password", { email: "codes@example.com", password: "secret password" }))
    .body as TestSession;
  const raised = await post(auth, fresh, "/factors/recovery-codes/verify", { code: codes[0] });
  assert.equal(raised.status, 200, raised.text);
  assert.equal(claimsOf(raised.body as TestSession).aal, "aal2");
  await auth.sql("delete from auth.mfa_factors where id = $1", [factor.id]);
  assert.equal(claimsOf((await refresh(raised.body as TestSession)).body as TestSession).aal, "aal2");
  await auth.sql("delete from auth.mfa_factors where id = $1", [second.id]);
  assert.deepEqual(
    (await sessionsOf(session)).filter(({ here, there }) => here !== "aal1" || there !== "aal1"),
    [],
  );
  const rest = await auth.sql("select from cofre_auth.factors where user_id = $1", [session.user.id]);
  assert.deepEqual(rest, []);
  const { amr } = (
    await auth.sql("select amr from cofre_auth.sessions where id = $1", [claimsOf(raised.body as TestSession).session_id])
  )[0] as { amr: { method: string }[] };
  assert.deepEqual(
    amr.map(({ method }) => method),
    ["password"],
  );
  assert.equal((await auth.get("/user", bearer(raised.body as TestSession))).status, 200);
});
