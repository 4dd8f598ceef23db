// Questions on the terminal whose answer is not shown. Standard input and output may be files.
import { openSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import { OperatorError } from "../../kernel/process/operator_error.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ERASE = ["\u007f", "\b"];

/** `otherwise`: what to do where there is no terminal. */
export async function askForSecret(question: string, otherwise: string): Promise<string> {
  const terminal = openTerminal(otherwise);
  // Before the question, so that nothing that is typed at once is shown.
  terminal.setRawMode(true);
  writeSync(2, question);
  let answer = "";
  try {
    for await (const chunk of terminal.setEncoding("utf8")) {
      for (const character of chunk as string) {
        if (character === CTRL_C) throw new OperatorError("Stopped. Nothing was changed.");
        if (character === "\r" || character === "\n" || character === CTRL_D) return answer;
        answer = ERASE.includes(character) ? answer.slice(0, -1) : answer + character;
      }
    }
    return answer;
  } finally {
    terminal.setRawMode(false);
    terminal.destroy();
    writeSync(2, "\n");
  }
}

function openTerminal(otherwise: string): ReadStream {
  try {
    return new ReadStream(openSync("/dev/tty", "r+"));
  } catch {
    throw new OperatorError(otherwise);
  }
}
