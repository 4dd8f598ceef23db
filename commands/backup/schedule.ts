// Scheduled backups of the all-in-one start: a job in a queue of its own, so that one of several replicas makes each of them.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../../kernel/config/config.ts";
import { migrateJobs, startWorker } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { listBackups } from "./backup_file.ts";
import { type BackupConfig, readBackupConfig } from "./config.ts";
import { lockFor } from "./keys.ts";
import { makeBackup } from "./make_backup.ts";
import { type BackupRun, noteBackup } from "./note.ts";
import { superfluous } from "./retention.ts";
import { recordFailure, recordSuccess } from "./state.ts";

export interface ScheduleOptions {
  environment: Environment;
  home: string;
  /** Of the database that has the queue. */
  url: string;
  log: Log;
}

export interface Schedule {
  /** After the other workers, which stop when new tables appear. */
  start(): Promise<void>;
  /** A backup that is being made is given up, and made at the next start. */
  stop(): Promise<void>;
}

const SCHEMA = "cofre_jobs";
const TASK = "backup";
/** Makes up for what was missed within a day, and never has two of them wait. */
const CRON_OPTIONS = "?fill=1d&max=4&jobKey=backup&jobKeyMode=preserve_run_at";

/** Creates the queue; undefined if nothing is scheduled. */
export async function openSchedule({ environment, home, url, log }: ScheduleOptions): Promise<Schedule | undefined> {
  const { config } = readBackupConfig(environment);
  const { at, folder } = config;
  if (at === undefined || folder === undefined) return undefined;
  await lockFor(home, config, false);
  await migrateJobs(url, SCHEMA, log);
  const ending = new AbortController();
  const task = () => backUp({ environment, home, config, folder, log, signal: ending.signal });
  let stop = async () => {};
  return {
    start: async () => {
      const worker = await startWorker({
        url,
        schema: SCHEMA,
        tasks: { [TASK]: task },
        cron: `${at} ${TASK} ${CRON_OPTIONS}\n`,
        log,
      });
      stop = worker.stop;
    },
    stop: async () => {
      ending.abort();
      await stop();
    },
  };
}

interface Run extends Omit<ScheduleOptions, "url"> {
  config: BackupConfig;
  folder: string;
  signal: AbortSignal;
}

async function backUp({ environment, home, config, folder, log, signal }: Run): Promise<void> {
  const now = new Date();
  try {
    const lock = await lockFor(home, config, false);
    const programs = { folder: config.postgresBin, environment };
    const backup = { environment, home, lock, goal: folder, programs, now, isScheduled: true, signal };
    const { path = folder, server, bytes } = await makeBackup(backup);
    await recordSuccess(home, { server, at: now.toISOString(), path, bytes });
    await note({ details: { bytes, scheduled: true } });
    log.info({ path, bytes, seconds: Math.round((Date.now() - now.getTime()) / 1000) }, "backup is complete");
    // Only now, so that a failure never costs an older one.
    await prune(folder, server, config, log);
  } catch (error) {
    if (!signal.aborted) await report(error as Error);
    throw error;
  }

  function note(outcome: Pick<BackupRun, "details" | "error">): Promise<void> {
    return noteBackup(environment, { kind: "backup", startedAt: now, endedAt: new Date(), ...outcome });
  }

  async function report(error: Error): Promise<void> {
    await recordFailure(home, { at: now.toISOString(), problem: error.message });
    await note({ details: { scheduled: true }, error: error.message });
    const fields = error instanceof OperatorError ? { problem: error.message } : { err: error };
    log.error(fields, "the scheduled backup failed; earlier ones are as they were");
  }
}

/** Backups by hand, and those of other servers, are left. */
async function prune(folder: string, server: string, { keep }: BackupConfig, log: Log): Promise<void> {
  const scheduled = (await listBackups(folder)).filter((each) => each.isScheduled && each.server === server);
  for (const { name } of superfluous(scheduled, keep)) {
    await rm(join(folder, name), { force: true });
    log.info({ name }, "an older backup was removed");
  }
}
