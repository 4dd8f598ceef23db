// cofre doctor --ledger: recomputes the sums of every space and names each row that disagrees. It changes nothing.

import { readFinanceConfig } from "../../finance/config.ts";
import { checkAll, type Progress } from "../../finance/integrity/check_all.ts";
import { type Disagreement, INVARIANTS } from "../../finance/integrity/disagreement.ts";
import { FINANCE_MIGRATIONS } from "../../finance/main.ts";
import { readEnvironment } from "../../kernel/config/config.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { isMigrated } from "../../kernel/sql/migrate.ts";
import { waitForServer } from "../../kernel/sql/server.ts";
import { readAllInOneConfig } from "../all_in_one_config.ts";
import { requireNoFaults } from "../problems.ts";
import { reachDatabase } from "../reach_database.ts";

/** The transaction needs one, and there is no other work. */
const CONNECTIONS = 2;
const LONGEST_WAIT_SECONDS = 5;
const PROGRESS_EVERY_MS = 5_000;

export async function doctorLedger(): Promise<void> {
  const environment = readEnvironment();
  requireNoFaults({
    faults: readAllInOneConfig(environment).finance.faults.filter((fault) => /DATABASE_URL|DB_NAMESPACE/.test(fault)),
  });
  const databaseUrl = readFinanceConfig(environment).config.databaseUrl as string | undefined;
  const { url, stop } = await reachDatabase(environment, databaseUrl);
  try {
    const isRight = await checkLedger(url, readFinanceConfig(environment).config.dbNamespace);
    if (!isRight) process.exitCode = 1;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const problem = (error as Error).message.replace(/\.*$/, ".");
    throw new OperatorError(`The ledger could not be checked: ${problem}`, { cause: error });
  } finally {
    await stop();
  }
}

/** Prints what it sees; false if anything is wrong. */
export async function checkLedger(url: string, schema: string): Promise<boolean> {
  await waitForServer(url, LONGEST_WAIT_SECONDS, (problem) => console.error(`Waiting for the database: ${problem}`));
  if (!(await isMigrated({ url, schema, ...FINANCE_MIGRATIONS })))
    throw new OperatorError(
      `The schema "${schema}" is missing, not up to date, or not accessible to this database user, so its ledger was not checked. ` +
        `Try: ${commandLine("migrate")}`,
    );
  const db = openDatabase({ url, schema, maxConnections: CONNECTIONS, name: "cofre doctor" });
  try {
    return await report(db);
  } finally {
    await db.close();
  }
}

async function report(db: Database): Promise<boolean> {
  let wrong = 0;
  const wrongSpaces = new Set<number>();
  const progress = openProgress();
  const { spaces, receipts, receiptBytes, unmade, unread, loose } = await checkAll(db, {
    found: (disagreement) => {
      wrong++;
      wrongSpaces.add(disagreement.spaceId);
      console.log(lineOf(disagreement));
    },
    checked: progress,
  });
  for (const spaceId of unmade)
    console.log(
      `warn  space ${spaceId} does not exist yet: its user's first call was interrupted; the service creates it within minutes, or at the next call`,
    );
  for (const { table, name } of loose)
    console.log(
      `FAIL  FV-09 ${table}, foreign key ${name}: does not begin with space_id, so it could cross from one space to another`,
    );
  if (unread.length > 0) console.log(`FAIL  spaces that could not be read: ${unread.join(", ")}`);
  if (wrong + loose.length + unread.length === 0) {
    console.log(`The ledger is correct: ${spaces} ${spaces === 1 ? "space" : "spaces"} checked, nothing disagrees.`);
    if (receipts > 0) console.log(`${receipts} receipts read in full (${megabytes(receiptBytes)}): each has its hash.`);
    return true;
  }
  if (wrong + loose.length === 0) {
    console.log(
      `\n${spaces} ${spaces === 1 ? "space" : "spaces"} checked and correct. Run this again when the others can be read.`,
    );
    return false;
  }
  console.log(
    `\n${wrong + loose.length} disagreements in ${wrongSpaces.size} of ${spaces} spaces; the first of each kind are shown. ` +
      "Keep a copy of the unchanged database, and report the lines above.",
  );
  return false;
}

/** For the operator only: names and amounts must not be logged. */
function lineOf({ invariant, spaceId, table, key, recorded, computed }: Disagreement): string {
  const where = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const row = [`space ${spaceId}`, table, ...where].join(", ");
  const asText = (value: unknown) => JSON.stringify(value ?? null);
  return `FAIL  ${invariant} ${row}: recorded ${asText(recorded)}, computed ${asText(computed)} (${INVARIANTS[invariant]})`;
}

/** Progress on standard error, so that the report can be redirected. */
function openProgress(): (progress: Progress) => void {
  let last = performance.now();
  return ({ spaces, receiptBytes }) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    const receipts = receiptBytes > 0 ? `, ${megabytes(receiptBytes)} of receipts read` : "";
    console.error(`${spaces} spaces checked so far${receipts} ...`);
  };
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;
