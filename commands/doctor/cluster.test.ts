// The doctor on a cluster. Some tests need COFRE_TEST_CITUS_URL, the URL of a coordinator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLUSTER_URL, type ClusterDatabase, clusterDatabase } from "../../finance/testing/cluster.ts";
import { startTestFinance } from "../../finance/testing.ts";
import { runToEnd, workFolder } from "../testing.ts";
import { aboutMachine } from "./cluster.ts";

const settings = { synchronous_commit: "on", fsync: "on", wal_level: "logical", transaction_read_only: "off" };
const COORDINATOR = { version: "15.18", citus: "13.2-1", settings };
const NODE = { name: "worker1", port: 5432, isActive: true };
const linesOf = (...args: Parameters<typeof aboutMachine>) =>
  aboutMachine(...args).map(({ level, subject, text }) => `${level} ${subject}: ${text}`);

test("doctor is content with a worker like its coordinator", () => {
  assert.deepEqual(linesOf(NODE, COORDINATOR, COORDINATOR), [
    "ok worker worker1:5432: PostgreSQL 15.18 with Citus 13.2-1 answers",
  ]);
});

test("doctor tells a worker that is away, one that loses writes, one that takes none, and one of another version", () => {
  const report = (facts: Partial<typeof COORDINATOR> | undefined, isActive = true) =>
    linesOf({ ...NODE, isActive }, facts && { ...COORDINATOR, ...facts }, COORDINATOR).join("\n");
  assert.match(report(undefined), /^FAIL worker worker1:5432: does not answer the coordinator, so its spaces are answered 503; /);
  assert.match(report({}, false), /^warn worker worker1:5432: is not active; /);
  const set = (name: keyof typeof settings, value: string) => report({ settings: { ...settings, [name]: value } });
  assert.match(set("synchronous_commit", "off"), /^warn .*: synchronous_commit = off: acknowledged writes can be lost /m);
  assert.match(set("transaction_read_only", "on"), /^FAIL .*: transaction_read_only = on: /m);
  assert.match(set("wal_level", "replica"), /^warn .*: wal_level = replica: spaces cannot move /m);
  assert.match(report({ version: "16.2" }), /^warn .*: PostgreSQL is 16\.2 there and 15\.18 on the coordinator; /m);
  assert.match(report({ citus: "12.1-1" }), /^warn .*: Citus is 12\.1-1 there and 13\.2-1 on the coordinator; /m);
});

if (CLUSTER_URL !== undefined) onACluster();

function onACluster(): void {
  test("doctor --ledger checks the spaces of the workers that are there, and names those that it cannot read", async () => {
    await using folder = await workFolder();
    await using finance = await startTestFinance();
    for (let index = 0; index < 8; index++) await finance.member(`member${index}@example.com`);
    await (finance.database as ClusterDatabase).workers[0]?.cut();
    const report = await runToEnd(["doctor", "--ledger"], { FINANCE_DATABASE_URL: finance.database.url }, folder.path);
    assert.equal(report.code, 1, report.errors);
    assert.match(report.output, /^FAIL {2}spaces that could not be read: \d+(, \d+)*\n\n[1-7] spaces? checked and correct\. /);
  });

  test("doctor asks every worker of a cluster, and names the one that hangs or is away", async () => {
    await using folder = await workFolder();
    await using database = await clusterDatabase();
    const doctor = async () => (await runToEnd(["doctor"], { FINANCE_DATABASE_URL: database.url }, folder.path)).output;
    const lines = async (level: string) =>
      (await doctor()).split("\n").filter((line) => line.startsWith(level) && / worker /.test(line));
    assert.equal((await lines("ok")).length, database.workers.length);
    const [worker] = database.workers;
    worker?.stall(true);
    assert.match((await lines("FAIL")).join("\n"), new RegExp(`^FAIL +worker 127.0.0.1:${worker?.port}: does not answer `));
    worker?.stall(false);
    await worker?.cut();
    assert.match((await lines("FAIL")).join("\n"), new RegExp(`^FAIL +worker 127.0.0.1:${worker?.port}: does not answer `));
  });
}
