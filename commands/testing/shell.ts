// Test support: commands one after the other in one process, as the binary runs each. A line of standard input is a command.
import { createInterface } from "node:readline";
import { format } from "node:util";
import { COMMANDS } from "../catalogue.ts";
import { type Entry, runEntry } from "../command_line/entry.ts";
import { exitCodeOf, reportOf } from "../problems.ts";

export interface ShellLine {
  args: string[];
  variables: Record<string, string>;
}

const printed = { output: "", errors: "" };
console.log = (...values) => {
  printed.output += `${format(...values)}\n`;
};
console.error = (...values) => {
  printed.errors += `${format(...values)}\n`;
};

const usual = { ...process.env };

for await (const line of createInterface({ input: process.stdin })) {
  const { args, variables } = JSON.parse(line) as ShellLine;
  const [name = "", ...rest] = args;
  process.env = { ...usual, ...variables };
  Object.assign(printed, { output: "", errors: "" });
  const code = await runEntry(COMMANDS[name] as Entry, rest, name).then(
    () => 0,
    (error: unknown) => {
      console.error(reportOf(error, ""));
      return exitCodeOf(error);
    },
  );
  process.stdout.write(`${JSON.stringify({ code, ...printed })}\n`);
}
