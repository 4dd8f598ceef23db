// Test support: commands one after the other in one process, as the binary runs each. A line of standard input is a command.
import { createInterface } from "node:readline";
import { COMMANDS } from "../catalogue.ts";
import { type Entry, runEntry } from "../command_line/entry.ts";
import { exitCodeOf, reportOf } from "../problems.ts";

export interface ShellLine {
  args: string[];
  variables: Record<string, string>;
}

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit with ${code}`);
    this.code = code;
  }
}

const reply = process.stdout.write.bind(process.stdout);
const output = capture(process.stdout);
const errors = capture(process.stderr);
const { exit } = process;
process.exit = (code) => {
  throw new Exit(Number(code ?? 0));
};

const usual = { ...process.env };

for await (const line of createInterface({ input: process.stdin })) {
  const { args, variables } = JSON.parse(line) as ShellLine;
  process.env = { ...usual, ...variables };
  const code = await codeOf(args);
  reply(`${JSON.stringify({ code, output: output(), errors: errors() })}\n`);
}
// A command may leave a connection open: the binary would have ended by itself.
exit(0);

async function codeOf([name = "", ...rest]: string[]): Promise<number> {
  process.exitCode = undefined;
  try {
    await runEntry(COMMANDS[name] as Entry, rest, name);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    console.error(reportOf(error, ""));
    return exitCodeOf(error);
  } finally {
    process.exitCode = undefined;
  }
}

/** Keeps what is written from here on; a call returns it, and forgets it. */
function capture(stream: NodeJS.WriteStream): () => string {
  const parts: Buffer[] = [];
  stream.write = (part: string | Uint8Array) => parts.push(Buffer.from(part as string)) > 0;
  return () => Buffer.concat(parts.splice(0)).toString();
}
