// Groups test files that share a process, and records the cost of each file.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cost, moduleFor, type Note } from "./together.ts";

/** Each has a process of its own and starts first, because it alone takes a minute or more. */
export const LONGEST = [
  ...["web/browser.test.ts", "web/browser_people.test.ts", "web/browser_console.test.ts", "web/browser_screens.test.ts"],
  ...["auth/query_plans.test.ts", "finance/query_plans.test.ts"],
  ...["proof/attack/attack.test.ts", "release/package/package.test.ts"],
];
/** Loading the services for a group takes as long as the tests of some files. */
const MOST_FILES = 24;
/** Groups become smaller towards the end, so that all processes end at the same time. */
const FEWEST_FILES = 6;
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
  // Groups run in the order of their names.
  for (const [index, group] of groupsOf(files, processes).entries()) {
    const path = join(folder, `${String(index).padStart(3, "0")}.mjs`);
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

function groupsOf(files: readonly string[], processes: number): string[][] {
  const groups = LONGEST.filter((file) => files.includes(file)).map((file) => [file]);
  // The last files come first, because they take longer.
  const others = files.filter((file) => !LONGEST.includes(file));
  const fewest = Math.min(FEWEST_FILES, Math.ceil(others.length / processes));
  while (others.length > 0) {
    const size = Math.ceil(others.length / processes / 2);
    groups.push(others.splice(-Math.min(MOST_FILES, Math.max(fewest, size))));
  }
  return groups;
}

/** A table of the most expensive files, for the end of the output. */
export function costliest(costs: readonly Cost[]): string {
  const most = costs.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, COSTLIEST);
  const lines = most.map(
    ({ file, seconds, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(8)}${seconds.toFixed(1).padStart(8)}  ${file}`,
  );
  return ["     cpu    time  seconds of the costliest files, without PostgreSQL's", ...lines].join("\n");
}
