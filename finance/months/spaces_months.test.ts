import assert from "node:assert/strict";
import { test } from "node:test";
import { about } from "../testing/shared_space.ts";
import { invitationTokenFor } from "../testing/walk_people.ts";
import { shareTestFinance, type TestClient, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;

const PLAIN = { start_day: 1, weekend: "same" };
const read = async (client: TestClient, date: string) => (await client.get(`/spaces/months?date=${date}`)).body;
const set = (rule: object, client: TestClient = ana) => client.put("/spaces/months", rule);

test("GET /spaces/months is the calendar until another rule is set", async () => {
  ana = await finance.member("ana@example.com");
  assert.deepEqual(await read(ana, "2026-02-10"), {
    ...PLAIN,
    ...{ date: "2026-02-10", month: "2026-02-01", start_date: "2026-02-01", end_date: "2026-02-28" },
  });
});

test("PUT /spaces/months sets the rule for all time, and what is absent stays", async () => {
  const reply = await set({ start_day: 5 });
  assert.equal((reply.body as { start_day: number }).start_day, 5);
  assert.deepEqual((await ana.get("/spaces/months")).body, reply.body);
  const days = { start_date: "2026-02-05", end_date: "2026-03-04" };
  assert.deepEqual(await read(ana, "2026-03-04"), { ...PLAIN, start_day: 5, date: "2026-03-04", month: "2026-02-01", ...days });
  assert.equal((await set({ weekend: "before" })).status, 200);
  // 5 April 2026 is a Sunday.
  const april = { date: "2026-04-03", month: "2026-04-01", start_date: "2026-04-03", end_date: "2026-05-04" };
  assert.deepEqual(await read(ana, "2026-04-03"), { start_day: 5, weekend: "before", ...april });
  assert.deepEqual(await read(ana, "1900-01-01"), {
    ...{ start_day: 5, weekend: "before", date: "1900-01-01" },
    ...{ month: "1899-12-01", start_date: "1899-12-05", end_date: "1900-01-04" },
  });
});

test("PUT /spaces/months refuses what is no rule, field by field, and changes nothing", async () => {
  const stored = await read(ana, "2026-04-03");
  const wrong = { start_day: 32, weekend: "sunday" };
  const reply = await set(wrong);
  assert.equal(reply.status, 422);
  assert.deepEqual((reply.body as { errors: object }).errors, {
    start_day: ["deve ser menor ou igual a 31"],
    weekend: ["não está incluído na lista (valores: same, before, after)"],
  });
  for (const start_day of [0, -1, 1.5, "x", [], {}]) assert.equal((await set({ start_day })).status, 422, String(start_day));
  assert.equal((await ana.get("/spaces/months?date=2026-02-30")).status, 422);
  assert.deepEqual(await read(ana, "2026-04-03"), stored);
});

test("PUT /spaces/months with dry_run answers what would be and writes nothing", async () => {
  const stored = await read(ana, "2026-04-03");
  const reply = await set({ start_day: 25, weekend: "same", dry_run: true });
  assert.equal((reply.body as { start_day: number }).start_day, 25);
  assert.deepEqual(await read(ana, "2026-04-03"), stored);
});

test("PUT /spaces/months is for owners", async () => {
  const guest = await finance.member("guest@example.com");
  await ana.post("/invitations", { email: guest.email, role: "editor" });
  const home = await guest.bearer();
  await home.post("/invitations/accept", { token: await invitationTokenFor(finance.auth, guest.email) });
  const there = about(home, ana.spaceId);
  assert.equal((await set({ start_day: 9 }, there)).status, 403);
  assert.deepEqual(await read(there, "2026-04-03"), await read(ana, "2026-04-03"));
});

test("the rule is in the log, and an undo brings back the one of before unless it was changed since", async () => {
  const eva = await finance.member("eva@example.com");
  const cursor = async () => Number(((await eva.get("/changes")).body as { cursor: string }).cursor);
  await set({ start_day: 25, weekend: "after" }, eva);
  const first = await cursor();
  const { changes } = (await eva.get(`/changes?since=${first - 1}`)).body as { changes: Record<string, unknown>[] };
  assert.deepEqual(
    changes.map(({ action, entity, before, after }) => ({ action, entity, before, after })),
    [
      {
        ...{ action: "update", entity: "space" },
        before: { month_start_day: 1, month_start_weekend: "same" },
        after: { month_start_day: 25, month_start_weekend: "after" },
      },
    ],
  );
  // Nothing changes, so nothing is logged.
  await set({ start_day: 25 }, eva);
  assert.equal(await cursor(), first);
  await set({ start_day: 10 }, eva);
  const refused = await eva.post("/changes/undo", { version: first });
  assert.deepEqual((refused.body as { kept: object[] }).kept, [{ entity: "space", entity_id: eva.spaceId, reason: "changed" }]);
  const undone = await eva.post("/changes/undo", { version: first, force: true });
  assert.deepEqual([undone.status, (undone.body as { undone: number }).undone], [200, 1]);
  assert.deepEqual(await read(eva, "2026-03-10"), {
    ...{ ...PLAIN, date: "2026-03-10", month: "2026-03-01" },
    ...{ start_date: "2026-03-01", end_date: "2026-03-31" },
  });
});

test("an export has the rule, a restore brings it, and files without one have the calendar's months", async () => {
  const [from, to, older] = [
    await finance.member("from@example.com"),
    await finance.member("to@example.com"),
    await finance.member("older@example.com"),
  ];
  await set({ start_day: 31, weekend: "after" }, from);
  const file = (await from.get("/exports?format=json")).body as { space: Record<string, unknown> };
  assert.deepEqual([file.space.month_start_day, file.space.month_start_weekend], [31, "after"]);
  const restore = (client: TestClient, space: object) =>
    client.post("/exports/restore", { ...file, space } as Record<string, unknown>);
  for (const wrong of [{ month_start_day: 0 }, { month_start_day: null }, { month_start_weekend: "x" }])
    assert.equal((await restore(to, { ...file.space, ...wrong })).status, 422, JSON.stringify(wrong));
  assert.equal((await restore(to, file.space)).status, 201);
  assert.deepEqual(await read(to, "2026-03-10"), await read(from, "2026-03-10"));
  const { month_start_day: _day, month_start_weekend: _weekend, ...without } = file.space;
  await set({ start_day: 12 }, older);
  assert.equal((await restore(older, without)).status, 201);
  assert.equal(((await read(older, "2026-03-10")) as { start_day: number }).start_day, 1);
});
