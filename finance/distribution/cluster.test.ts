// Finance on a Citus cluster. The tests that need one run where COFRE_TEST_CITUS_URL names its coordinator.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { migrate } from "../../kernel/sql/migrate.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { testDatabase } from "../../kernel/testing/database.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { until } from "../../kernel/testing/until.ts";
import { extendAll } from "../extension/extend.ts";
import { checkRound } from "../integrity/round.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { FINANCE_MIGRATIONS } from "../main.ts";
import { COORDINATOR_TABLES } from "../tables/tables.ts";
import { CLUSTER_URL, type ClusterDatabase } from "../testing/cluster.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { walkEveryRoute } from "../testing/walk.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { distributeFinance } from "./distribute.ts";

const SILENT = { isConfirmed: () => true, begins: () => {} };

test("without Citus nothing is distributed, and what is missing is named", async () => {
  await using database = await testDatabase();
  await migrate({ url: database.url, schema: "finance", ...FINANCE_MIGRATIONS });
  await assert.rejects(
    distributeFinance({ url: database.url, schema: "finance", ...SILENT }),
    /has no Citus.*create extension citus/,
  );
});

let finance: TestFinance;
const db = () => finance.service.world.db;

if (CLUSTER_URL !== undefined) {
  before(async () => {
    finance = await startTestFinance(TRUSTING);
  });
  after(() => finance[Symbol.asyncDispose]());
  testTables();
  testMachineThatIsCutOff();
  testMachineThatHangs();
  testReadiness();
}

function testTables(): void {
  test("every table of spaces is distributed by space, with one colocation, and the post is delegated", async () => {
    const tables = await db().many(sql`
      select citus_table_type, distribution_column, count(distinct colocation_id) as colocations
        from public.citus_tables group by 1, 2`);
    assert.deepEqual(tables, [{ citus_table_type: "distributed", distribution_column: "space_id", colocations: 1 }]);
    const localTables = await db().many<{ name: string }>(sql`
      select relname as name from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname = 'space_id'
       where relnamespace = 'finance'::regnamespace and relkind = 'r'
         and pg_class.oid not in (select logicalrelid from pg_dist_partition)`);
    assert.deepEqual(localTables.map(({ name }) => name).sort(), [...COORDINATOR_TABLES].sort());
    let steps: unknown;
    const isConfirmed = (planned: unknown) => {
      steps = planned;
      return true;
    };
    await distributeFinance({ url: finance.database.url, schema: "finance", ...SILENT, isConfirmed });
    assert.deepEqual(steps, [], "distributing again does nothing");
  });

  test("a walk through every route, the nightly extension and a check of every sum", async () => {
    const ana = await finance.member("ana@example.com");
    const guest = await finance.member("guest@example.com");
    await walkEveryRoute({ ...ana, ...quickClient(finance.port, ana.authorization) }, finance, guest);
    finance.clock.advance(40 * 86_400);
    await extendAll(db(), recordingLog(), finance.clock.now);
    assert.deepEqual((await checkRound({ db: db(), log: recordingLog(), now: finance.clock.now })).wrong, {});
  });

  test("a migration that makes a table runs, and the table is distributed", async () => {
    await using folder = await temporaryFolder();
    cpSync(FINANCE_MIGRATIONS.folder, folder.path, { recursive: true });
    const text = `
      create table houses (space_id bigint not null, id bigint not null, name text not null, constraint houses_pkey primary key (space_id, id));
      select distribute_table('houses');
      alter table houses add constraint houses_space_id_fkey foreign key (space_id) references spaces (space_id) on delete cascade;
      alter table transactions add column house_id bigint;
      comment on column transactions.house_id is 'What it is saved for';
      alter table transactions add constraint transactions_house_fkey foreign key (space_id, house_id) references houses (space_id, id);`;
    writeFileSync(join(folder.path, "999_houses.sql"), text);
    const applied = await migrate({ url: finance.database.url, schema: "finance", folder: folder.path });
    assert.deepEqual(applied, ["999_houses.sql"]);
    const bia = await finance.member("bia@example.com");
    await db().run(sql`insert into houses (space_id, id, name) values (${bia.spaceId}, 1, 'a house')`);
    const placed = await db().many(sql`select citus_table_type from public.citus_tables where table_name = 'houses'::regclass`);
    assert.deepEqual(placed, [{ citus_table_type: "distributed" }]);
  });
}

