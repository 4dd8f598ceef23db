// Every command with its description, for completions and manuals.
import type { Description } from "./command.ts";
import type { Entries } from "./entry.ts";

export interface DescribedCommand {
  /** The words that call it. */
  path: string;
  summary: string;
  description: Description;
}

export interface DescribedGroup {
  /** Empty for the whole program. */
  path: string;
  names: { name: string; summary: string }[];
}

export interface CommandTree {
  commands: DescribedCommand[];
  groups: DescribedGroup[];
}

/** Loads every command. */
export async function describe(entries: Entries, path = ""): Promise<CommandTree> {
  const names = Object.entries(entries).map(([name, { summary }]) => ({ name, summary }));
  const all: CommandTree = { commands: [], groups: [{ path, names }] };
  for (const [name, entry] of Object.entries(entries)) {
    const ownPath = path === "" ? name : `${path} ${name}`;
    if ("load" in entry) {
      const { description } = await entry.load();
      all.commands.push({ path: ownPath, summary: entry.summary, description });
    } else {
      const { commands, groups } = await describe(entry.commands, ownPath);
      all.commands.push(...commands);
      all.groups.push(...groups);
    }
  }
  return all;
}
