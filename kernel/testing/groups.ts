// Groups test files that share a process, and records the cost of each file.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cost, moduleFor, type Note } from "./together.ts";

/** Small enough that output appears steadily, and that the last group ends soon. */
const MOST_FILES = 12;
const COSTLIEST = 10;

export interface Groups {
  /** Modules that run the files of a group. */
  modules: string[];
  /** The files of a module; a test file itself. */
  filesOf(path: string): readonly string[];
  costs(): Promise<Cost[]>;
  underWay(): Promise<string[]>;
}

export async function writeGroups(folder: string, files: readonly string[], processes: number): Promise<Groups> {
  const notesPath = join(folder, "notes");
  const groups = new Map<string, readonly string[]>();
  const size = Math.min(MOST_FILES, Math.ceil(files.length / processes));
  const count = Math.ceil(files.length / size);
  for (let at = 0; at < files.length; at += size) {
    const group = files.slice(at, at + size);
    // Groups run in the order of their names. The last files come first, because browser tests take longest.
    const path = join(folder, `${String(count - groups.size).padStart(3, "0")}.mjs`);
    await writeFile(path, moduleFor(group, notesPath));
    groups.set(path, group);
  }
  const notes = async (): Promise<Note[]> => {
    const text = await readFile(notesPath, "utf8").catch(() => "");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Note);
  };
  const costs = async () => (await notes()).filter((note): note is Cost => "seconds" in note);
  return {
    modules: [...groups.keys()],
    filesOf: (path) => groups.get(path) ?? [path],
    costs,
    underWay: async () => {
      const ended = new Set((await costs()).map(({ file }) => file));
      return [...new Set((await notes()).map(({ file }) => file))].filter((file) => !ended.has(file));
    },
  };
}

/** A table of the most expensive files, for the end of the output. */
export function costliest(costs: readonly Cost[]): string {
  const most = costs.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, COSTLIEST);
  const lines = most.map(
    ({ file, seconds, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(8)}${seconds.toFixed(1).padStart(8)}  ${file}`,
  );
  return ["     cpu    time  seconds of the costliest files, without PostgreSQL's", ...lines].join("\n");
}
