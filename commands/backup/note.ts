// Tells the console of administrators of backups: a line in auth's database, beside the file in the home.

import { readAuthConfig } from "../../auth/config.ts";
import { noteRun, type Run } from "../../auth/maintenance/queries.ts";
import type { Environment } from "../../kernel/config/config.ts";
import { withAuthDatabase } from "../auth_database.ts";
import { runningDatabase } from "../reach_database.ts";

export type BackupRun = Omit<Run, "kind" | "error"> & { kind: "backup" | "verify"; error?: string };

/** A database that does not run is left alone, and none of its problems changes how a backup ended. */
export async function noteBackup(environment: Environment, run: BackupRun): Promise<void> {
  try {
    const own = readAuthConfig(environment).config.databaseUrl as string | undefined;
    if (own === undefined && (await runningDatabase(environment)) === undefined) return;
    await withAuthDatabase("backup", (db) => noteRun(db, { error: null, ...run }), environment);
  } catch {
    // Without it, the file in the home and the log still tell.
  }
}
