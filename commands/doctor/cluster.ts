// Checks the machines of a Citus cluster: whether each answers, stores data safely, and matches the others.
import { readFinanceConfig } from "../../finance/config.ts";
import { checkMachine } from "../../finance/distribution/check_machine.ts";
import { askMachine, findCluster, type MachineFacts, type Node } from "../../finance/distribution/queries_health.ts";
import { isDistributed } from "../../finance/distribution/queries_machines.ts";
import { type Db, openDatabase } from "../../kernel/sql/database.ts";
import { type Facts, type Finding, within } from "./finding.ts";

const LONGEST_WAIT_SECONDS = 5;

/** Nothing on a plain PostgreSQL. The database check reports a coordinator that does not answer. */
export async function checkCluster({ environment }: Facts): Promise<Finding[]> {
  const { databaseUrl: url, dbNamespace: schema } = readFinanceConfig(environment).config;
  if (!url) return [];
  /** Each query has its own connection, because a hanging machine blocks it. */
  const ask = <T>(question: (db: Db) => Promise<T>) =>
    within(LONGEST_WAIT_SECONDS, queryStore({ url, schema }, question)).catch(() => undefined);
  const cluster = await ask(async (db) => ((await isDistributed(db)) ? findCluster(db) : undefined));
  if (!cluster) return [];
  const findings = cluster.nodes.map(async (node) => aboutMachine(node, await ask((db) => askMachine(db, node)), cluster.server));
  return (await Promise.all(findings)).flat();
}

async function queryStore<T>(store: { url: string; schema: string }, question: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ ...store, maxConnections: 1, name: "cofre doctor" });
  try {
    return await question(db);
  } finally {
    void db.close();
  }
}

export function aboutMachine(
  { name, port, isActive }: Node,
  facts: MachineFacts | undefined,
  coordinator: MachineFacts,
): Finding[] {
  const subject = `worker ${name}:${port}`;
  if (!isActive)
    return [
      { level: "warn", subject, text: "is not active; on the coordinator: select citus_activate_node, or citus_remove_node" },
    ];
  const well: Finding[] = facts
    ? [{ level: "ok", subject, text: `PostgreSQL ${facts.version} with Citus ${facts.citus} answers` }]
    : [];
  const findings = checkMachine(facts, coordinator).map(
    ({ kind, text }): Finding => ({ level: kind === "away" || kind === "refusesWrites" ? "FAIL" : "warn", subject, text }),
  );
  return [...well, ...findings];
}
