// The binary: reads the command line and runs one command.
import { COMMANDS } from "./commands/catalogue.ts";
import { entryLines, runEntry } from "./commands/command_line/entry.ts";
import { isGotrue } from "./commands/gotrue_name.ts";
import { exitCodeOf, reportOf, UsageError } from "./commands/problems.ts";
import { IS_PACKAGE, VERSION } from "./kernel/process/version.ts";

const HELP = `Cofre ${VERSION}: sign-in and personal finance on PostgreSQL.

Usage: ${IS_PACKAGE ? "cofre <command>" : "npm run <command>, or node bootstrap.mjs <command>"}

${entryLines(COMMANDS).join("\n")}

  --help, --version; <command> --help says what it takes

Configuration comes from environment variables and from a file .env in the current folder.
They are listed in docs/auth_config.md, docs/finance_config.md, docs/web_config.md and docs/start_config.md.`;

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (isGotrue(process.argv[1], process.env.COFRE_ENTRY)) return (await import("./commands/gotrue.ts")).gotrue(args);
  const [name = "", ...rest] = args;
  if (name === "--help" || name === "-h") return console.log(HELP);
  if (name === "--version" || name === "-v") return console.log(VERSION);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) throw new UsageError(name === "" ? "Name a command." : `There is no command "${name}".`);
  await runEntry(entry, rest, name);
}

main().catch((error: unknown) => {
  console.error(reportOf(error, HELP));
  process.exit(exitCodeOf(error));
});
