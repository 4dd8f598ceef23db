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

/** Written when a file begins, and with its cost when it is done. */
export type Note = Cost | Pick<Cost, "file">;

/** Each file is a suite, so that its hooks are for its own tests, and it is loaded when the one before it is done. */
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

/** The text of a module that runs them and writes its notes to a file. */
export function moduleFor(files: readonly string[], notes: string): string {
  return `import { runTogether } from ${JSON.stringify(import.meta.url)};\nawait runTogether(${JSON.stringify(files)}, ${JSON.stringify(notes)});\n`;
}
