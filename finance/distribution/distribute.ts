// Spreads the tables of finance over the machines of a Citus cluster, by space. All of it or nothing: one transaction.
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { openConnection } from "../../kernel/sql/connection.ts";
import { planDistribution, problemOf, type Step } from "./plan.ts";
import { lookIntoCluster } from "./queries.ts";

export interface Distribution {
  url: string;
  schema: string;
  /** Is given what will be done before anything is; false leaves it at that. */
  isConfirmed(steps: readonly Step[]): boolean;
  /** Is given each step when it begins. */
  begins(step: Step): void;
}

export async function distributeFinance({ url, schema, isConfirmed, begins }: Distribution): Promise<void> {
  const connection = openConnection({ url, schema, name: "cofre distribute" }, () => {});
  try {
    // What is in the tables is moved, and that takes its time.
    await connection.script("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 10000");
    const cluster = await lookIntoCluster(connection);
    const problem = problemOf(cluster);
    if (problem !== undefined) throw new OperatorError(`${problem}.`);
    const steps = planDistribution(cluster);
    if (!isConfirmed(steps) || steps.length === 0) return;
    await connection.script("begin; set local citus.multi_shard_modify_mode to 'sequential'");
    for (const step of steps) {
      begins(step);
      for (const statement of step.statements) await connection.script(statement);
    }
    await connection.script("commit");
  } finally {
    await connection.close();
  }
}
