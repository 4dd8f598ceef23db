import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTOCONFIRM, bearer, type TestSession } from "../account/testing.ts";
import { answer, codeOf } from "../factors/testing.ts";
import { openAdoption, schemasOf } from "./adopt.ts";
import { compareSchemas, isInStep } from "./mend.ts";
import type { Schemas } from "./mirror.ts";
import { DECRYPTION_KEYS, encrypted, HASH, id, insert, literal, SECRET, session, token, user } from "./testing/gotrue_rows.ts";
import { assertInStep, assertReadable } from "./testing/rows.ts";
import { type AdoptedAuth, startAdopted } from "./testing.ts";

const compare = (auth: AdoptedAuth, mends: boolean) => compareSchemas(auth.service.world, "auth", mends);
const signIn = (auth: AdoptedAuth, email: string) =>
  auth.post("/token?grant_type=password", { email, password: "correct horse" });

async function withoutTriggers(auth: AdoptedAuth, ...statements: string[]): Promise<void> {
  await auth.sql("set session_replication_role = replica");
  for (const statement of statements) await auth.sql(statement);
  await auth.sql("set session_replication_role = origin");
}

test("a second start copies nothing again; what was written without triggers is found and mended", async () => {
  await using auth = await startAdopted(user(1, "ana@example.com") + user(2, "eva@example.com"));
  const world = auth.service.world;
  const { theirs } = schemasOf(world.config) as Schemas;
  const { copy } = await openAdoption(world.config, schemasOf(world.config) as Schemas, auth.clock.now);
  assert.equal((await copy()).wasFinished, true);
  assert.equal(isInStep(await compareSchemas(world, theirs, false)), true);
  await auth.sql("set session_replication_role = replica");
  await auth.sql(`update auth.users set role = 'editor', encrypted_password = '' where id = '${id(1)}'`);
  await auth.sql(`delete from auth.identities where user_id = '${id(2)}'`);
  await auth.sql(`delete from auth.users where id = '${id(2)}'`);
  await auth.sql(user(9, "new@example.com"));
  await auth.sql(
    insert("mfa_factors", {
      id: id(20),
      user_id: id(9),
      friendly_name: "app",
      factor_type: "totp",
      status: "verified",
      created_at: "2025-01-01",
      updated_at: "2025-01-01",
      secret: SECRET,
    }),
  );
  await auth.sql("set session_replication_role = origin");
  const seen = await compareSchemas(world, theirs, false);
  assert.deepEqual(
    { ...seen, ids: seen.ids.sort() },
    {
      ...{ compared: 3, onlyHere: 1, onlyThere: 1, differ: 1, ids: [id(1), id(2), id(9)] },
      ...{ identities: 2, factors: 0, sessions: 0, refused: 0, refusedIds: [] },
    },
  );
  assert.deepEqual(await auth.sql("select role from cofre_auth.users order by id"), [
    { role: "authenticated" },
    { role: "authenticated" },
  ]);
  await compareSchemas(world, theirs, true);
  assert.equal(isInStep(await compareSchemas(world, theirs, false)), true);
  await assertInStep(auth);
  await assertReadable(auth);
  const ana = await auth.post("/token?grant_type=password", { email: "new@example.com", password: "correct horse" });
  assert.equal((await answer(auth, ana.body as TestSession, id(20), codeOf(auth, { secret: SECRET }))).status, 200);
});

test("sessions are compared in both directions: what ended here ends there, what is live here stands there", async () => {
  await using auth = await startAdopted(
    [
      user(1, "ana@example.com"),
      ...[session(30, id(1)), token("newest000000", id(30))],
      // Left behind: it ended before the adoption.
      ...[session(31, id(1)), token("signedout000", id(31), { revoked: true })],
    ].join(""),
    { variables: AUTOCONFIRM },
  );
  const first = (await signIn(auth, "ana@example.com")).body as TestSession;
  const second = (await signIn(auth, "ana@example.com")).body as TestSession;
  assert.equal((await compare(auth, false)).sessions, 0);
  const idOf = ({ access_token: text }: TestSession) =>
    JSON.parse(Buffer.from(text.split(".")[1] ?? "", "base64url").toString()).session_id as string;
  await withoutTriggers(
    auth,
    `delete from auth.sessions where id = '${idOf(first)}'`,
    `delete from cofre_auth.sessions where id = '${idOf(second)}'`,
    `update cofre_auth.sessions set revoked_at = now() where id = '${id(30)}'`,
  );
  assert.equal((await compare(auth, false)).sessions, 3);
  assert.equal((await compare(auth, true)).sessions, 3);
  assert.equal((await compare(auth, true)).sessions, 0);
  const rows = await auth.sql("select id from auth.sessions order by id");
  assert.deepEqual(new Set(rows.map((row) => row.id)), new Set([id(31), idOf(first)]));
  assert.equal((await auth.get("/user", bearer(first))).status, 200);
});

test("users whom the other schema refuses are named, and keep nobody else from being mended", async () => {
  await using auth = await startAdopted(
    user(6, "Twice@example.com", { encrypted_password: null }) + user(7, "twice@example.com") + user(8, "eva@example.com"),
  );
  await withoutTriggers(auth, `update auth.users set role = 'editor' where id = '${id(8)}'`);
  const { refused, refusedIds, differ, onlyThere } = await compare(auth, true);
  assert.deepEqual({ refused, differ, onlyThere }, { refused: 1, differ: 1, onlyThere: 1 });
  assert.ok([id(6), id(7)].includes(refusedIds[0] as string));
  assert.deepEqual(await auth.sql(`select role from cofre_auth.users where id = '${id(8)}'`), [{ role: "editor" }]);
});

test("an encrypted password differs from nothing, and a key that the operator gives later opens it", async () => {
  const sealed = user(5, "sealed@example.com").replace(literal(HASH), literal(encrypted(HASH, id(5))));
  await using auth = await startAdopted(sealed, { variables: DECRYPTION_KEYS });
  assert.equal(isInStep(await compare(auth, true)), true);
  assert.equal((await signIn(auth, "sealed@example.com")).status, 200);
  // As that server writes a new password, while it runs on this database again.
  await auth.sql("update auth.users set encrypted_password = $1", [encrypted(HASH, id(5))]);
  assert.equal((await signIn(auth, "sealed@example.com")).status, 400);
  await compare(auth, true);
  assert.equal((await signIn(auth, "sealed@example.com")).status, 200);

  await using other = await startAdopted(sealed);
  const left = other.logged.filter(({ message }) => message?.startsWith("not adopted")).map(({ message }) => message);
  assert.deepEqual(left, ["not adopted: the password is encrypted with a key that is not given"]);
  assert.equal((await signIn(other, "sealed@example.com")).status, 400);
  const { world } = auth.service;
  await compareSchemas(
    { ...world, config: { ...other.service.world.config, dbDecryptionKeys: world.config.dbDecryptionKeys } },
    "auth",
    true,
  );
  assert.equal((await signIn(other, "sealed@example.com")).status, 200);
});
