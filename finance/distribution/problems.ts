// What keeps a service from trusting the machines of its cluster, besides their being away.
import type { Db } from "../../kernel/sql/database.ts";
import { checkMachine } from "./check_machine.ts";
import { askMachine, findCluster } from "./queries_health.ts";

const SERIOUS = ["losesWrites", "refusesWrites", "version"];

/** In words for an operator. Machines that do not answer are the breakers' business. */
export async function findProblems(db: Db): Promise<string[]> {
  const { server, nodes } = await findCluster(db);
  const problems: string[] = [];
  for (const node of nodes.filter(({ isActive }) => isActive)) {
    const findings = checkMachine(await askMachine(db, node), server).filter(({ kind }) => SERIOUS.includes(kind));
    problems.push(...findings.map(({ text }) => `${node.name}:${node.port}: ${text}`));
  }
  return problems;
}
