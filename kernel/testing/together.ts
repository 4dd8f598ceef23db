// Runs several test files in one process, in sequence: loading a service costs more than most files' tests.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "./root.ts";

/** The cost of one file. */
export interface Cost {
  file: string;
  seconds: number;
  /** Without the CPU time of PostgreSQL and other processes. */
  cpuSeconds: number;
}

/** Written when a file begins, and with its cost when it ends. */
export type Note = Cost | Pick<Cost, "file">;

/** Each file is a suite, so that hooks apply to its own tests. It is loaded after the previous one has ended. */
export async function runTogether(files: readonly string[], notes: string): Promise<void> {
  const write = (note: Note) => appendFileSync(notes, `${JSON.stringify(note)}\n`);
  for (const file of files) {
    write({ file });
    const began = performance.now();
    const before = process.cpuUsage();
    await suite(file, async () => void (await import(pathToFileURL(join(ROOT, file)).href)));
    const { user, system } = process.cpuUsage(before);
    write({ file, seconds: (performance.now() - began) / 1e3, cpuSeconds: (user + system) / 1e6 });
  }
}

/** The source of a module that runs the files and writes notes. */
export function moduleFor(files: readonly string[], notes: string): string {
  return `import { runTogether } from ${JSON.stringify(import.meta.url)};\nawait runTogether(${JSON.stringify(files)}, ${JSON.stringify(notes)});\n`;
}
