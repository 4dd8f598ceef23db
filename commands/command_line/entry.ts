// A name on the command line: a command, or a group of commands, such as `import supabase`.
import { commandLine } from "../../kernel/process/command_line.ts";
import { UsageError } from "../problems.ts";
import type { Command } from "./command.ts";

export interface SingleEntry {
  summary: string;
  /** Loaded on demand, to keep a start fast. */
  load(): Promise<Command>;
}

export interface GroupEntry {
  summary: string;
  commands: Entries;
}

export type Entry = SingleEntry | GroupEntry;
export type Entries = Readonly<Record<string, Entry>>;

/** Runs the command that the first words name. `path`: the words before them. */
export async function runEntry(entry: Entry, args: string[], path: string): Promise<void> {
  if ("load" in entry) return (await entry.load())(args);
  const [name = "", ...rest] = args;
  if (name === "--help" || name === "-h") return console.log(groupHelp(entry, path));
  const next = Object.hasOwn(entry.commands, name) ? entry.commands[name] : undefined;
  if (!next)
    throw new UsageError(
      name === "" ? `Name what ${path} shall do.` : `${path} has no command "${name}".`,
      groupHelp(entry, path),
    );
  await runEntry(next, rest, `${path} ${name}`);
}

function groupHelp({ commands }: GroupEntry, path: string): string {
  const names = entryLines(commands);
  return [`Usage: ${commandLine(`${path} COMMAND [options]`)}; with --help, a command says which`, "", ...names].join("\n");
}

export function entryLines(entries: Entries): string[] {
  const widest = Math.max(...Object.keys(entries).map((name) => name.length));
  return Object.entries(entries).map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`);
}
