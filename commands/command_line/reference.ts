// What docs/command_line.md lists: every command with its options, and the exit codes.
import { EXIT_CODES, type FailureKind } from "../problems.ts";
import { type Options, optionLines } from "./command.ts";
import type { CommandTree } from "./describe.ts";

export const EXIT_MEANINGS: Readonly<Record<FailureKind, string>> = {
  failed: "it failed, or a check did",
  usage: "the command line is wrong; nothing was done",
  missing: "what was named is not there",
  forbidden: "not allowed: the API key is wrong, or lacks the right",
  refused: "refused as it stands, such as an address that is taken",
  unavailable: "the server cannot be reached, or is busy; try again later",
};

export function exitCodeTable(): string {
  const rows = Object.entries(EXIT_MEANINGS).map(([kind, meaning]) => `| ${EXIT_CODES[kind as FailureKind]} | ${meaning} |`);
  return ["| code | means |", "|---|---|", "| 0 | done |", ...rows].join("\n");
}

export function commandReference({ commands }: CommandTree): string {
  return commands
    .map(({ path, summary, description: { usage, options, notes } }) =>
      [
        `### ${path}`,
        `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
        `\`\`\`sh\ncofre ${usage}\n\`\`\``,
        ...optionTable(options),
        ...(notes ? [notes.includes("\n") ? `\`\`\`\n${notes}\n\`\`\`` : notes] : []),
      ].join("\n\n"),
    )
    .join("\n\n");
}

function optionTable(options: Options): string[] {
  const lines = optionLines(options).map(
    ({ words, doc }) => `| \`${words.replaceAll("|", "\\|")}\` | ${doc.replaceAll("|", "\\|")} |`,
  );
  return lines.length === 0 ? [] : [["| option | |", "|---|---|", ...lines].join("\n")];
}
