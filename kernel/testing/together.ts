// Several test files in one process, one after the other: loading a service costs more than the tests of most files.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "./root.ts";

/** What a file took. */
export interface Cost {
  file: string;
  seconds: number;
  /** Of the processor, without what PostgreSQL and other processes took for it. */
  cpuSeconds: number;
}

/** Each file is a suite, so that its hooks are for its own tests, and it is loaded when the one before it is done. */
export async function runTogether(files: readonly string[], costs: string): Promise<void> {
  for (const file of files) {
    const began = performance.now();
    const before = process.cpuUsage();
    await suite(file, async () => void (await import(pathToFileURL(join(ROOT, file)).href)));
    const { user, system } = process.cpuUsage(before);
    const cost: Cost = { file, seconds: (performance.now() - began) / 1e3, cpuSeconds: (user + system) / 1e6 };
    appendFileSync(costs, `${JSON.stringify(cost)}\n`);
  }
}

/** The text of a module that runs them and writes their costs to a file. */
export function moduleFor(files: readonly string[], costs: string): string {
  return `import { runTogether } from ${JSON.stringify(import.meta.url)};\nawait runTogether(${JSON.stringify(files)}, ${JSON.stringify(costs)});\n`;
}
