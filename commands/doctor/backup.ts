// Checks backups: whether they are scheduled, can be encrypted, and how the last one went.
import { access, constants } from "node:fs/promises";
import { commandLine } from "../../kernel/process/command_line.ts";
import { readBackupConfig } from "../backup/config.ts";
import { readRecipient } from "../backup/keys.ts";
import { readState } from "../backup/state.ts";
import type { Facts, Finding } from "./finding.ts";

const subject = "backup";
/** A weekly schedule may be late by a day. */
const LATE_AFTER_DAYS = 8;

export async function checkBackup({ environment, home, now }: Facts): Promise<Finding[]> {
  const { config, faults } = readBackupConfig(environment);
  if (faults.length > 0) return faults.map((text) => ({ level: "FAIL", subject, text }));
  const { lastSuccess, lastFailure } = await readState(home);
  const last = lastSuccess ? `the last one is ${lastSuccess.path}, ${ageOf(lastSuccess.at, now)} old` : "none was made yet";
  if (lastFailure) {
    const text = `the one of ${lastFailure.at} failed: ${lastFailure.problem.replace(/\.*$/, "")}; ${last}`;
    return [{ level: "warn", subject, text }];
  }
  if (config.at === undefined || config.folder === undefined)
    return [{ level: "ok", subject, text: `${last}; none are scheduled (COFRE_BACKUP_AT)` }];
  try {
    const key = config.recipient ?? (await readRecipient(home));
    if (!key)
      return [
        { level: "FAIL", subject, text: `they are scheduled, and there is no key; run: ${commandLine("backup --new-key")}` },
      ];
  } catch (error) {
    return [{ level: "FAIL", subject, text: (error as Error).message }];
  }
  const problem = await access(config.folder, constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => error);
  if (problem) return [{ level: "warn", subject, text: `${config.folder} cannot be written to (${problem.code}); ${last}` }];
  const isLate = lastSuccess && now.getTime() - Date.parse(lastSuccess.at) > LATE_AFTER_DAYS * 86_400_000;
  return [{ level: isLate ? "warn" : "ok", subject, text: `scheduled at ${config.at} UTC; ${last}` }];
}

function ageOf(at: string, now: Date): string {
  const hours = Math.round((now.getTime() - Date.parse(at)) / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
