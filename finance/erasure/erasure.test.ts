// What becomes of the space of somebody who has deleted their account at auth.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { openAuthLink } from "../credentials/auth_link.ts";
import { openQueue } from "../post/queue.ts";
import { invitationTokenFor } from "../testing/walk_people.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { eraseDeletedUsers } from "./erase_deleted_users.ts";

const DAY = 86_400;
const finance = shareTestFinance();

const db = () => finance.service.world.db;

async function runJob(url = finance.auth.url): Promise<string[]> {
  const log = recordingLog();
  const auth = openAuthLink({ url, token: finance.auth.admin.authorization.replace("Bearer ", "") });
  await eraseDeletedUsers({ db: db(), auth, queue: openQueue(), log, now: finance.clock.now, portion: 1 });
  return log.lines.map(({ fields }) => String(fields.erased ?? fields.err));
}

async function deleteOwn({ email, password }: TestMember): Promise<void> {
  const { body } = await finance.auth.post("/token?grant_type=password", { email, password });
  const headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
  assert.equal((await finance.auth.call("/user", { method: "DELETE", headers })).status, 204);
}

async function deleteAsAdmin({ authUserId }: TestMember): Promise<void> {
  const { auth } = finance;
  assert.equal((await auth.call(`/admin/users/${authUserId}`, { method: "DELETE", headers: auth.admin })).status, 200);
}

async function join(guest: TestMember, owner: TestMember): Promise<void> {
  assert.equal((await owner.post("/invitations", { email: guest.email, role: "editor" })).status, 201);
  const token = await invitationTokenFor(finance.auth, guest.email);
  assert.equal((await (await guest.bearer()).post("/invitations/accept", { token })).status, 200);
}

const rowsOf = async ({ spaceId }: TestMember) =>
  (await db().one<{ count: number }>(sql`select count(*) from transactions where space_id = ${spaceId}`)).count;
const isThere = async ({ spaceId, userId }: TestMember) => [
  (await db().many(sql`select from spaces where space_id = ${spaceId}`)).length,
  (await db().many(sql`select from users where id = ${userId}`)).length,
];

