// cofre backup: a copy of everything, while it runs, that only the holder of the private key can read.
import { mkdir } from "node:fs/promises";
import { readEnvironment } from "../../kernel/config/config.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { homeFolder } from "../home.ts";
import { requireNoFaults, UsageError } from "../problems.ts";
import { readBackupConfig } from "./config.ts";
import { lockFor, makeKey } from "./keys.ts";
import { makeBackup } from "./make_backup.ts";
import { noteBackup } from "./note.ts";
import { megabytes, openProgress } from "./progress.ts";
import { recordSuccess } from "./state.ts";

const OPTIONS = {
  "new-key": { doc: "make a key pair: the private key is printed once, the public one is kept in COFRE_HOME" },
  passphrase: {
    doc: "encrypt to a pass phrase in place of the key: from COFRE_BACKUP_PASSPHRASE or COFRE_BACKUP_PASSPHRASE_FILE, else asked for",
  },
} as const satisfies Options;

export const backup = command({ usage: "backup [FOLDER|-] [--passphrase|--new-key]", options: OPTIONS, argument: "FOLDER", run });

async function run(options: OptionValues): Promise<void> {
  const environment = readEnvironment();
  const home = homeFolder(environment);
  const { config, faults } = readBackupConfig(environment);
  requireNoFaults({ faults });
  const now = new Date();
  if (options.has("new-key")) {
    await mkdir(home, { recursive: true, mode: 0o700 });
    console.log(await makeKey(home, now));
    return;
  }
  const goal = options.argument ?? config.folder;
  if (goal === undefined) throw new UsageError("Name a folder, or - for standard output, or set COFRE_BACKUP_FOLDER.");
  if (goal === "-" && process.stdout.isTTY)
    throw new UsageError("A backup is not for a terminal: redirect it to a file or a program.");
  const lock = await lockFor(home, config, options.has("passphrase"));
  const began = performance.now();
  const progress = openProgress("copied");
  const programs = { folder: config.postgresBin, environment };
  const common = { environment, home, lock, goal, programs, now, signal: stopSignal() };
  const { path, server, bytes, notes } = await makeBackup({ ...common, onProgress: progress });
  const seconds = (performance.now() - began) / 1000;
  // Standard output may be the backup.
  for (const note of notes) console.error(note);
  console.error(`${path ?? "The backup"} is complete: ${megabytes(bytes)} MB, ${seconds.toFixed(1)} s.`);
  if (path !== undefined) await recordSuccess(home, { server, at: now.toISOString(), path, bytes });
  await noteBackup(environment, { kind: "backup", startedAt: now, endedAt: new Date(), details: { bytes } });
}

/** Ctrl-C removes the unfinished file before the end. */
function stopSignal(): AbortSignal {
  const ending = new AbortController();
  const stop = () => ending.abort(new OperatorError("Stopped: no backup was written. Earlier ones are as they were."));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return ending.signal;
}
