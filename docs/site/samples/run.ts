// Runs the samples of a page in the order in which a reader types them. Variables of a block exist in the next ones.
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "./samples.ts";

export interface Stage {
  /** The folder from which Cofre was started. */
  folder: string;
  /** Variables that every page may use. */
  variables: Readonly<Record<string, string>>;
  /** Addresses of a page, and where the services really are. */
  addresses: Readonly<Record<string, string>>;
}

export interface Outcome {
  ok: boolean;
  output: string;
  errors: string;
}

const LONGEST_MS = 30_000;

/** curl fails on refusals, so that a sample that is refused fails its test. */
const CURL = `#!/bin/sh
for each in $(printf '%s' "$PATH" | tr ':' ' '); do
  [ "$each" = "$SAMPLE_PROGRAMS" ] || { [ -x "$each/curl" ] && exec "$each/curl" -sS --fail-with-body --max-time 20 "$@"; }
done
echo "curl is not on this machine" >&2
exit 127
`;

export async function writePrograms(folder: string, cofre: readonly string[]): Promise<string> {
  const programs = join(folder, "programs");
  await mkdir(programs);
  const command = cofre.map((word) => `'${word}'`).join(" ");
  const files = { curl: CURL, cofre: `#!/bin/sh\nexec ${command} "$@"\n`, node: `#!/bin/sh\nexec '${process.execPath}' "$@"\n` };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(programs, name), text);
    await chmod(join(programs, name), 0o755);
  }
  return programs;
}

export async function runSample(sample: Sample, stage: Stage, number: number): Promise<Outcome> {
  const name = `sample_${sample.page.replace(/\W/g, "_")}`;
  const text = Object.entries(stage.addresses).reduce((whole, [shown, real]) => whole.replaceAll(shown, real), sample.text);
  const state = join(stage.folder, `${name}.state`);
  const file = join(stage.folder, `${name}_${number}.${EXTENSIONS[sample.language] ?? "sh"}`);
  await writeFile(file, text);
  const program = PROGRAMS[sample.language];
  const body = program === undefined ? `. '${file}'` : `${program} '${file}'`;
  const script = `set -ea\n[ -f '${state}' ] && . '${state}'\n${body}\nexport -p > '${state}'\n`;
  try {
    const options = { cwd: stage.folder, env: { ...stage.variables }, timeout: LONGEST_MS, maxBuffer: 10_000_000 };
    const { stdout, stderr } = await promisify(execFile)("/bin/sh", ["-c", script], options);
    return { ok: sample.rest !== "fails", output: stdout, errors: stderr };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    return { ok: sample.rest === "fails", output: stdout, errors: stderr || message };
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = { sh: "sh", ts: "ts", js: "mjs", python: "py" };
const PROGRAMS: Readonly<Record<string, string>> = { ts: "node --no-warnings", js: "node --no-warnings", python: "python3" };
export const isRunnable = (language: string) => language in EXTENSIONS;

/** The last JSON value of an output. */
export function lastJson(output: string): unknown {
  const lines = output.trim().split("\n");
  for (let from = lines.length - 1; from >= 0; from--)
    try {
      return JSON.parse(lines.slice(from).join("\n"));
    } catch {
      // An answer may have several lines.
    }
  return undefined;
}

/** Every key that is shown exists, with a value of the same kind; `...` in place of a value says nothing of it. */
export function differsFrom(real: unknown, shown: unknown, path = "the answer"): string | undefined {
  if (shown === "...") return undefined;
  if (kindOf(real) !== kindOf(shown)) return `${path} is ${kindOf(real)}, and ${kindOf(shown)} on the page`;
  if (Array.isArray(shown)) return shown.length > 0 ? differsFrom((real as unknown[])[0], shown[0], `${path}[0]`) : undefined;
  if (shown === null || typeof shown !== "object") return undefined;
  for (const [key, value] of Object.entries(shown)) {
    const difference = differsFrom((real as Record<string, unknown>)[key], value, `${path}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : typeof value);
