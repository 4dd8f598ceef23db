// Options of commands that call a server, from the command line or the environment, which keeps tokens out of the process list.

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readEnvironment } from "../kernel/config/config.ts";
import { commandLine } from "../kernel/process/command_line.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { UsageError } from "./problems.ts";

export interface Option {
  /** Describes the value; without it the option is a flag. */
  value?: string;
  /** The value of the option by itself, as in `--lan`. */
  alone?: string;
  variable?: string;
  initial?: string;
  doc: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface OptionValues {
  text(name: string): string | undefined;
  /** Throws if it is missing. */
  needed(name: string): string;
  has(name: string): boolean;
  /** What stands beside the options. */
  argument: string | undefined;
}

/** Undefined if help was requested and printed. `usage` begins with the name of the command. `argument`: the name of the only one, if the command takes one. */
export function readOptions(args: string[], usage: string, options: Options, argument?: string): OptionValues | undefined {
  const kinds = Object.entries(options).map(([name, { value }]) => [name, { type: value ? "string" : "boolean" } as const]);
  const { values, positionals } = parse(withValues(args, options), Object.fromEntries(kinds), usage, argument !== undefined);
  if (values.help) {
    console.log(helpOf(usage, options));
    return;
  }
  const environment = readEnvironment();
  const text = (name: string) => {
    const { variable, initial } = options[name] as Option;
    const value = values[name] ?? (variable === undefined ? undefined : environment[variable]);
    return typeof value === "string" && value !== "" ? value : initial;
  };
  return {
    text,
    needed: (name) => {
      const value = text(name);
      const { variable } = options[name] as Option;
      if (value === undefined) throw new UsageError(`--${name}${variable ? `, or ${variable},` : ""} is missing.`);
      return value;
    },
    has: (name) => values[name] === true,
    argument: positionals[0],
  };
}

/** Node's parser knows no option whose value may be absent. */
function withValues(args: readonly string[], options: Options): string[] {
  return args.map((each, index) => {
    const alone = each.startsWith("--") ? options[each.slice(2)]?.alone : undefined;
    const next = args[index + 1];
    return alone !== undefined && (next === undefined || next.startsWith("-")) ? `${each}=${alone}` : each;
  });
}

type Kinds = Record<string, { type: "string" | "boolean" }>;

function parse(args: string[], kinds: Kinds, usage: string, allowPositionals: boolean) {
  try {
    const options = { ...kinds, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals });
    if (positionals.length > 1) throw new Error(`Only one argument is taken, but there is also "${positionals[1]}"`);
    return { values: values as Record<string, unknown>, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}\n\nUsage: ${commandLine(usage)}`);
  }
}

function helpOf(usage: string, options: Options): string {
  const lines = Object.entries(options).map(([name, { value, alone, variable, initial, doc }]) => {
    const word = value ? `--${name} ${alone === undefined ? value : `[${value}]`}` : `--${name}`;
    const more = [variable && `or ${variable}`, initial && `default ${initial}`].filter(Boolean).join(", ");
    return `  ${word.padEnd(24)} ${doc}${more && ` (${more})`}`;
  });
  return [`Usage: ${commandLine(usage)}`, "", ...lines].join("\n");
}

/** The content of the file that `ca` names, with at least one certificate. */
export async function readCertificate(options: OptionValues): Promise<string | undefined> {
  const file = options.text("ca");
  if (file === undefined) return undefined;
  try {
    const text = await readFile(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const problem =
      code.startsWith("E") && !code.startsWith("ERR_") ? `cannot be read (${code})` : "contains no certificate (PEM)";
    throw new OperatorError(
      `--ca, or COFRE_CA: ${file} ${problem}. ${commandLine("start")} writes its own to tls/certificate.pem in COFRE_HOME.`,
    );
  }
}

/** For commands that call Cofre. */
export const SERVER_OPTIONS = {
  url: { value: "URL", variable: "COFRE_URL", initial: "https://localhost:8082/rest/v2", doc: "finance, with its base path" },
  email: { value: "ADDRESS", variable: "COFRE_EMAIL", doc: "the user's e-mail address" },
  token: { value: "TOKEN", variable: "COFRE_TOKEN", doc: "the user's API token; the variable is safer" },
  ca: { value: "FILE", variable: "COFRE_CA", doc: "a certificate to trust (PEM), such as tls/certificate.pem in COFRE_HOME" },
} as const satisfies Options;
