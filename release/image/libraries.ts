// Looks up every library that the programs of an image need, as the loader of Debian would in the running container.
import { posix } from "node:path";
import { type Elf, isElf, readElf } from "./elf.ts";
import type { Architecture } from "./oci.ts";
import { resolveIn, type Tree } from "./tree.ts";

/** How Debian names the folder of an architecture's libraries. */
export const LIBRARY_FOLDERS: Record<Architecture, string> = {
  amd64: "usr/lib/x86_64-linux-gnu",
  arm64: "usr/lib/aarch64-linux-gnu",
};

export interface Resolved {
  /** Programs and libraries. */
  files: number;
  /** Of one file by another. */
  references: number;
}

/** Throws with every file that would not load: a library or a version of its symbols is missing, or it is for another machine. */
export function requireLibraries(tree: Tree, architecture: Architecture): Resolved {
  const elves = elvesOf(tree);
  const faults: string[] = [];
  let references = 0;
  for (const [path, elf] of elves) {
    if (elf.machine !== architecture) faults.push(`${path} is for ${elf.machine}`);
    if (elf.interpreter && !resolveIn(tree, elf.interpreter)) faults.push(`${path} needs the loader ${elf.interpreter}`);
    for (const name of elf.needed) {
      references++;
      const library = findLibrary(tree, architecture, path, elf, name);
      if (library === undefined) faults.push(`${path} needs ${name}`);
      else faults.push(...missingVersions(path, elf, name, library, elves.get(library)));
    }
  }
  if (faults.length > 0) throw new Error(`The image for ${architecture} is not complete:\n  ${faults.join("\n  ")}`);
  return { files: elves.size, references };
}

function elvesOf(tree: Tree): Map<string, Elf> {
  const elves = new Map<string, Elf>();
  for (const [path, entry] of tree) if (entry.kind === "file" && isElf(entry.bytes)) elves.set(path, readElf(entry.bytes, path));
  return elves;
}

function findLibrary(tree: Tree, architecture: Architecture, path: string, elf: Elf, name: string): string | undefined {
  const own = elf.searchPath.map((folder) => folder.replace(/\$ORIGIN|\$\{ORIGIN\}/, `/${posix.dirname(path)}`));
  const places = [...own, LIBRARY_FOLDERS[architecture], "usr/lib"].map((folder) => resolveIn(tree, posix.join(folder, name)));
  return places.find((place) => place !== undefined);
}

/** A library that names no versions satisfies any, as for the loader. */
function missingVersions(path: string, elf: Elf, name: string, library: string, offers: Elf | undefined): string[] {
  if (offers === undefined) return [`${path} needs ${name}, but ${library} is no library`];
  if (offers.offersVersions.length === 0) return [];
  const missing = (elf.needsVersions.get(name) ?? []).filter((version) => !offers.offersVersions.includes(version));
  return missing.map((version) => `${path} needs ${version} of ${name}`);
}
