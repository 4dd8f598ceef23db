// A connection that breaks while a post is under way leaves it open whether the post was made. The log tells, and the client gets the answer
// that it would have got, once, with or without an Idempotency-Key.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { passAnswers } from "../../kernel/testing/lossy_proxy.ts";
import { startTcpProxy, type TcpProxy, through } from "../../kernel/testing/tcp_proxy.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import {
  clientWith,
  startTestFinance,
  type TestClient,
  type TestFinance,
  type TestMember,
  type TestReplica,
} from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";
import { findVersion } from "./queries.ts";

type Break = "before it is sent" | "after it is sent" | "after it is done" | "when a row of its answer got lost";

/** How the next connections on which a post or a commit is sent are broken. */
const breaks: Break[] = [];

let finance: TestFinance;
let proxy: TcpProxy;
let frail: TestReplica;
let ana: TestMember;
/** Ana, at a replica whose connections break. */
let client: TestClient;

before(async () => {
  finance = await startTestFinance();
  proxy = await startTcpProxy({ port: Number(new URL(finance.database.url).port) }, joinFrailly);
  frail = await finance.replica({ DATABASE_URL: through(proxy, finance.database.url) });
  ana = await finance.member("ana@example.com");
  client = clientWith(frail.call, ana.authorization);
  // The first read makes rows ahead of time, which is a post of its own.
  await list(ana);
});

after(async () => {
  await frail[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await finance[Symbol.asyncDispose]();
});

function joinFrailly(near: Socket, far: Socket): void {
  let broken: Break | undefined;
  near.on("data", (chunk) => {
    if (broken) return;
    if (/"entries":|\0commit\0/.test(chunk.toString("latin1"))) broken = breaks.shift();
    if (broken !== "before it is sent") far.write(chunk);
    if (broken === "before it is sent" || broken === "after it is sent") near.resetAndDestroy();
  });
  // What the server is at work on it goes on with.
  near.on("close", () => far.destroy());
  far.on("data", () => {
    if (broken === "after it is done") near.resetAndDestroy();
  });
  passAnswers(far, near, () => broken === "when a row of its answer got lost");
}

const db = () => finance.service.world.db;

/** What happened to the space since, and the rows of this name. */
async function outcome(description: string, since: number) {
  assert.equal(breaks.length, 0, "a break was not used");
  await assertSumsAreRight(db(), ana.spaceId);
  const rows = (await list(ana)).filter((row) => row.description === description);
  return { posts: (await findVersion(db(), ana.spaceId)) - since, ids: rows.map(({ id }) => id) };
}

let numbers = 0;
async function freshRow() {
  const description = `row ${++numbers}`;
  const body = { description, amount_cents: -100, date: "2026-01-10" };
  return { description, body, since: await findVersion(db(), ana.spaceId) };
}

const CASES: Break[][] = [
  ["before it is sent"],
  ["after it is done"],
  ["before it is sent", "before it is sent", "after it is done"],
  ["when a row of its answer got lost"],
];

for (const breakPoint of CASES) {
  test(`POST /transactions without a key is answered rightly when its connection breaks ${breakPoint.join(", again ")}`, async () => {
    const { description, body, since } = await freshRow();
    breaks.push(...breakPoint);
    const reply = await client.post("/transactions", body);
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(await outcome(description, since), { posts: 1, ids: [(reply.body as TransactionView).id] });
  });
}

test("a post that is made after the connection broke, and after the log was first looked at, is found there", async () => {
  const { description, body, since } = await freshRow();
  const release = await lockSpace();
  breaks.push("after it is sent");
  const looked = untilLogIsRead();
  const sending = client.post("/transactions", body);
  await looked;
  await release();
  const reply = await sending;
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(await outcome(description, since), { posts: 1, ids: [(reply.body as TransactionView).id] });
});

test("a post that was not made before somebody else posted is decided and sent again", async () => {
  const { description, body, since } = await freshRow();
  breaks.push("before it is sent");
  const [reply] = await Promise.all([
    client.post("/transactions", body),
    untilLogIsRead().then(() => create(ana, { ...body, description: "meanwhile" })),
  ]);
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual(await outcome(description, since), { posts: 2, ids: [(reply.body as TransactionView).id] });
});

test("DELETE /transactions/:id whose answer got lost is answered with what was deleted, and an Idempotency-Key with it again", async () => {
  const { description, body } = await freshRow();
  const { id } = await create(ana, body);
  const since = await findVersion(db(), ana.spaceId);
  breaks.push("after it is done");
  const key = { "idempotency-key": "deleted-once" };
  const reply = await client.delete(`/transactions/${id}`, undefined, key);
  assert.deepEqual([reply.status, (reply.body as TransactionView).id], [200, id], reply.text);
  assert.deepEqual(await outcome(description, since), { posts: 1, ids: [] });
  const again = await ana.delete(`/transactions/${id}`, undefined, key);
  assert.deepEqual([again.status, again.headers["idempotency-replayed"], again.body], [200, "true", reply.body]);
});

test("DELETE /accounts/:id, which takes any number of rows along, is done once when the answer to its COMMIT got lost", async () => {
  const account = (await ana.post("/accounts", { name: "Carteira" })).body as { id: number };
  const { description, body } = await freshRow();
  await create(ana, { ...body, account_id: account.id });
  const since = await findVersion(db(), ana.spaceId);
  // The first to pass is the post, the second the commit.
  for (const breakPoint of ["before it is sent", "after it is done"] as const) breaks.push(breakPoint);
  const reply = await client.delete(`/accounts/${account.id}`);
  assert.deepEqual([reply.status, (reply.body as { id: number }).id], [200, account.id], reply.text);
  assert.deepEqual(await outcome(description, since), { posts: 1, ids: [] });
});

test("a database that stays away is a 503, and nothing is written", async () => {
  const { description, body, since } = await freshRow();
  breaks.push(...Array.from({ length: 20 }, (): Break => "before it is sent"));
  const reply = await client.post("/transactions", body);
  assert.deepEqual([reply.status, reply.headers["retry-after"]], [503, "1"], reply.text);
  assert.match((reply.body as { error: string }).error, /pode ter sido gravado; com uma Idempotency-Key é seguro repeti-lo$/);
  breaks.length = 0;
  assert.deepEqual(await outcome(description, since), { posts: 0, ids: [] });
});

test("a space that stays locked is a 503, also for what locks it itself and has an Idempotency-Key", async () => {
  const account = (await ana.post("/accounts", { name: "Cofrinho" })).body as { id: number };
  const release = await lockSpace();
  const reply = await ana.delete(`/accounts/${account.id}`, undefined, { "idempotency-key": "locked-out" });
  assert.equal(reply.status, 503, reply.text);
  await release();
  assert.equal((await ana.delete(`/accounts/${account.id}`, undefined, { "idempotency-key": "locked-out" })).status, 200);
});

/** Others wait until it is given back. */
async function lockSpace(): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holder = db().transaction(async (tx) => {
    await tx.run(sql`select from spaces where space_id = ${ana.spaceId} for update`);
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  return () => {
    end.resolve();
    return holder;
  };
}

/** By the replica whose connections break. */
function untilLogIsRead(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { db: observed } = frail.service.world;
  observed.observer = ({ text }) => {
    if (!/select post_id from changes/.test(text)) return;
    observed.observer = undefined;
    resolve();
  };
  return promise;
}
