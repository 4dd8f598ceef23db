// The program as a few files instead of some thousand: every file that is a module of its own takes 15 kB for as long as the process runs,
// and its part of the start. They are joined at the first start after a change; where that cannot be, the sources run as they are.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { openBuiltFolder } from "./built_folder.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["auth", "commands", "finance", "kernel", "web"];
const JOINER = fileURLToPath(new URL("join_files.ts", import.meta.url));

/** The address to import a program of the root folder from. */
export async function fewFiles(program: string): Promise<string> {
  const folder = await openBuiltFolder({
    kind: "program",
    hash: stateOfSources(program),
    folders: [join(ROOT, ".runtime")],
    // A process that runs may still need a part of its own.
    kept: 3,
    // In a process of its own: a service would hold what that took for as long as it runs.
    fill: async (folder) => void (await promisify(execFile)(process.execPath, [JOINER, join(ROOT, program), folder])),
  }).catch(() => undefined);
  return pathToFileURL(folder === undefined ? join(ROOT, program) : join(folder, "program.mjs")).href;
}

/** Of when and how each was changed last: to read them all would take a tenth of the start. */
function stateOfSources(program: string): string {
  const states = [program, "package-lock.json", ...SOURCES.flatMap(sourcesIn)].toSorted().map((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(ROOT + file);
    return `${file} ${size} ${mtimeMs} ${ctimeMs}\n`;
  });
  return createHash("sha256").update(states.join("")).digest("hex");
}

/** Of a folder and those in it. Paths are put together as they are: there are a thousand, and every start waits for this. */
function sourcesIn(folder: string): string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}
