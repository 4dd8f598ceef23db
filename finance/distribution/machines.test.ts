// Two machines of a cluster, played by two ways to one plain database: one of them can be held up. The same on a real cluster is in cluster.test.ts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTcpProxy, type Target, type TcpProxy, through } from "../../kernel/testing/tcp_proxy.ts";
import { until } from "../../kernel/testing/until.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";

const HANGING = 1;
const MEMBERS = 6;

let finance: TestFinance;
let proxy: TcpProxy;
let server: Target;
const members: TestMember[] = [];
const isThere = ({ spaceId }: TestMember) => spaceId % 2 === HANGING;

before(async () => {
  proxy = await startTcpProxy(() => server);
  finance = await startTestFinance({}, { cluster: playCluster });
  for (let index = 0; index < MEMBERS; index++) members.push(await finance.member(`member${index}@example.com`));
  // Known to the service from here on.
  for (const member of members) assert.equal((await member.get("/transactions")).status, 200);
});

after(async () => {
  await finance[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

function playCluster(url: string) {
  server = { port: Number(new URL(url).port) };
  return {
    connect: (maxConnections: number, machine?: number) =>
      openDatabase({ url: machine === HANGING ? through(proxy, url) : url, schema: "finance", maxConnections, name: "tests" }),
    cluster: {
      isDistributed: async () => true,
      listMachines: async () => [0, HANGING],
      findMachine: async (_db: unknown, spaceId: number) => spaceId % 2,
      findProblems: async () => [],
      answersItself: async (db: Parameters<typeof assertSumsAreRight>[0]) =>
        (await db.one<{ answers: boolean }>(sql`select true as answers`)).answers,
    },
  };
}

interface Observation {
  reply: Reply;
  isThere: boolean;
  isWrite: boolean;
  began: number;
  ms: number;
}

/** Every member books and reads, one after the other, until it is ended. */
function startLoad() {
  const observations: Observation[] = [];
  const booked = new Map<TestMember, number>(members.map((member) => [member, 0]));
  let isEnding = false;
  const send = async (member: TestMember, isWrite: boolean) => {
    const began = performance.now();
    const reply = await (isWrite
      ? member.post("/transactions", { description: "x", amount_cents: -1 })
      : member.get("/transactions"));
    if (reply.status === 201) booked.set(member, (booked.get(member) as number) + 1);
    observations.push({ reply, isThere: isThere(member), isWrite, began, ms: performance.now() - began });
  };
  const go = async (member: TestMember, isWrite: boolean) => {
    while (!isEnding) await send(member, isWrite);
  };
  const ended = Promise.all(members.flatMap((member) => [go(member, true), go(member, false)]));
  return {
    seen: observations,
    booked,
    end: () => {
      isEnding = true;
      return ended;
    },
  };
}

/** A machine that is busy with other tests may fail it by a late event loop. */
async function readyIs(status: number, part: string): Promise<boolean> {
  const reply = await finance.call("/ready");
  return reply.status === status && reply.text.includes(part);
}

/** Enough of what is asked for, from now on. */
async function more(seen: Observation[], isIncluded: (each: Observation) => boolean, count: number): Promise<Observation[]> {
  const before = seen.length;
  await until(`${count} more answers`, () => seen.slice(before).filter(isIncluded).length >= count);
  return seen.slice(before);
}

test("a machine that hangs under load has its spaces refused at once; those of the other machine notice nothing", async () => {
  const load = startLoad();
  const { seen, booked } = load;
  await more(seen, ({ reply }) => reply.status === 201, 30);
  assert.deepEqual(
    seen.filter(({ reply }) => reply.status >= 300),
    [],
  );
  const stalledFrom = seen.length;
  proxy.stall(true);
  // Those that were under way are refused once the machine has not answered for a while, all others at once.
  await more(seen, (each) => each.isThere && each.reply.status === 503, 2 * MEMBERS);
  const shedFrom = performance.now();
  const during = await more(seen, (each) => each.isThere && each.began > shedFrom, 60);
  const refused = during.filter((each) => each.isThere && each.began > shedFrom);
  for (const { reply } of refused) assert.deepEqual([reply.status, reply.headers["retry-after"]], [503, "1"], reply.text);
  const longest = Math.max(...refused.map(({ ms }) => ms));
  assert.ok(longest < 2_000, `refused after ${longest} ms`);
  await until("a replica that is ready, without its worker", () => readyIs(200, '"degraded":["workers"]'));

  proxy.stall(false);
  await more(seen, (each) => each.isThere && each.isWrite && each.reply.status === 201, 10);
  await load.end();
  const living = seen.slice(stalledFrom).filter((each) => !each.isThere);
  assert.ok(living.length > 60, "the other machine was at work");
  assert.deepEqual(
    living.filter(({ reply }) => reply.status >= 300).map(({ reply }) => reply.text),
    [],
  );
  await until("the machine to be well", () => readyIs(200, '"degraded":[]'));
  for (const member of members) {
    const rows = (await member.get("/transactions")).body as unknown[];
    const acknowledged = booked.get(member) as number;
    // What was refused while it was under way may have been written; what was acknowledged is there.
    const unknown = isThere(member) ? 2 : 0;
    assert.ok(rows.length >= acknowledged && rows.length <= acknowledged + unknown, `${rows.length} of ${acknowledged}`);
    await assertSumsAreRight(finance.service.world.db, member.spaceId);
  }
});

test("a first call while the machine of its space hangs is a 503, and one after that makes the space", async () => {
  proxy.stall(true);
  await until("the machine to be missed", () => readyIs(200, '"degraded":["workers"]'));
  const newcomers: { email: string; password: string }[] = [];
  for (const name of ["eva", "rui"]) {
    const user = { email: `${name}@example.com`, password: "correct horse" };
    await finance.auth.post("/admin/users", { ...user, email_confirm: true }, finance.auth.admin);
    newcomers.push(user);
  }
  const call = ({ email, password }: (typeof newcomers)[number]) => {
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
    return finance.call("/accounts", { headers: { "user-agent": "Tests", authorization } });
  };
  // Their spaces follow each other, so one of the two is on each machine.
  const statuses = (await Promise.all(newcomers.map(call))).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 503]);
  proxy.stall(false);
  await until("both to be welcome", async () => (await Promise.all(newcomers.map(call))).every(({ status }) => status === 200));
});
