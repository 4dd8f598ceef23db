// Test support for the runner itself: runs files with it in a separate process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./folder.ts";
import type { Run } from "./run_files.ts";

const RUNNER = pathToFileURL(join(import.meta.dirname, "run_files.ts")).href;

export async function runApart(run: Omit<Run, "databaseUrl" | "options">, variables: Readonly<Record<string, string>> = {}) {
  await using folder = await temporaryFolder();
  const program = join(folder.path, "run.mjs");
  const whole: Run = { databaseUrl: "", options: [], ...run };
  await writeFile(
    program,
    `import { leftOutLines, runFiles } from ${JSON.stringify(RUNNER)};
    const { code, leftOut } = await runFiles(${JSON.stringify(whole)});
    console.log(leftOutLines(leftOut));
    process.exit(code);`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [program], { env: { ...env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => {
      output += part;
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said: output };
}
