// Reads samples by parsers of their languages. A language whose parser this machine lacks is left out, with the reason.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { parseAllDocuments } from "yaml";
import type { Sample } from "./samples.ts";

/** What is wrong; `leftOut` if this machine cannot tell. */
export interface Verdict {
  problem?: string;
  leftOut?: string;
}

type Parser = (text: string) => Promise<Verdict> | Verdict;

const PARSERS: Readonly<Record<string, Parser>> = {
  sh: (text) => byProgram("/bin/sh", ["-n"], text),
  ts: script("ts"),
  tsx: script("tsx"),
  js: script("js"),
  json: (text) => attempt(() => readJson(text)),
  yaml: (text) => {
    const problems = parseAllDocuments(text).flatMap(({ errors }) => errors);
    return problems.length === 0 ? {} : { problem: problems[0]?.message ?? "no YAML" };
  },
  ini: (text) => lines(text, /^(\s*|[#;].*|\[[^\]]+\]|[\w.-]+\s*=.*)$/),
  env: (text) => lines(text, /^(\s*|#.*|(export )?[A-Z][A-Z0-9_]*=.*)$/),
  python: (text) => byProgram("python3", ["-c", "import ast,sys; ast.parse(sys.stdin.read())"], text),
  go: (text) => byProgram("gofmt", ["-e"], text),
};

/** SQL is read by PostgreSQL, in samples.test.ts. */
export const isParsed = (language: string) => language in PARSERS || language === "sql";

export async function parse({ language, text }: Sample): Promise<Verdict> {
  const parser = PARSERS[language];
  return parser ? parser(text) : { problem: `there is no parser for ${language}` };
}

/** PostgreSQL parses the statements of a block that it does not reach. */
export const asUnreached = (sql: string) => `do $cofre_sample$ begin return; ${sql} end $cofre_sample$`;

function script(loader: "ts" | "tsx" | "js"): Parser {
  return async (text) => {
    try {
      await transform(text, { loader, format: "esm", logLevel: "silent" });
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}

/** One value, or one on each line. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  }
}

function attempt(read: () => unknown): Verdict {
  try {
    read();
    return {};
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function lines(text: string, allowed: RegExp): Verdict {
  const wrong = text.split("\n").find((line) => !allowed.test(line));
  return wrong === undefined ? {} : { problem: `"${wrong}" is no line of it` };
}

async function byProgram(program: string, args: string[], text: string): Promise<Verdict> {
  try {
    const running = promisify(execFile)(program, args, { timeout: 20_000 });
    running.child.stdin?.on("error", () => {}).end(text);
    await running;
    return {};
  } catch (error) {
    const { code, stderr = "", message } = error as { code?: string | number; stderr?: string; message: string };
    if (code === "ENOENT") return { leftOut: `${program} is not on this machine` };
    return { problem: stderr.trim() || message };
  }
}
