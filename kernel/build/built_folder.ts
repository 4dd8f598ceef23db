// A folder built from the sources: once for each state of them, at the first start after a change.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface Build {
  /** The prefix of the folder's name. */
  kind: string;
  /** Hash of everything that goes into the folder. */
  hash: string;
  /** The first writable one is used. */
  folders: readonly string[];
  /** How many folders of earlier builds to keep. */
  earlierFolders: number;
  fill(folder: string): Promise<void>;
}

/** A marker file, written last. */
const COMPLETE = "complete";
const HASH_DIGITS = 16;

/** Returns the folder's path, and builds the folder first if it is missing. */
export async function openBuiltFolder(build: Build): Promise<string> {
  const { kind, hash, folders } = build;
  const name = `${kind}-${hash.slice(0, HASH_DIGITS)}`;
  for (const folder of folders) if (await isComplete(join(folder, name))) return join(folder, name);
  let refusal: unknown;
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await buildInto(folder, name, build);
    } catch (error) {
      if (!["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Built folders of one kind, from any state of the sources. */
export async function listBuiltFolders(folder: string, kind: string): Promise<string[]> {
  return (await readdir(folder)).filter(
    (name) => name.startsWith(`${kind}-`) && /^[0-9a-f]{16}$/.test(name.slice(kind.length + 1)),
  );
}

/** Builds under a temporary name and renames at the end, so that two simultaneous starts never see a partial folder. */
async function buildInto(folder: string, name: string, { kind, earlierFolders, fill }: Build): Promise<string> {
  const goal = join(folder, name);
  const staging = join(folder, `staging-${name}-${randomBytes(4).toString("hex")}`);
  try {
    await mkdir(staging);
    await fill(staging);
    await writeFile(join(staging, COMPLETE), "");
    const others = (await listBuiltFolders(folder, kind)).filter((each) => each !== name);
    await removeOlder(
      others.map((each) => join(folder, each)),
      earlierFolders,
    );
    await rename(staging, goal).catch(async () => {
      if (await isComplete(goal)) return;
      // A process was stopped while deleting it.
      await remove(goal);
      await rename(staging, goal);
    });
    return goal;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function isComplete(folder: string): Promise<boolean> {
  return (await stat(join(folder, COMPLETE)).catch(() => undefined)) !== undefined;
}

async function removeOlder(folders: readonly string[], most: number): Promise<void> {
  const dated = await Promise.all(
    folders.map(async (folder) => ({ folder, at: (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = dated.sort((one, other) => other.at - one.at).slice(most);
  await Promise.all(old.map(({ folder }) => remove(folder)));
}

/** Removes the marker first, so that a partly deleted folder never counts as complete. */
async function remove(folder: string): Promise<void> {
  await rm(join(folder, COMPLETE), { force: true });
  await rm(folder, { recursive: true, force: true });
}
