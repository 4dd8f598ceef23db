// The files of an image, in memory: what layers are written from, and what checks read.
import { chmod, chown, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";

export interface Owner {
  uid: number;
  gid: number;
}

export type Entry =
  | { kind: "file"; bytes: Buffer; mode: number; owner?: Owner }
  | { kind: "folder"; mode: number; owner?: Owner }
  | { kind: "link"; target: string };

/** By path below the root, without a leading slash. Folders that are not named belong to root and have mode 0755. */
export type Tree = Map<string, Entry>;

const MOST_LINKS = 40;

/** A file that only root could write to, if anybody could: 0444, or 0555 for a program. */
export function file(bytes: Buffer | string, isProgram = false): Entry {
  return { kind: "file", bytes: Buffer.from(bytes), mode: isProgram ? 0o555 : 0o444 };
}

/** What was packed by others, as an image has it. */
export function rootOwned(tree: Tree): Tree {
  return new Map([...tree].filter(([, entry]) => entry.kind !== "folder").map(([path, entry]) => [path, normalized(entry)]));
}

function normalized(entry: Entry): Entry {
  return entry.kind === "file" ? file(entry.bytes, (entry.mode & 0o111) !== 0) : entry;
}

export function link(target: string): Entry {
  return { kind: "link", target };
}

/** Later trees win, as later layers do. */
export function union(trees: readonly Tree[]): Tree {
  return new Map(trees.flatMap((tree) => [...tree]));
}

/** Every entry with the folders above it, a folder before what it contains, in an order that no locale changes. */
export function inOrder(tree: Tree): [string, Entry][] {
  const all: Tree = new Map(tree);
  for (const path of tree.keys()) {
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
      if (!all.has(folder)) all.set(folder, { kind: "folder", mode: 0o755 });
    }
  }
  return [...all].sort(([one], [other]) => Buffer.compare(Buffer.from(`${one}/`), Buffer.from(`${other}/`)));
}

/** The path of a file after every link on the way, or undefined if there is none. */
export function resolveIn(tree: Tree, path: string): string | undefined {
  let parts = path.split("/").filter((part) => part !== "" && part !== ".");
  let links = 0;
  for (let index = 0; index < parts.length; index++) {
    if (parts[index] === "..") {
      parts.splice(Math.max(0, index - 1), index === 0 ? 1 : 2);
      index = Math.max(-1, index - 2);
      continue;
    }
    const entry = tree.get(parts.slice(0, index + 1).join("/"));
    if (entry?.kind !== "link") continue;
    if (++links > MOST_LINKS) return undefined;
    const before = entry.target.startsWith("/") ? [] : parts.slice(0, index);
    parts = [...before, ...entry.target.split("/"), ...parts.slice(index + 1)].filter((part) => part !== "" && part !== ".");
    index = -1;
  }
  const resolved = parts.join("/");
  return tree.has(resolved) ? resolved : undefined;
}

/** Writes a tree to a folder. Only root can give files away, so for others everything stays theirs. */
export async function extract(tree: Tree, folder: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(folder, { recursive: true });
  for (const [path, entry] of inOrder(tree)) {
    const goal = join(folder, path);
    await mkdir(dirname(goal), { recursive: true });
    if (entry.kind === "link") {
      await symlink(entry.target, goal);
      continue;
    }
    if (entry.kind === "folder") await mkdir(goal, { recursive: true });
    else await writeFile(goal, entry.bytes);
    if (isRoot && entry.owner) await chown(goal, entry.owner.uid, entry.owner.gid);
    await chmod(goal, entry.mode);
  }
}
