// cofre restore: a backup into an empty home, or into an empty database of the operator's.
import type { Environment } from "../../kernel/config/config.ts";
import { readEnvironment } from "../../kernel/config/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { homeFolder, newSecrets } from "../home.ts";
import { requireNoFaults, UsageError } from "../problems.ts";
import { readBackupConfig } from "./config.ts";
import { secretsFor } from "./keys.ts";
import type { Manifest } from "./manifest.ts";
import { openBackup } from "./open_backup.ts";
import { type Programs, requireProgram } from "./postgres_programs.ts";
import { openProgress } from "./progress.ts";
import { requireEmptyHome, restoreInto, type SmallFiles } from "./restore_into.ts";
import { ask, readDatabases } from "./sources.ts";

export const OPENING_OPTIONS = {
  identity: { value: "FILE", variable: "COFRE_BACKUP_IDENTITY", doc: "the private key that backup --new-key printed" },
} as const satisfies Options;

export const restore = command({ usage: "restore FILE|- [--identity FILE]", options: OPENING_OPTIONS, argument: "FILE", run });

async function run(options: OptionValues): Promise<void> {
  if (options.argument === undefined) throw new UsageError("Name the backup, or - for standard input.");
  const environment = readEnvironment();
  const { config, faults } = readBackupConfig(environment);
  requireNoFaults({ faults });
  const home = homeFolder(environment);
  const backup = await openBackup(options.argument, (kind) => secretsFor(kind, config, options.text("identity")));
  const programs = { folder: config.postgresBin, environment };
  try {
    const { manifest } = backup;
    requireFittingGoal(manifest, environment);
    if (needsHome(manifest, environment)) await requireEmptyHome(home);
    await requireEmptyDatabases(manifest, environment, programs);
    await using engine = openEngine(home);
    await restoreInto(backup, {
      home,
      programs,
      databaseFor: async ({ services }, small) => urlFor(services, environment) ?? (await engine.url(small)),
      sync: true,
      onProgress: openProgress("restored"),
    });
    for (const line of resultOf(manifest, home)) console.log(line);
  } finally {
    await backup.close();
  }
}

function needsHome({ copies, home }: Manifest, environment: Environment): boolean {
  return home.length > 0 || copies.some(({ services }) => urlFor(services, environment) === undefined);
}

/** Where a dump belongs; undefined for an embedded database. */
function urlFor(services: readonly string[], environment: Environment): string | undefined {
  const databases = readDatabases(environment);
  return databases[services[0] as "auth" | "finance"].url;
}

function requireFittingGoal({ copies, platform }: Manifest, environment: Environment): void {
  const copied = copies.find(({ kind }) => kind === "base_backup");
  if (!copied) return;
  if (copied.services.some((service) => urlFor([service], environment) !== undefined))
    throw new OperatorError(
      "This backup holds an embedded database, and the environment names another one (DATABASE_URL). Nothing was changed. Unset it and restore to an empty COFRE_HOME.",
    );
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here)
    console.error(
      `The files come from ${platform}, and this is ${here}. PostgreSQL does not promise that they fit: run ${commandLine("verify")}.`,
    );
}

async function requireEmptyDatabases({ copies, schemas }: Manifest, environment: Environment, programs: Programs): Promise<void> {
  for (const { kind, services, postgres } of copies) {
    if (kind !== "dump") continue;
    await requireProgram("pg_restore", programs, postgres);
    const url = urlFor(services, environment);
    if (services.some((service) => urlFor([service], environment) !== url))
      throw new OperatorError(
        "This backup holds one database for both services, and the environment names two. Nothing was changed.",
      );
    if (url === undefined) continue;
    const names = services.flatMap((service) => [schemas[service as "auth"], `${schemas[service as "auth"]}_jobs`]);
    const rows = await ask<{ name: string }>(url, "select nspname as name from pg_namespace where nspname = any($1) order by 1", [
      names,
    ]);
    if (rows.length > 0)
      throw new OperatorError(
        `The database is not empty: it has the schema ${rows.map(({ name }) => name).join(", ")}. Nothing was changed. Restore into an empty database.`,
      );
  }
}

/** An embedded database for dumps, started when the first one comes. */
export function openEngine(home: string, settings: Record<string, string> = {}) {
  let running: EmbeddedPostgres | undefined;
  return {
    url: async (small: SmallFiles): Promise<string> => {
      if (running) return running.url;
      const stored = small.get("secrets.json") ?? Buffer.from(newSecrets());
      small.set("secrets.json", stored);
      const { databasePassword } = JSON.parse(stored.toString("utf8")) as { databasePassword: string };
      running = await startEmbeddedPostgres({ home, password: databasePassword, settings });
      return running.url;
    },
    [Symbol.asyncDispose]: async () => running?.stop(),
  };
}

function resultOf({ created_at: at, cofre, copies }: Manifest, home: string): string[] {
  const isDump = copies.every(({ kind }) => kind === "dump");
  return [
    `Restored: Cofre ${cofre} of ${at}, ${isDump ? "into the database" : `in ${home}`}.`,
    "Sessions that were ended since then are valid again, and messages that had not been sent will be: see docs/backup.md.",
    "Variables of the environment and of .env are not in a backup. Set them as they were, then start Cofre.",
  ];
}
