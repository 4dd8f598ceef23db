// Asks before what cannot be undone, at a terminal; a program says --yes.
import { createInterface } from "node:readline/promises";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { UsageError } from "../problems.ts";
import type { Options, OptionValues } from "./command.ts";
import { printable } from "./output.ts";

export const CONFIRM_OPTIONS = { yes: { short: "y", doc: "do it without asking" } } as const satisfies Options;

export async function confirm(options: OptionValues, question: string): Promise<void> {
  if (options.has("yes")) return;
  if (!process.stdin.isTTY) throw new UsageError(`${printable(question)} There is no terminal to ask at: add --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${printable(question)} Type yes: `);
    if (answer.trim().toLowerCase() !== "yes") throw new OperatorError("Stopped. Nothing was changed.");
  } finally {
    terminal.close();
  }
}
