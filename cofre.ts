// The binary: reads the command line and runs one command.
import { parseArgs } from "node:util";
import { isGotrue } from "./commands/gotrue_name.ts";
import { explain, UsageError } from "./commands/problems.ts";
import { IS_PACKAGE, VERSION } from "./kernel/process/version.ts";

interface Command {
  summary: string;
  /** Loaded on demand, to keep a start fast. */
  load?(): Promise<() => Promise<void>>;
  /** For a command that parses its own arguments and prints its own help. */
  loadWithArguments?(): Promise<(args: string[]) => Promise<void>>;
  /** Options of the command, each with its own program. */
  options?: Record<string, { summary: string; load(): Promise<() => Promise<void>> }>;
}

const COMMANDS: Record<string, Command> = {
  start: {
    summary:
      "all services in one process, with an embedded PostgreSQL unless DATABASE_URL is set;\n             for this machine only, unless --host or a variable opens it; see start --help",
    loadWithArguments: async () => (await import("./commands/start.ts")).start,
  },
  auth: { summary: "the auth service alone", load: async () => (await import("./commands/auth.ts")).auth },
  finance: { summary: "the finance service alone", load: async () => (await import("./commands/finance.ts")).finance },
  web: { summary: "the web service alone", load: async () => (await import("./commands/web.ts")).web },
  owner: {
    summary: "print a link that makes somebody an owner of this server; see owner --help",
    loadWithArguments: async () => (await import("./commands/owner.ts")).owner,
  },
  health: {
    summary: "ask the services of this environment, or a URL, whether they live; exit code 1 if not; see health --help",
    loadWithArguments: async () => (await import("./commands/health.ts")).health,
  },
  secrets: {
    summary: "print new secrets for services that run alone, as lines of a .env file",
    loadWithArguments: async () => (await import("./commands/secrets.ts")).secrets,
  },
  migrate: { summary: "migrate the database schemas", load: async () => (await import("./commands/migrate.ts")).migrate },
  distribute: {
    summary: "distribute finance over a Citus cluster",
    load: async () => (await import("./commands/distribute.ts")).distribute,
    options: {
      "dry-run": {
        summary: "only show what would be done",
        load: async () => (await import("./commands/distribute.ts")).rehearseDistribution,
      },
    },
  },
  export: {
    summary: "write a space to a file: JSON, CSV, XLSX or OFX; see export --help",
    loadWithArguments: async () => (await import("./commands/export.ts")).exportSpace,
  },
  import: {
    summary: "import from organizze, supabase, firebase, auth0 or keycloak; see import --help",
    loadWithArguments: async () => (await import("./commands/import.ts")).importFrom,
  },
  adopt: {
    summary: "take the place of a Supabase Auth on its own database; see adopt --help",
    loadWithArguments: async () => (await import("./commands/adopt.ts")).adopt,
  },
  backup: {
    summary: "copy everything, encrypted, while it runs, to a folder or to standard output; see backup --help",
    loadWithArguments: async () => (await import("./commands/backup/backup.ts")).backup,
  },
  restore: {
    summary: "put a backup into an empty home or database; see restore --help",
    loadWithArguments: async () => (await import("./commands/backup/restore.ts")).restore,
  },
  verify: {
    summary: "restore a backup for a moment, sign in and check its ledger; see verify --help",
    loadWithArguments: async () => (await import("./commands/backup/verify.ts")).verify,
  },
  doctor: {
    summary: "check configuration, database, ports, TLS and mail, and say what to do",
    load: async () => (await import("./commands/doctor/doctor.ts")).doctor,
    options: {
      ledger: {
        summary: "recompute the sums of every space and list each row that disagrees",
        load: async () => (await import("./commands/doctor/ledger.ts")).doctorLedger,
      },
      audit: {
        summary: "recompute the chain of what administrators did, and say where it is broken",
        load: async () => (await import("./commands/doctor/audit.ts")).doctorAudit,
      },
      adopted: {
        summary: "compare an adopted Supabase schema with ours, and mend what differs",
        load: async () => (await import("./commands/doctor/adopted.ts")).doctorAdopted,
      },
    },
  },
};

const HELP = `Cofre ${VERSION}: sign-in and personal finance on PostgreSQL.

Usage: ${IS_PACKAGE ? "cofre <command>" : "npm run <command>, or node bootstrap.mjs <command>"}

${Object.entries(COMMANDS)
  .flatMap(([name, { summary, options = {} }]) => [
    `  ${name.padEnd(10)} ${summary}`,
    ...Object.entries(options).map(([option, each]) => `             --${option}: ${each.summary}`),
  ])
  .join("\n")}

  --help, --version

Configuration comes from environment variables and from a file .env in the current folder.
They are listed in docs/auth_config.md, docs/finance_config.md, docs/web_config.md and docs/start_config.md.`;

async function main(): Promise<void> {
  const [first = "", ...rest] = process.argv.slice(2);
  if (isGotrue(process.argv[1], process.env.COFRE_ENTRY))
    return (await import("./commands/gotrue.ts")).gotrue(process.argv.slice(2));
  const readsItself = Object.hasOwn(COMMANDS, first) ? COMMANDS[first]?.loadWithArguments : undefined;
  if (readsItself) return (await readsItself())(rest);
  const { values, positionals } = readCommandLine();
  if (values.help) return console.log(HELP);
  if (values.version) return console.log(VERSION);
  const [name, ...extra] = positionals;
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined) throw new UsageError("Name a command.");
  if (command === undefined || !Object.hasOwn(COMMANDS, name)) throw new UsageError(`There is no command "${name}".`);
  if (extra.length > 0) throw new UsageError(`"${name}" takes no argument, but got "${extra[0]}".`);
  const [option, ...others] = Object.keys(OPTIONS).filter((each) => each in values);
  if (others.length > 0) throw new UsageError(`"${name}" takes one option at a time.`);
  const program = option === undefined ? command : command.options?.[option];
  if (!program?.load) throw new UsageError(`"${name}" has no option --${option}.`);
  await (await program.load())();
}

const OPTIONS: Record<string, { type: "boolean" }> = Object.fromEntries(
  Object.values(COMMANDS).flatMap(({ options = {} }) => Object.keys(options).map((option) => [option, { type: "boolean" }])),
);

function readCommandLine() {
  try {
    return parseArgs({
      options: { ...OPTIONS, help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "v" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ")[0] as string);
  }
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${error.help ?? HELP}`);
    process.exit(2);
  }
  console.error(explain(error));
  process.exit(1);
});
