// cofre man: prints the manual page, for `man -l -` or a folder of manuals. docs/cofre.1 is the same.
import { VERSION } from "../../kernel/process/version.ts";
import { EXIT_CODES } from "../problems.ts";
import { type Command, command, optionLines } from "./command.ts";
import { type CommandTree, describe } from "./describe.ts";
import type { Entries } from "./entry.ts";
import { EXIT_MEANINGS } from "./reference.ts";

export function manOf(entries: Entries): Command {
  return command({
    usage: "man",
    options: {},
    notes: "cofre man | man -l -",
    run: async () => console.log(manPage(await describe(entries))),
  });
}

export function manPage({ commands }: CommandTree): string {
  return [
    '.\\" Made from the descriptions of the commands by `npm run generate`.',
    `.TH COFRE 1 "" "Cofre ${VERSION}" "User Commands"`,
    ".SH NAME",
    "cofre \\- sign-in and personal finance on PostgreSQL",
    ".SH SYNOPSIS",
    ".B cofre",
    "\\fICOMMAND\\fR [\\fIOPTION\\fR]...",
    ".SH DESCRIPTION",
    "Configuration comes from environment variables and from a file .env in the current folder.",
    ".SH COMMANDS",
    ...commands.flatMap(({ summary, description: { usage, options, notes } }) => [
      `.SS ${roff(`cofre ${usage}`)}`,
      `${roff(sentence(summary))}`,
      ...optionLines(options).flatMap(({ words, doc }) => [".TP", `.B ${roff(words)}`, roff(sentence(doc))]),
      ...(notes ? [".PP", ...notes.split("\n").flatMap((line) => [roff(line), ".br"])] : []),
    ]),
    ".SH EXIT STATUS",
    ...Object.entries(EXIT_MEANINGS).flatMap(([kind, meaning]) => [
      ".TP",
      `.B ${EXIT_CODES[kind as keyof typeof EXIT_MEANINGS]}`,
      roff(meaning),
    ]),
  ].join("\n");
}

/** A full stop or an apostrophe at the beginning of a line would be a request. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
