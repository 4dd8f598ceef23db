// What has to be done so that the tables of a Citus cluster are spread over its machines, each space whole on one of them.
import { commandLine } from "../../kernel/process/command_line.ts";
import type { Cluster } from "./queries.ts";

export interface Step {
  says: string;
  /** Sent one by one: a cluster passes them on as they are. */
  statements: readonly string[];
}

/** Why nothing can be distributed yet, in words for an operator; undefined where all is there. */
export function problemOf({ citus, nodes, tables }: Cluster): string | undefined {
  if (citus === null)
    return "This database has no Citus. Install it on every machine, and run on each, in this database: create extension citus";
  const workers = nodes.filter(({ hasShards }) => hasShards);
  if (workers.length === 0)
    return (
      "The cluster has no machine that may hold data. On the coordinator: select citus_set_coordinator_host('<name>'), and " +
      "select citus_add_node('<name>', 5432) for every worker"
    );
  const away = workers.filter(({ isActive }) => !isActive).map(({ name }) => name);
  if (away.length > 0) return `These machines of the cluster are not active: ${away.join(", ")}`;
  if (!tables.some(({ name }) => name === "spaces")) return `The tables are missing. Make them first: ${commandLine("migrate")}`;
}

/** Nothing, where everything is distributed already. */
export function planDistribution({ tables, foreignKeys, functions }: Cluster): Step[] {
  const rest = tables.filter(({ isDistributed }) => !isDistributed).map(({ name }) => name);
  // A table can be distributed only when all that it refers to is, and these refer to each other in a circle.
  const loose = foreignKeys.filter(({ from, to }) => rest.includes(from) || rest.includes(to));
  const setAside = loose.map(({ from, name }) => `alter table ${from} drop constraint ${name}`);
  const putBack = loose.map(({ from, name, definition }) => `alter table ${from} add constraint ${name} ${definition}`);
  return [
    ...stepFor(setAside, `set ${loose.length} foreign keys aside`),
    ...rest
      .toSorted(spacesFirst)
      .map((table) => ({ says: `distribute ${table}`, statements: [`select distribute_table('${table}')`] })),
    ...stepFor(putBack, `put the ${loose.length} foreign keys back`),
    ...functions
      .filter(({ isDistributed }) => !isDistributed)
      .map(({ signature }) => ({
        says: `hand calls of ${signature} to the machine that has the space`,
        statements: [`select distribute_function('${signature}')`],
      })),
  ];
}

/** The others are put where their spaces are. */
const spacesFirst = (one: string, other: string) =>
  Number(other === "spaces") - Number(one === "spaces") || one.localeCompare(other);

const stepFor = (statements: readonly string[], says: string): Step[] => (statements.length === 0 ? [] : [{ says, statements }]);
