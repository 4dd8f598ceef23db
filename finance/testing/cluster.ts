// Test support: a database on the operator's Citus cluster, which a variable names, with distributed tables. Each machine is reached
// through a proxy, so that a test can cut it off.
import { randomBytes } from "node:crypto";
import { migrate } from "../../kernel/sql/migrate.ts";
import type { TestDatabase } from "../../kernel/testing/database.ts";
import { type PlainClient, plainClient } from "../../kernel/testing/plain_client.ts";
import { startTcpProxy, type TcpProxy } from "../../kernel/testing/tcp_proxy.ts";
import { distributeFinance } from "../distribution/distribute.ts";
import { FINANCE_MIGRATIONS } from "../main.ts";

/** Names the coordinator, with a user who may create databases on every machine. */
export const CLUSTER_URL = process.env.COFRE_TEST_CITUS_URL;

export interface ClusterDatabase extends TestDatabase {
  workers: readonly TcpProxy[];
}

/** So few make a database quickly, and still every machine has some. */
const SHARDS = 4;

export async function clusterDatabase(coordinatorUrl = CLUSTER_URL as string): Promise<ClusterDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const nodes = await nodesOf(coordinatorUrl);
  const machines = [coordinatorUrl, ...nodes.map(({ url }) => url)];
  for (const machine of machines) await on(machine, (admin) => admin.query(`create database ${name}`));
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => {
    for (const machine of machines) await on(machine, (admin) => admin.query(`drop database if exists ${name} with (force)`));
  });
  const workers = await Promise.all(nodes.map(async ({ host, port }) => opened.use(await startTcpProxy({ host, port }))));
  for (const machine of machines) await on(named(machine, name), (admin) => admin.query("create extension citus"));
  const url = named(coordinatorUrl, name);
  await on(url, async (admin) => {
    await admin.query(`alter database ${name} set citus.shard_count = ${SHARDS}`);
    const { hostname, port } = new URL(coordinatorUrl);
    await admin.query("select citus_set_coordinator_host($1, $2)", [hostname, Number(port || 5432)]);
    for (const worker of workers) await admin.query("select citus_add_node('127.0.0.1', $1)", [worker.port]);
  });
  await migrate({ url, schema: "finance", ...FINANCE_MIGRATIONS });
  await distributeFinance({ url, schema: "finance", isConfirmed: () => true, begins: () => {} });
  const running = opened.move();
  return { url, workers, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function nodesOf(coordinatorUrl: string): Promise<{ host: string; port: number; url: string }[]> {
  const rows = await on(coordinatorUrl, (admin) =>
    admin.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid",
    ),
  );
  return rows.map(({ host, port }) => ({ host, port, url: at(coordinatorUrl, host, port) }));
}

async function on<T>(url: string, work: (admin: PlainClient) => Promise<T>): Promise<T> {
  await using admin = await plainClient(url);
  return await work(admin);
}

function at(url: string, host: string, port: number): string {
  const there = new URL(url);
  there.hostname = host;
  there.port = String(port);
  return there.href;
}

function named(url: string, database: string): string {
  const there = new URL(url);
  there.pathname = `/${database}`;
  return there.href;
}
