import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create } from "../transactions/testing.ts";

const finance = shareTestFinance();

interface Change {
  version: number;
  n: number;
  action: string;
  entity: string;
  entity_id: number;
  user_id: number | null;
  token_id: number | null;
  request_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  record: Record<string, unknown> | null;
}
interface Page {
  changes: Change[];
  cursor: string;
  has_more: boolean;
}

const read = async (member: TestMember, query = "") => (await member.get(`/changes${query}`)).body as Page;
const start = async (member: TestMember) => (await read(member)).cursor;

test("GET /changes without a cursor answers the one to begin with; with it, what was written since, with who and how it is now", async () => {
  const ana = await finance.member("ana@example.com");
  const cursor = await start(ana);
  assert.deepEqual(await read(ana, `?since=${cursor}`), { changes: [], cursor, has_more: false });
  const row = await create(ana, { description: "pão", amount_cents: -500, date: "2026-01-05" });
  const changed = await ana.put(`/transactions/${row.id}`, { amount_cents: -600 }, { "x-request-id": "r" });
  assert.equal(changed.status, 200);
  const page = await read(ana, `?since=${cursor}`);
  assert.deepEqual(
    page.changes.map(({ version, action, entity, entity_id: id }) => [version - Number(cursor), action, entity, id]),
    [
      [1, "create", "transaction", row.id],
      [2, "update", "transaction", row.id],
    ],
  );
  const [created, updated] = page.changes as [Change, Change];
  assert.equal(created.user_id, ana.userId);
  assert.ok(created.token_id && created.request_id);
  assert.equal(created.record?.amount_cents, -600, "the record is as it is now");
  assert.deepEqual([updated.before?.amount_cents, updated.after?.amount_cents], [-500, -600]);
  assert.equal(page.cursor, String(Number(cursor) + 2));
  await ana.delete(`/transactions/${row.id}`);
  const gone = await read(ana, `?since=${page.cursor}`);
  assert.deepEqual([gone.changes[0]?.action, gone.changes[0]?.record], ["delete", null]);
});

test("GET /changes gives pages, also within a write that has more entries than one", async () => {
  const bia = await finance.member("bia@example.com");
  const cursor = await start(bia);
  await create(bia, { description: "tv", amount_cents: -1200, installments_attributes: { periodicity: "monthly", total: 12 } });
  const whole = await read(bia, `?since=${cursor}`);
  assert.equal(whole.changes.length, 13, "a series and its rows");
  const seen: Change[] = [];
  let since = cursor;
  for (let more = true; more; ) {
    const page = await read(bia, `?since=${since}&limit=5`);
    assert.ok(page.changes.length <= 5);
    seen.push(...page.changes);
    [since, more] = [page.cursor, page.has_more];
  }
  assert.deepEqual(seen, whole.changes);
  assert.equal(since, whole.cursor);
});

test("GET /changes shows what a fixed series makes by itself, with no actor", async () => {
  const caio = await finance.member("caio@example.com");
  await create(caio, {
    description: "aluguel",
    amount_cents: -1000,
    date: "2026-01-05",
    recurrence_attributes: { periodicity: "monthly" },
  });
  const cursor = await start(caio);
  const far = Number(finance.clock.now().toISOString().slice(0, 4)) + 6;
  await caio.get(`/transactions?start_date=${far}-01-01&end_date=${far}-12-31`);
  const { changes } = await read(caio, `?since=${cursor}`);
  assert.ok(changes.length > 0);
  for (const { entity, user_id: userId } of changes) assert.ok(["series", "space"].includes(entity) && userId === null);
});

test("GET /changes?wait answers when something is written, and at the latest after that time", async () => {
  const dora = await finance.member("dora@example.com");
  const cursor = await start(dora);
  const waiting = read(dora, `?since=${cursor}&wait=20`);
  const row = await create(dora, { description: "x", amount_cents: -1 });
  assert.deepEqual(
    (await waiting).changes.map(({ entity_id: id }) => id),
    [row.id],
  );
  const empty = await read(dora, `?since=${await start(dora)}&wait=1`);
  assert.deepEqual(empty.changes, []);
});

test("GET /changes refuses a cursor that the space never had, and one that is none", async () => {
  const eva = await finance.member("eva@example.com");
  const reply = await eva.get("/changes?since=999999");
  assert.deepEqual([reply.status, reply.body], [410, { error: "este cursor não é deste espaço: comece de novo, sem since" }]);
  for (const query of ["since=x", "since=-1", "since=1.2.3", "limit=0", "limit=501", "wait=26", "wait=x"])
    assert.equal((await eva.get(`/changes?${query}`)).status, 422, query);
});

/** A write that waited too long asks to be sent again. */
async function insist(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
  }
}

test("GET /changes: a cursor passes over nothing, whoever writes at the same time on two replicas", async () => {
  const gil = await finance.member("gil@example.com");
  await using replica = await finance.replica();
  let since = await start(gil);
  const seen: Change[] = [];
  let isWriting = true;
  const reading = (async () => {
    for (let last = false; !last; ) {
      last = !isWriting;
      for (let more = true; more; ) {
        const page = await read(gil, `?since=${since}&limit=7`);
        seen.push(...page.changes);
        [since, more] = [page.cursor, page.has_more];
      }
    }
  })();
  const headers = { authorization: gil.authorization, "user-agent": "tests" };
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const body = { description: `${index}`, amount_cents: -1 - index };
      return insist(() =>
        index % 2 ? gil.post("/transactions", body) : replica.call("/transactions", { method: "POST", body, headers }),
      );
    }),
  );
  isWriting = false;
  await reading;
  const createdIds = replies.map(({ body }) => (body as { id: number }).id);
  assert.deepEqual(seen.map(({ entity_id: id }) => id).sort(), createdIds.sort());
  assert.deepEqual(
    seen.map(({ version }) => version),
    seen.map((_, index) => (seen[0] as Change).version + index),
  );
});

test("GET /changes?transaction_id answers what became of one transaction, in order and by pages, and of another's nothing", async () => {
  const [eva, rui] = [await finance.member("historia@example.com"), await finance.member("alheia@example.com")];
  const row = await create(eva, { description: "a", amount_cents: -1 });
  await create(eva, { description: "other", amount_cents: -9 });
  for (const description of ["b", "c"]) await eva.put(`/transactions/${row.id}`, { description });
  await eva.delete(`/transactions/${row.id}`);
  const path = `?transaction_id=${row.id}`;
  const whole = await read(eva, path);
  assert.deepEqual(
    whole.changes.map(({ action, after }) => [action, after?.description]),
    [
      ["update", "b"],
      ["update", "c"],
      ["delete", undefined],
    ],
  );
  const first = await read(eva, `${path}&limit=2`);
  assert.deepEqual([first.changes.length, first.has_more], [2, true]);
  assert.deepEqual((await read(eva, `${path}&since=${first.cursor}`)).changes, whole.changes.slice(2));
  const untouched = await create(rui, { description: "x", amount_cents: -1 });
  assert.deepEqual(await read(rui, `?transaction_id=${untouched.id}&wait=20`), { changes: [], cursor: "0.0", has_more: false });
  for (const query of [path, "?transaction_id=x"]) assert.equal((await rui.get(`/changes${query}`)).status, 422, query);
});