test("a week after users have deleted their account their space is erased, and not a moment before", async () => {
  const ana = await finance.member("ana@example.com");
  const [from, to] = await Promise.all(
    ["one", "two"].map(async (name) => ((await ana.post("/accounts", { name, type: "checking" })).body as { id: number }).id),
  );
  // With portions of one, the two halves of a transfer are never in the same.
  await ana.post("/transfers", { from_account_id: from, to_account_id: to, amount_cents: 5 });
  await ana.post("/transactions", {
    description: "parts",
    amount_cents: -9,
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  const [{ id: category }] = (await ana.get("/categories")).body as [{ id: number }];
  const parts = [
    ...[-3, -2].map((cents) => ({ category_id: category, amount_cents: cents })),
    { account_id: to, amount_cents: -4 },
  ];
  const split = await ana.post("/transactions", { description: "split", amount_cents: -9, account_id: from, parts });
  const refund = { description: "refund", amount_cents: 1, refund_of_id: (split.body as { id: number }).id };
  assert.equal((await ana.post("/transactions", refund)).status, 201);
  const before = await rowsOf(ana);
  assert.equal(before, 9);
  await deleteOwn(ana);
  finance.clock.advance(7 * DAY - 1);
  assert.deepEqual([await runJob(), await rowsOf(ana)], [[], before]);
  await assert.rejects(runJob("http://127.0.0.1:1"), /cannot be reached/, "where auth cannot be asked, nothing is erased");
  finance.clock.advance(1);
  assert.deepEqual(await runJob(), ["erased"]);
  assert.deepEqual([await rowsOf(ana), await isThere(ana)], [0, [0, 0]]);
  assert.deepEqual(await runJob(), [], "auth tells of nobody twice");
});

test("nothing is erased after an administrator's deletion, nor of somebody who was brought back", async () => {
  const [dora, eva] = [await finance.member("dora@example.com"), await finance.member("eva@example.com")];
  await deleteAsAdmin(dora);
  await deleteOwn(eva);
  const again = { email: eva.email, password: eva.password, email_confirm: true };
  assert.equal((await finance.auth.post(`/admin/users/${eva.authUserId}`, again, finance.auth.admin)).status, 200);
  finance.clock.advance(30 * DAY);
  assert.deepEqual(await runJob(), []);
  assert.deepEqual(
    [await isThere(dora), await isThere(eva)],
    [
      [1, 1],
      [1, 1],
    ],
  );
  assert.equal((await eva.get("/accounts")).status, 200, "all is as it was");
  await deleteAsAdmin(eva);
  finance.clock.advance(30 * DAY);
  assert.deepEqual([await runJob(), await isThere(eva)], [[], [1, 1]]);
});

test("a space that others share stays with them; who goes leaves the spaces of others", async () => {
  const [owner, guest] = [await finance.member("owner@example.com"), await finance.member("guest@example.com")];
  const other = await finance.member("other@example.com");
  await owner.post("/transactions", { description: "shared", amount_cents: -1 });
  await join(guest, owner);
  await join(guest, other);
  await deleteOwn(owner);
  finance.clock.advance(8 * DAY);
  assert.deepEqual(await runJob(), ["shared"]);
  assert.deepEqual([await rowsOf(owner), await isThere(owner)], [1, [1, 1]]);
  const emails = (
    await (
      await guest.bearer()
    ).get("/transactions?start_date=2026-01-01&end_date=2027-12-31", { "x-cofre-space": String(owner.spaceId) })
  ).body;
  assert.equal((emails as unknown[]).length, 1, "who shares it goes on");
  await deleteOwn(guest);
  finance.clock.advance(8 * DAY);
  assert.deepEqual(await runJob(), ["erased"], "their own was nobody else's");
  assert.deepEqual(await isThere(guest), [0, 0]);
  const { members } = await db().one<{ members: object }>(sql`select members from spaces where space_id = ${other.spaceId}`);
  assert.deepEqual(members, {});
  const people = (await other.get("/members")).body as { email: string }[];
  assert.deepEqual(
    people.map(({ email }) => email),
    [other.email],
  );
});

test("further spaces of who goes are erased where nobody else is in them; else the next one becomes their owner", async () => {
  const [maker, heir] = [await finance.member("maker@example.com"), await finance.member("heir@example.com")];
  const make = async (name: string) => ((await maker.post("/spaces", { name })).body as { id: number }).id;
  const [alone, shared] = [await make("alone"), await make("shared")];
  const there = { "x-cofre-space": String(shared) };
  const bearer = await maker.bearer();
  for (const space of [alone, shared])
    await bearer.post("/transactions", { description: "x", amount_cents: -1 }, { "x-cofre-space": String(space) });
  assert.equal((await bearer.post("/invitations", { email: heir.email, role: "viewer" }, there)).status, 201);
  const guest = await heir.bearer();
  await guest.post("/invitations/accept", { token: await invitationTokenFor(finance.auth, heir.email) });
  await deleteOwn(maker);
  finance.clock.advance(8 * DAY);
  assert.deepEqual(await runJob(), ["erased"]);
  const remainingRows = await db().many<{ space_id: number }>(sql`
    select space_id from spaces where space_id = any(${[alone, shared]}::bigint[])`);
  assert.deepEqual(remainingRows, [{ space_id: shared }]);
  assert.deepEqual(
    ((await (await heir.bearer()).get("/spaces")).body as { id: number; role: string; name: string }[]).map(
      ({ id, role, name }) => [id, role, name],
    ),
    [
      [heir.spaceId, "owner", "heir"],
      [shared, "owner", "shared"],
    ],
  );
});
