// Puts a backup into an empty home: files of the embedded database as they were, dumps through pg_restore.
import { link, lstat, mkdir, open, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Account, chooseAccount, openHome, removeUnfinished } from "../../kernel/embedded_postgres/account.ts";
import { installedBinaries, usableBinaries } from "../../kernel/embedded_postgres/binaries.ts";
import { placeData } from "../../kernel/embedded_postgres/data.ts";
import { fillAsAccount } from "../../kernel/embedded_postgres/fill.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { HOME_FILES, HOME_FOLDERS } from "./archive.ts";
import { type Copy, DATABASE_FOLDER, majorOf } from "./manifest.ts";
import { type OpenBackup, readSmall } from "./open_backup.ts";
import { type Loading, load, type Programs } from "./postgres_programs.ts";

export interface Goal {
  home: string;
  programs: Programs;
  /** The URL of the empty database for a dump. `small`: the files of the home. */
  databaseFor(copy: Copy, small: SmallFiles): Promise<string>;
  /** False for a copy that is thrown away. */
  sync: boolean;
  onProgress(bytes: number, of: undefined): void;
}

/** Content by name. */
export type SmallFiles = Map<string, Buffer>;

/** Returns the files of the home. */
export async function restoreInto(backup: OpenBackup, goal: Goal): Promise<SmallFiles> {
  const copied = backup.manifest.copies.find(({ kind }) => kind === "base_backup");
  const small: SmallFiles = new Map();
  if (copied) {
    await openHome(resolve(goal.home));
    const home = await realpath(goal.home);
    const account = await chooseAccount(home);
    await requireMajor(home, account, copied);
    await removeUnfinished(home);
    await placeData({ home, account, fill: (data) => fillAsAccount(data, account, () => unpack(backup, goal, small, data)) });
  } else await unpack(backup, goal, small, undefined);
  await writeHomeFiles(goal.home, small);
  return small;
}

async function requireMajor(home: string, account: Account, { postgres }: Copy): Promise<void> {
  const { major } = await usableBinaries(installedBinaries(), home, account);
  if (majorOf(postgres) !== major)
    throw new OperatorError(
      `This backup holds the files of PostgreSQL ${majorOf(postgres)}, and this Cofre brings PostgreSQL ${major}. Nothing was changed. Restore it with the version that made it.`,
    );
}

async function unpack(backup: OpenBackup, goal: Goal, small: SmallFiles, data: string | undefined): Promise<void> {
  const { manifest, name } = backup;
  const dumps = new Map(manifest.copies.filter(({ kind }) => kind === "dump").map((copy) => [copy.folder, copy]));
  const loads: Loading[] = [];
  let loading: { folder: string; load: Loading } | undefined;
  const written: string[] = [];
  let bytes = 0;
  try {
    for await (const entry of backup.files) {
      const [top = "", ...rest] = entry.name.split("/");
      const dump = dumps.get(top);
      if (top === DATABASE_FOLDER && data !== undefined && entry.kind === "folder") {
        if (rest.length > 0) await mkdir(join(data, ...rest), { mode: 0o700 });
      } else if (top === DATABASE_FOLDER && data !== undefined) {
        written.push(await writeFileOf(join(data, ...rest), entry.content));
      } else if (dump && entry.kind === "file") {
        if (loading?.folder !== top) {
          loading = { folder: top, load: load(await goal.databaseFor(dump, small), goal.programs) };
          loads.push(loading.load);
        }
        for await (const chunk of entry.content) await loading.load.write(chunk);
      } else if (
        entry.kind === "file" &&
        (HOME_FILES.includes(entry.name) || (HOME_FOLDERS.includes(top) && rest.length === 1))
      ) {
        small.set(entry.name, await readSmall(entry, name));
      }
      bytes += entry.size;
      goal.onProgress(bytes, undefined);
    }
    if (goal.sync) for (const path of written) await syncFile(path);
    // Nothing is committed before all of the backup was read.
    for (const each of loads) await each.finish();
  } catch (error) {
    for (const each of loads) await each.abort();
    throw error;
  }
}

async function writeFileOf(path: string, content: AsyncIterable<Buffer>): Promise<string> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
  } catch (error) {
    throw explainFull(error, path);
  } finally {
    await file.close();
  }
  return path;
}

function explainFull(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EDQUOT" && code !== "EFBIG") return error;
  return new OperatorError(`The disk of ${dirname(path)} is full. What was unpacked is removed again; nothing else was changed.`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}

/** The secrets come last: a home without them was not restored to the end. */
async function writeHomeFiles(home: string, small: SmallFiles): Promise<void> {
  if (small.size === 0) return;
  await openHome(resolve(home));
  const names = [...small.keys()].sort((one, other) => Number(one === HOME_FILES[0]) - Number(other === HOME_FILES[0]));
  for (const name of names) {
    const path = join(home, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, small.get(name) as Buffer, { mode: 0o600, flush: true });
    // Linking fails if the name exists, so that two restores at once cannot mix.
    await link(draft, path)
      .catch((error: NodeJS.ErrnoException) => {
        throw new OperatorError(`${path} could not be written (${error.code}). Empty ${home} and restore again.`);
      })
      .finally(() => rm(draft, { force: true }));
  }
}

/** Leftovers of a restore that was killed do not count. */
export async function requireEmptyHome(home: string): Promise<void> {
  const status = await lstat(home).catch(() => undefined);
  if (status === undefined) return;
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${home} cannot be read (${error.code}).`);
  });
  const others = names.filter((name) => !/^database\.new\.\d+\.\w+$/.test(name));
  if (others.length > 0)
    throw new OperatorError(
      `${home} is not empty: it has ${others.slice(0, 3).join(", ")}. Nothing was changed. Set COFRE_HOME to an empty folder, or move this one away.`,
    );
}
