// Secrets that a command is given: by a file, by standard input or at the terminal, and never as a word of the command line, which every
// user of a machine can read.
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { askForSecret } from "./terminal.ts";

/** Without the line break that editors and `echo` put behind it. */
export async function readSecretFile(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} cannot be read (${error.code}).`);
  });
  return required(text, file);
}

export async function readSecretFromInput(): Promise<string> {
  return required(await readAll(process.stdin), "Standard input");
}

/** Twice, because nobody sees what they type. */
export async function askForNewSecret(what: string, otherwise: string): Promise<string> {
  const secret = required(await askForSecret(`${what}: `, otherwise), `The ${what.toLowerCase()}`);
  if ((await askForSecret("The same again: ", otherwise)) !== secret)
    throw new OperatorError("The two differ. Nothing was changed.");
  return secret;
}

function required(text: string, what: string): string {
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new OperatorError(`${what} is empty.`);
  return secret;
}
