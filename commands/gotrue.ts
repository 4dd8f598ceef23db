// The names `auth` and `gotrue` of the binary: GoTrue's command line, so that what was written for its container works here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { VERSION } from "../kernel/process/version.ts";
import { UsageError } from "./problems.ts";

const HELP = `Usage: auth [--config FILE] [--config-dir FOLDER] [COMMAND], or gotrue in place of auth

  (none)     migrate the schema of auth, then serve
  serve      the same
  migrate    migrate the schema of auth
  version    print the version
  health     ask the running service whether it lives; see auth health --help
  admin createuser EMAIL PASSWORD [ROLE] [--aud AUDIENCE] [--admin] [--confirm]
             create a user; - as the password reads it from standard input
  admin deleteuser EMAIL-OR-ID [--aud AUDIENCE]
             delete a user

  -c, --config FILE       read variables from this file; they take precedence over the environment
  -d, --config-dir FOLDER the same of each *.env in the folder, in the order of their names
  -h, --help

The variables are those of docs/auth_config.md, with AUTHSVC_ or GOTRUE_ before them. Everything else is done by cofre; see cofre --help.`;

export async function gotrue(args: string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [command = "serve", ...rest] = positionals;
  if (command === "health") return (await import("./health.ts")).health(rest.length > 0 ? rest : ["auth"]);
  if (values.help) return console.log(HELP);
  if (command === "admin") readVariables(values);
  else if (rest.length > 0) throw new UsageError(`"${command}" takes no argument, but got "${rest[0]}".`, HELP);
  switch (command) {
    case "version":
      return console.log(VERSION);
    case "serve":
      readVariables(values);
      return (await import("./auth.ts")).auth([]);
    case "migrate":
      readVariables(values);
      return (await import("./migrate.ts")).migrateAuth();
    case "admin":
      return (await import("./gotrue_admin.ts")).gotrueAdmin(rest, values, HELP);
    default:
      throw new UsageError(`There is no command "${command}".`, HELP);
  }
}

interface Values {
  config?: string;
  "config-dir"?: string;
  help?: boolean;
  aud?: string;
  admin?: boolean;
  confirm?: boolean;
}

function read(args: string[]): { values: Values; positionals: string[] } {
  // The options of health are its own.
  const end = args.indexOf("health");
  const own = end < 0 ? args : args.slice(0, end);
  try {
    const { values, positionals } = parseArgs({
      args: own,
      options: {
        config: { type: "string", short: "c" },
        "config-dir": { type: "string", short: "d" },
        help: { type: "boolean", short: "h" },
        aud: { type: "string", short: "a" },
        admin: { type: "boolean" },
        confirm: { type: "boolean" },
      },
      allowPositionals: true,
    });
    return { values, positionals: [...positionals, ...args.slice(own.length)] };
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ")[0] as string, HELP);
  }
}

function readVariables({ config, "config-dir": folder }: Values): void {
  const files = [...(config === undefined ? [] : [config]), ...(folder === undefined ? [] : filesOf(folder))];
  for (const file of files) {
    if (!existsSync(file)) throw new UsageError(`The file ${file} of --config does not exist.`, HELP);
    Object.assign(process.env, parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, "")));
  }
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) throw new UsageError(`The folder ${folder} of --config-dir does not exist.`, HELP);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".env"))
    .sort()
    .map((name) => join(folder, name));
}
