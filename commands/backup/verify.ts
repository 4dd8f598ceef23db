// cofre verify: restores a backup into a database that is thrown away, signs somebody in there, and checks its ledger.
import { readEnvironment } from "../../kernel/config/config.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { command, type OptionValues } from "../command_line/command.ts";
import { readSecrets } from "../home.ts";
import { requireNoFaults, UsageError } from "../problems.ts";
import { readBackupConfig } from "./config.ts";
import { secretsFor } from "./keys.ts";
import type { Copy, Manifest } from "./manifest.ts";
import { noteBackup } from "./note.ts";
import { type OpenBackup, openBackup } from "./open_backup.ts";
import { type Programs, requireProgram } from "./postgres_programs.ts";
import { openProgress } from "./progress.ts";
import { OPENING_OPTIONS, openEngine } from "./restore.ts";
import { restoreInto, type SmallFiles } from "./restore_into.ts";
import { openThrowawayHome } from "./throwaway_home.ts";
import { tryRestored } from "./try_restored.ts";

/** The copy may be lost at any time. */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "32MB" };

export const verify = command({ usage: "verify FILE|- [--identity FILE]", options: OPENING_OPTIONS, argument: "FILE", run });

async function run(options: OptionValues): Promise<void> {
  if (options.argument === undefined) throw new UsageError("Name the backup, or - for standard input.");
  const environment = readEnvironment();
  const { config, faults } = readBackupConfig(environment);
  requireNoFaults({ faults });
  const backup = await openBackup(options.argument, (kind) => secretsFor(kind, config, options.text("identity")));
  try {
    const startedAt = new Date();
    const isRight = await verifyOpen(backup, { folder: config.postgresBin, environment });
    const fault = isRight ? {} : { error: "the backup has faults" };
    const details = { created_at: backup.manifest.created_at };
    await noteBackup(environment, { kind: "verify", startedAt, endedAt: new Date(), details, ...fault });
    console.log(isRight ? "\nThis backup can be restored." : "\nThis backup has faults, named above.");
    if (!isRight) process.exitCode = 1;
  } finally {
    await backup.close();
  }
}

async function verifyOpen(backup: OpenBackup, programs: Programs): Promise<boolean> {
  const { manifest } = backup;
  for (const { kind, postgres } of manifest.copies) if (kind === "dump") await requireProgram("pg_restore", programs, postgres);
  await using throwaway = await openThrowawayHome();
  const home = throwaway.path;
  await restoreToThrowaway(backup, home, programs);
  const secrets = await readSecrets(home);
  await using server = await startEmbeddedPostgres({ home, password: secrets?.databasePassword ?? "", settings: NOT_DURABLE });
  console.log(`backup    of ${manifest.created_at}, ${ageOf(manifest, Date.now())} ago, by Cofre ${manifest.cofre}`);
  console.log(`database  ${manifest.copies.map(describe).join("; ")}`);
  console.log(`files     ${manifest.home.join(", ") || "none"}`);
  return await tryRestored(server.url, manifest, secrets);
}

async function restoreToThrowaway(backup: OpenBackup, home: string, programs: Programs): Promise<void> {
  await using engine = openEngine(home, NOT_DURABLE);
  const databaseFor = (_: Copy, small: SmallFiles) => engine.url(small);
  await restoreInto(backup, { home, programs, databaseFor, sync: false, onProgress: openProgress("restored") });
}

function describe({ kind, services, postgres }: Copy): string {
  return `${kind === "dump" ? "dump" : "files"} of ${services.join(" and ")}, PostgreSQL ${postgres}`;
}

function ageOf({ created_at: createdAt }: Manifest, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(createdAt)) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}