function testMachineThatIsCutOff(): void {
  test("a machine that goes away stops its own spaces only, and nothing that was acknowledged is lost", async () => {
    const { workers } = finance.database as ClusterDatabase;
    const members: TestMember[] = [];
    for (let index = 0; index < 12; index++) members.push(await finance.member(`member${index}@example.com`));
    const book = (member: TestMember) => member.post("/transactions", { description: "x", amount_cents: -1 });
    const booked = new Map<TestMember, number>(members.map((member) => [member, 0]));
    const bookOnce = async (member: TestMember) => {
      const reply = await book(member);
      if (reply.status === 201) booked.set(member, (booked.get(member) as number) + 1);
      return reply.status;
    };
    const all = () => Promise.all(members.map(bookOnce));
    assert.deepEqual([...new Set(await all())], [201]);
    const homes = await Promise.all(members.map(({ spaceId }) => machineOf(spaceId)));
    const gone = workers[0]!;
    await gone.cut();
    for (let round = 0; round < 3; round++) {
      const statuses = await all();
      assert.deepEqual(
        statuses,
        homes.map((port) => (port === gone.port ? 503 : 201)),
      );
    }
    await gone.mend();
    for (const member of members) await insist(() => bookOnce(member));
    for (const member of members) {
      const rows = (await member.get("/transactions")).body as unknown[];
      assert.equal(rows.length, booked.get(member));
      await assertSumsAreRight(db(), member.spaceId);
    }
  });
}

function testMachineThatHangs(): void {
  test("a machine that hangs under steady load stops its own spaces only, which are refused at once", async () => {
    const { workers } = finance.database as ClusterDatabase;
    const members: TestMember[] = [];
    for (let index = 0; index < 12; index++) members.push(await finance.member(`hanging${index}@example.com`));
    const homes = await Promise.all(members.map(({ spaceId }) => machineOf(spaceId)));
    const hanging = workers[1]!;
    const isThere = (index: number) => homes[index] === hanging.port;
    assert.ok(members.some((_, index) => isThere(index)) && members.some((_, index) => !isThere(index)));
    const observations: { status: number; isThere: boolean; began: number; ms: number }[] = [];
    let isEnding = false;
    const go = async (member: TestMember, index: number, isWrite: boolean) => {
      while (!isEnding) {
        const began = performance.now();
        const { status } = await (isWrite
          ? member.post("/transactions", { description: "x", amount_cents: -1 })
          : member.get("/transactions"));
        observations.push({ status, isThere: isThere(index), began, ms: performance.now() - began });
      }
    };
    const load = Promise.all(members.flatMap((member, index) => [go(member, index, true), go(member, index, false)]));
    const more = async (count: number, isIncluded: (each: (typeof observations)[number]) => boolean) => {
      const from = observations.length;
      await until(`${count} more answers`, () => observations.slice(from).filter(isIncluded).length >= count);
      return observations.slice(from).filter(isIncluded);
    };
    await more(200, ({ status }) => status < 300);
    const stalledFrom = observations.length;
    hanging.stall(true);
    try {
      await more(2 * members.length, (each) => each.isThere && each.status === 503);
      const shedFrom = performance.now();
      const refused = await more(100, (each) => each.isThere && each.began > shedFrom);
      assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503]);
      assert.ok(Math.max(...refused.map(({ ms }) => ms)) < 2_000, "refused at once");
      assert.match((await finance.call("/ready")).text, /"degraded":\["workers"\]/);
      await more(200, (each) => !each.isThere);
    } finally {
      hanging.stall(false);
    }
    await more(20, (each) => each.isThere && each.status < 300);
    isEnding = true;
    await load;
    const living = observations.slice(stalledFrom).filter((each) => !each.isThere);
    assert.deepEqual(
      living.filter(({ status }) => status >= 300),
      [],
    );
    for (const { spaceId } of members) await assertSumsAreRight(db(), spaceId);
  });
}

function testReadiness(): void {
  test("GET /ready is degraded, and the log says why, where a machine may lose what it has acknowledged", async () => {
    const [worker] = (finance.database as ClusterDatabase).workers;
    // A cluster hands such a change on to its workers.
    const name = new URL(finance.database.url).pathname.slice(1);
    const set = (change: string) => db().run(trusted(`alter database ${name} ${change}`));
    await set("set synchronous_commit = off");
    try {
      await using another = await finance.replica();
      await until("a degraded part", async () => (await another.call("/ready")).text.includes('"degraded":["workers"]'));
      const [line] = another.logged.filter(({ message }) => message?.includes("is not set up as it should be"));
      const problems = line?.fields.problems as string[];
      assert.ok(problems.some((text) => text.startsWith(`127.0.0.1:${worker?.port}: synchronous_commit = off: `)));
    } finally {
      await set("reset synchronous_commit");
    }
  });
}

async function machineOf(spaceId: number): Promise<number> {
  const { port } = await db().one<{ port: number }>(sql`
    select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('spaces', ${spaceId}::bigint)`);
  return port;
}

async function insist(send: () => Promise<number>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await send()) !== 201) assert.ok(Date.now() < deadline, "the machine is back, and its spaces are not");
}
