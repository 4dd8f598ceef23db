// How the last backups went, for `doctor`: a file in the home.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const STATE_FILE = "backup_state.json";

export interface BackupState {
  lastSuccess?: { server: string; at: string; path: string; bytes: number };
  /** Of a scheduled backup; absent once one succeeded. */
  lastFailure?: { at: string; problem: string };
}

/** Empty if there is none, or none that can be read. */
export async function readState(home: string): Promise<BackupState> {
  try {
    return JSON.parse(await readFile(join(home, STATE_FILE), "utf8")) as BackupState;
  } catch {
    return {};
  }
}

export function recordSuccess(home: string, lastSuccess: NonNullable<BackupState["lastSuccess"]>): Promise<void> {
  return write(home, { lastSuccess });
}

export async function recordFailure(home: string, lastFailure: NonNullable<BackupState["lastFailure"]>): Promise<void> {
  const { lastSuccess } = await readState(home);
  await write(home, { ...(lastSuccess && { lastSuccess }), lastFailure });
}

/** Without a home, or on a full disk, there is only the log. */
async function write(home: string, state: BackupState): Promise<void> {
  const path = join(home, STATE_FILE);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
    .then(() => rename(draft, path))
    .catch(() => {});
}
