// cofre distribute: distributes finance over a Citus cluster. Repeated runs do only what is missing.
import { readFinanceConfig } from "../finance/config.ts";
import { distributeFinance } from "../finance/distribution/distribute.ts";
import type { Step } from "../finance/distribution/plan.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { waitForServer } from "../kernel/sql/server.ts";
import { command } from "./command_line/command.ts";
import { requireNoFaults } from "./problems.ts";

const LONGEST_WAIT_SECONDS = 10;

export const distribute = command({
  usage: "distribute [--dry-run]",
  options: { "dry-run": { doc: "only show what would be done" } },
  run: (options) => distributeIn({ isRehearsal: options.has("dry-run") }),
});

async function distributeIn({ isRehearsal }: { isRehearsal: boolean }): Promise<void> {
  const { config, faults } = readFinanceConfig(readEnvironment());
  requireNoFaults({ faults: faults.filter((fault) => /DATABASE_URL|DB_NAMESPACE/.test(fault)) });
  const { databaseUrl: url, dbNamespace: schema } = config;
  if (!url) throw new OperatorError("Set FINANCE_DATABASE_URL to the coordinator of the cluster.");
  await waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => console.log(`Waiting for the database: ${problem}`));
  await distributeFinance({
    url,
    schema,
    isConfirmed: (steps) => {
      announce(steps, isRehearsal);
      return !isRehearsal;
    },
    begins: ({ says }) => console.log(`  ${says} ...`),
  });
  if (!isRehearsal) console.log("Everything is distributed.");
}

function announce(steps: readonly Step[], isRehearsal: boolean): void {
  if (steps.length === 0) {
    console.log("Nothing to do.");
    return;
  }
  console.log("To do, in one transaction, while finance is stopped:");
  for (const { says } of steps) console.log(`  ${says}`);
  console.log(isRehearsal ? "Nothing was changed." : "\nNow:");
}
