// P19: migrations are interrupted, and run twice at once.
import { openDatabase } from "../../kernel/sql/database.ts";
import { dumpSchema } from "../../kernel/sql/schema_dump.ts";
import { through } from "../../kernel/testing/tcp_proxy.ts";
import { launchCofre } from "../harness/cofre_process.ts";
import { signal } from "../harness/processes.ts";
import type { Fault } from "./fault.ts";
import { type Findings, HarnessFailed, noFindings } from "./findings.ts";
import { type StatementProxy, startStatementProxy } from "./statement_proxy.ts";
import type { World } from "./world.ts";

export const migrationInterrupted: Fault = {
  id: "P19",
  title: "migrations are interrupted",
  how: "kill -9 of the migrator when the proxy sees its n-th statement, and of PostgreSQL; two migrators at once",
  expected: "a second run finishes, and the schema is the same as without an interruption",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    await using proxy = await startStatementProxy(() => world.cluster.port);
    const fresh = databases(world, proxy);
    const calm = await fresh();
    const total = await countStatements(proxy, calm.migrate);
    const expected = await calm.dump();
    const points = stage.full ? total : Math.min(total, stage.rounds(8, total));
    findings.figures["statements of a migration"] = total;
    findings.figures["kill points"] = points;
    for (let number = 0; number < points; number++) {
      const point = stage.full ? number : Math.floor((number * total) / points);
      const database = await fresh();
      await database.migrate((seen) => (seen === point ? "kill" : undefined));
      await finish(`killed at statement ${point + 1}`, database, expected, findings);
      if (number % 10 === 9) stage.say(`P19 ${number + 1} of ${points} points`);
    }
    const two = await fresh();
    const codes = await Promise.all([two.migrate(), two.migrate()]);
    if (codes.some((code) => code !== 0)) findings.violations.push(`two migrators at once ended with ${codes.join(" and ")}`);
    await finish("two at once", two, expected, findings);
    const crashed = await fresh();
    let crash: Promise<void> | undefined;
    await crashed.migrate((seen) => {
      if (seen === Math.floor(total / 2)) crash ??= world.cluster.kill();
      return undefined;
    });
    await crash;
    await world.cluster.start();
    await finish("PostgreSQL killed", crashed, expected, findings);
    findings.notRun.push("a disk that fills up meanwhile");
    stage.say(`P19 ${findings.rounds} interruptions`);
    return findings;
  },
};

interface Migrated {
  /** Runs the migrator and returns its exit code. `at` is called for each statement, counted from 0. */
  migrate(at?: (seen: number) => "kill" | undefined): Promise<number | null>;
  dump(): Promise<string>;
}

function databases(world: World, proxy: StatementProxy): () => Promise<Migrated> {
  let number = 0;
  return async () => {
    const name = `migration_${++number}_${Date.now() % 1_000_000}`;
    await world.cluster.createDatabase(name);
    return {
      migrate: (at) => migrate(world, proxy, name, at),
      dump: async () => (await Promise.all(["auth", "finance"].map((schema) => dump(world, name, schema)))).join("\n"),
    };
  };
}

function migrate(world: World, proxy: StatementProxy, name: string, at: (seen: number) => "kill" | undefined = () => undefined) {
  const variables = { DATABASE_URL: through(proxy, world.cluster.url(name)) };
  const child = launchCofre({ command: "migrate", variables, folder: world.folder, output: "ignore", errors: "ignore" });
  let count = 0;
  proxy.watch = () => {
    const isKill = at(count++) === "kill";
    return isKill ? { at: "sent", strike: () => signal(child.pid as number, "SIGKILL") } : undefined;
  };
  return new Promise<number | null>((resolve) => {
    child.on("exit", (code) => resolve(code));
  });
}

async function countStatements(proxy: StatementProxy, run: Migrated["migrate"]): Promise<number> {
  let most = 0;
  const code = await run((seen) => {
    most = seen + 1;
    return undefined;
  });
  proxy.watch = undefined;
  if (code !== 0) throw new HarnessFailed(`a migration that nothing disturbed ended with code ${code}`);
  return most;
}

async function finish(name: string, database: Migrated, expected: string, findings: Findings): Promise<void> {
  findings.rounds++;
  const code = await database.migrate();
  if (code !== 0) findings.violations.push(`${name}: the second run ended with code ${code}`);
  else if ((await database.dump()) !== expected) findings.violations.push(`${name}: the schema differs`);
}

async function dump(world: World, name: string, schema: string): Promise<string> {
  const db = openDatabase({ url: world.cluster.url(name), schema, name: "cofre faults", maxConnections: 1 });
  try {
    return (await dumpSchema(db, schema)).map(({ text }) => text).join("\n");
  } finally {
    await db.close();
  }
}
