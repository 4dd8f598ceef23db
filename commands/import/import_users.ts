// Common parts of user imports: the auth schema, a progress line and a report.

import { readAuthConfig } from "../../auth/config.ts";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { historyOf } from "../../auth/main.ts";
import type { Batch } from "../../auth/moving_in/account.ts";
import { importAccounts, type Report } from "../../auth/moving_in/import_accounts.ts";
import { readEnvironment } from "../../kernel/config/config.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { isMigrated } from "../../kernel/sql/migrate.ts";
import { readAllInOneConfig } from "../all_in_one_config.ts";
import type { Option } from "../command_line/command.ts";
import { homeFolder, readSecrets } from "../home.ts";
import { requireNoFaults } from "../problems.ts";
import { reachDatabase } from "../reach_database.ts";

export const DRY_RUN = { "dry-run": { doc: "do everything, roll it back, and report" } } as const satisfies Record<
  string,
  Option
>;

const CONNECTIONS = 2;
const PROGRESS_EVERY_MS = 2_000;
const SHOWN_OF_EACH = 5;

export async function importUsers(batches: AsyncIterable<Batch>, isDryRun: boolean): Promise<void> {
  const environment = readEnvironment();
  const reading = readAllInOneConfig(environment, await readSecrets(homeFolder(environment))).auth;
  requireNoFaults(reading);
  const { config } = reading;
  const { url, stop } = await reachDatabase(environment, readAuthConfig(environment).config.databaseUrl as string | undefined);
  try {
    if (!(await isMigrated({ url, schema: config.dbNamespace, ...historyOf(config) })))
      throw new OperatorError(`The schema "${config.dbNamespace}" is missing or not up to date. Try: ${commandLine("migrate")}`);
    const db = openDatabase({ url, schema: config.dbNamespace, maxConnections: CONNECTIONS, name: "cofre import" });
    try {
      const report = await importAccounts({ db, serverKeys: deriveServerKeys(config), config, isDryRun }, batches, progress());
      print(report, isDryRun);
    } finally {
      await db.close();
    }
  } finally {
    await stop();
  }
}

/** On standard error, so that the report can be redirected. */
function progress(): (report: Report) => void {
  let next = Date.now() + PROGRESS_EVERY_MS;
  return ({ imported: taken, existing }) => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_EVERY_MS;
    console.error(`${taken + existing} users so far`);
  };
}

function print({ imported: taken, identities, factors, existing, skipped: left }: Report, isDryRun: boolean): void {
  console.log(
    `${isDryRun ? "Would import" : "Imported"}: ${taken} users with ${identities} identities and ${factors} second factors.`,
  );
  if (existing > 0) console.log(`Already here, and not changed: ${existing} users.`);
  for (const [why, those] of Map.groupBy(left, ({ why }) => why)) {
    const listed = those.slice(0, SHOWN_OF_EACH).map(({ id }) => id);
    console.log(`${those.length} × ${why}: ${listed.join(", ")}${those.length > SHOWN_OF_EACH ? ", ..." : ""}`);
  }
  console.log("Sessions are not imported: everybody must sign in again.");
}
