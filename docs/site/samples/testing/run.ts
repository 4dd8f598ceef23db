// Runs the samples of a page in the order in which a reader types them. Variables of a block exist in the next ones.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "../../../../kernel/testing/until.ts";
import type { Sample } from "../samples.ts";

export interface Stage {
  /** The folder from which Cofre was started. */
  folder: string;
  /** Variables that every page may use. */
  variables: Readonly<Record<string, string>>;
  /** Addresses of a page, and where the services really are. Every page has an Ana and a Bia of its own. */
  addresses: Readonly<Record<string, string>>;
}

export interface Outcome {
  ok: boolean;
  output: string;
  errors: string;
}

const LONGEST_MS = 60_000;

/** curl fails on refusals, so that a sample that is refused fails its test. */
const CURL = `#!/bin/sh
for each in $(printf '%s' "$PATH" | tr ':' ' '); do
  [ "$each" = "$SAMPLE_PROGRAMS" ] || { [ -x "$each/curl" ] && exec "$each/curl" -sS --fail-with-body --max-time 20 "$@"; }
done
echo "curl is not on this machine" >&2
exit 127
`;

/** As much of jq as pages use: `jq -r .a.b[0].c` of one value. */
const JQ = `#!/bin/sh
exec node -e 'const [flag, path] = process.argv.slice(1);
  if (flag !== "-r" || !/^(\\.\\w+|\\.?\\[\\d+\\])+$/.test(path)) { console.error("jq of the samples takes -r and a path"); process.exit(2); }
  let value = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  for (const key of path.match(/\\w+/g)) value = value[key];
  if (value === undefined) process.exit(5);
  console.log(value);' -- "$@"
`;

export async function writePrograms(folder: string, cofre: readonly string[]): Promise<string> {
  const programs = join(folder, "programs");
  await mkdir(programs);
  const command = cofre.map((word) => `'${word}'`).join(" ");
  const files = {
    curl: CURL,
    jq: JQ,
    cofre: `#!/bin/sh\nexec ${command} "$@"\n`,
    node: `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(programs, name), text);
    await chmod(join(programs, name), 0o755);
  }
  return programs;
}

/** What the reader of a page has already, before its first sample. */
export async function prepare(page: string, text: string, stage: Stage): Promise<Outcome> {
  return runSample({ page, language: "sh", text, rest: "" }, stage, -1);
}

/** A program that serves on port 3000 of the page until its end. */
export async function serve(sample: Sample, stage: Stage, number: number): Promise<Disposable> {
  const serving = start(sample, stage, number);
  const [, url] = Object.entries(stage.addresses).find(([shown]) => shown === "localhost:3000") ?? [];
  await until(`${sample.source}:${sample.line} to listen`, async () =>
    (await fetch(`http://${url}`).catch(() => undefined)) === undefined ? undefined : true,
  );
  // The shell and the program that it started.
  return { [Symbol.dispose]: () => void process.kill(-(serving.pid as number), "SIGKILL") };
}

type Runnable = Pick<Sample, "page" | "language" | "text" | "rest">;

export async function runSample(sample: Runnable, stage: Stage, number: number): Promise<Outcome> {
  const child = start(sample, stage, number);
  const printed = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.errors += text));
  const [code] = await once(child, "close");
  return { ok: (code === 0) === (sample.rest !== "fails"), ...printed };
}

/** Of shell: on one line, or up to a brace at the beginning of a line. */
const FUNCTION = /^\w+\(\) \{(?:.*\}$|\n[\s\S]*?^\}$)/gm;

function start({ page, language, text }: Runnable, stage: Stage, number: number) {
  const name = `sample_${page.replace(/\W/g, "_")}`;
  const addresses = Object.entries(stage.addresses).sort(([one], [other]) => other.length - one.length);
  const whole = addresses
    .reduce((changed, [shown, real]) => changed.replaceAll(shown, real), text)
    .replace(/\b(ana|bia)@example\.com/g, `$1.${name}@example.com`);
  const program = PROGRAMS[language];
  const functions = join(stage.folder, `${name}.functions`);
  const state = join(stage.folder, `${name}.state`);
  const file = join(stage.folder, `${name}_${number}.${EXTENSIONS[language] ?? "sh"}`);
  writeFileSync(file, whole);
  // Functions of a block exist in the next ones too, which no shell can print in every system.
  if (program === undefined) appendFileSync(functions, (whole.match(FUNCTION) ?? []).join("\n").concat("\n"));
  const body = program === undefined ? `. '${file}'` : `${program} '${file}'`;
  const script = `set -ea\n[ ! -f '${state}' ] || { . '${state}'; . '${functions}'; }\n${body}\nexport -p > '${state}'\n`;
  return spawn("/bin/sh", ["-c", script], {
    cwd: stage.folder,
    env: { ...stage.variables },
    timeout: LONGEST_MS,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const EXTENSIONS: Readonly<Record<string, string>> = { sh: "sh", ts: "ts", js: "mjs", python: "py" };
const PROGRAMS: Readonly<Record<string, string>> = { ts: "node --no-warnings", js: "node --no-warnings", python: "python3" };
export const isRunnable = (language: string) => language in EXTENSIONS;

/** Whether this machine can run a language; the services are started for all others anyway. */
export async function hasProgram(language: string): Promise<boolean> {
  const [program = "sh"] = (PROGRAMS[language] ?? "sh").split(" ");
  const { ok } = await promisify(execFile)("/bin/sh", ["-c", `command -v ${program}`]).then(
    () => ({ ok: true }),
    () => ({ ok: false }),
  );
  return ok;
}

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
