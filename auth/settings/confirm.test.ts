// Settings by which administrators could lock themselves out: refused, or undone unless somebody confirms them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { administrator } from "../administrators/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { change, patch, readSettings, startReplica } from "./testing.ts";

const confirm = (auth: TestAuth, version: number, headers: Record<string, string>, method = "POST") =>
  auth.call("/admin/settings/confirm", { method, headers, body: { version } });

/** As if the minute were over in this many milliseconds. */
const endMinute = (auth: TestAuth, milliseconds: number) =>
  auth.service.world.db.run(sql`
    update settings_versions set confirm_before = clock_timestamp() + make_interval(secs => ${milliseconds / 1000}::float8)
     where confirm_before is not null`);

test("a setting that could lock administrators out counts for a minute, and on every replica the one before counts after it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  await using replica = await startReplica(auth);
  const owner = await administrator(auth, "owner");
  const changed = await change(auth, { SESSIONS_TIMEBOX: "24h" }, owner.headers);
  const seconds = (Date.parse(changed.confirm_before as string) - Date.now()) / 1000;
  assert.ok(seconds > 40 && seconds < 80, `${seconds} s`);
  assert.equal(auth.service.world.config.sessionsTimeboxSeconds, 86_400);
  await until("the replica to follow", () => replica.world.config.sessionsTimeboxSeconds === 86_400);
  assert.equal((await readSettings(auth)).pending?.version, changed.version);
  assert.deepEqual(verdict(await patch(auth, { PASSWORD_MIN_LENGTH: "9" }, owner.headers)), [409, "settings_unconfirmed"]);
  await endMinute(auth, 300);
  for (const { settings } of [auth.service.world, replica.world]) await settings.follow();
  for (const world of [auth.service.world, replica.world])
    await until("the version before to count", () => world.config.sessionsTimeboxSeconds === undefined, 3_000);
  assert.deepEqual(verdict(await confirm(auth, changed.version, owner.headers)), [409, "settings_not_pending"]);
  const { version, pending } = await readSettings(auth);
  assert.deepEqual([version, pending], [0, null]);
  await using started = await startReplica(auth);
  assert.equal(started.world.config.sessionsTimeboxSeconds, undefined);
});

test("POST /admin/settings/confirm keeps such a change, and DELETE takes it back", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const owner = await administrator(auth, "owner");
  const viewer = await administrator(auth, "viewer");
  const first = await change(auth, { SESSIONS_TIMEBOX: "24h" }, owner.headers);
  assert.deepEqual(verdict(await confirm(auth, first.version, viewer.headers)), [403, "right_missing"]);
  assert.equal((await confirm(auth, first.version, owner.headers)).status, 200);
  assert.deepEqual(verdict(await confirm(auth, first.version, owner.headers)), [409, "settings_not_pending"]);
  assert.deepEqual(verdict(await confirm(auth, 99, owner.headers)), [404, "settings_version_not_found"]);
  const second = await change(auth, { SESSIONS_TIMEBOX: "48h" }, owner.headers);
  assert.deepEqual((await confirm(auth, second.version, owner.headers, "DELETE")).body, { version: first.version });
  assert.equal(auth.service.world.config.sessionsTimeboxSeconds, 86_400);
  assert.equal((await readSettings(auth)).version, first.version);
  const third = await change(auth, { SESSIONS_TIMEBOX: null }, owner.headers);
  assert.equal(third.version, second.version + 1);
});

test("while the database is away, the version before counts when the minute is over", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const owner = await administrator(auth, "owner");
  await change(auth, { SESSIONS_TIMEBOX: "24h" }, owner.headers);
  await endMinute(auth, 500);
  const { db, settings } = auth.service.world;
  await settings.follow();
  const { many } = db;
  db.many = () => Promise.reject(new Error("the database is away"));
  try {
    await until("the version before to count", () => auth.service.world.config.sessionsTimeboxSeconds === undefined, 3_000);
  } finally {
    db.many = many;
  }
});

test("settings that would keep every owner out are refused", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const off = { MFA_TOTP_VERIFY_ENABLED: "false" };
  assert.equal((await patch(auth, off)).status, 200);
  await change(auth, { MFA_TOTP_VERIFY_ENABLED: null });
  await administrator(auth, "owner");
  assert.deepEqual(verdict(await patch(auth, off)), [422, "settings_lock_out"]);
  assert.deepEqual(verdict(await patch(auth, { EXTERNAL_EMAIL_ENABLED: "false" })), [422, "settings_lock_out"]);
  assert.equal((await readSettings(auth)).version, 2);
  await change(auth, { EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: "false" });
});
