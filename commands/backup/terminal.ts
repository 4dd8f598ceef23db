// Questions on the terminal whose answer is not shown. Standard input and output may be files.
import { openSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import { OperatorError } from "../../kernel/process/operator_error.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ERASE = ["\u007f", "\b"];

export async function askForSecret(question: string): Promise<string> {
  const terminal = openTerminal();
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

function openTerminal(): ReadStream {
  try {
    return new ReadStream(openSync("/dev/tty", "r+"));
  } catch {
    throw new OperatorError(
      "A pass phrase is needed, and there is no terminal to ask at. Set COFRE_BACKUP_PASSPHRASE or COFRE_BACKUP_PASSPHRASE_FILE.",
    );
  }
}
