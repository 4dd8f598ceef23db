// A command of the binary: what it takes, and what it does. Its help, the completions of shells and the manual page are made of this.
import { parseArgs } from "node:util";
import { readEnvironment } from "../../kernel/config/config.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { UsageError } from "../problems.ts";

export interface Option {
  /** Describes the value; without it the option is a flag. */
  value?: string;
  /** The value of the option by itself, as in `--lan`. */
  alone?: string;
  short?: string;
  /** The only values that it takes. */
  choices?: readonly string[];
  /** Keeps secrets out of the process list. */
  variable?: string;
  initial?: string;
  doc: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface OptionValues {
  /** Undefined too if the command has no such option. */
  text(name: string): string | undefined;
  /** Throws if it is missing. */
  needed(name: string): string;
  has(name: string): boolean;
  /** What stands beside the options. */
  argument: string | undefined;
  neededArgument(): string;
}

export interface Description {
  /** Its name and what it takes, such as "owner [--url URL]". */
  usage: string;
  options: Options;
  /** The name of what stands beside the options, such as "USER"; without it nothing may. */
  argument?: string;
  /** What shells offer for it. */
  argumentWords?: readonly string[];
  /** What its help says below the options. */
  notes?: string;
}

export interface Command {
  (args: string[]): Promise<void>;
  readonly description: Description;
}

/** Its name, usage and options, and what it does with them. */
export function command({ run, ...description }: Description & { run(options: OptionValues): Promise<void> }): Command {
  const runWith = async (args: string[]): Promise<void> => {
    const options = readOptions(args, description);
    if (!options) return console.log(helpOf(description));
    await run(options).catch((error: unknown) => {
      const isBare = error instanceof UsageError && error.help === undefined;
      throw isBare ? new UsageError(error.message, usageLine(description)) : error;
    });
  };
  return Object.assign(runWith, { description });
}

const usageLine = ({ usage }: Pick<Description, "usage">) => `Usage: ${commandLine(usage)}`;

/** Undefined if help was asked for. */
function readOptions(args: string[], { usage, options, argument }: Description): OptionValues | undefined {
  const { values, positionals } = parse(args, options, argument, usageLine({ usage }));
  if (values.help) return undefined;
  const environment = readEnvironment();
  const text = (name: string) => {
    const { variable, initial }: Partial<Option> = options[name] ?? {};
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
    neededArgument: () => {
      if (positionals[0]) return positionals[0];
      throw new UsageError(`${argument} is missing.`);
    },
  };
}

function parse(args: string[], options: Options, argument: string | undefined, help: string) {
  const kinds = Object.entries(options).map(
    ([name, { value, short }]) =>
      [name, { type: value ? ("string" as const) : ("boolean" as const), ...(short && { short }) }] as const,
  );
  try {
    const all = { ...Object.fromEntries(kinds), help: { type: "boolean", short: "h" } } as const;
    const read = parseArgs({ args: withValues(args, options), options: all, allowPositionals: argument !== undefined });
    const values = read.values as Record<string, string | boolean | undefined>;
    const { positionals } = read;
    if (positionals.length > 1) throw new Error(`Only one argument is taken, but there is also "${positionals[1]}"`);
    for (const [name, { choices }] of Object.entries(options)) requireChoice(name, values[name], choices);
    return { values, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ")[0] as string, help);
  }
}

function requireChoice(name: string, value: string | boolean | undefined, choices: readonly string[] | undefined): void {
  if (typeof value !== "string" || !choices || choices.includes(value)) return;
  throw new Error(`--${name} takes ${choices.join(", ")}, but got "${value}"`);
}

/** Node's parser knows no option whose value may be absent. */
function withValues(args: readonly string[], options: Options): string[] {
  return args.map((each, index) => {
    const alone = each.startsWith("--") ? options[each.slice(2)]?.alone : undefined;
    const next = args[index + 1];
    return alone !== undefined && (next === undefined || next.startsWith("-")) ? `${each}=${alone}` : each;
  });
}

function helpOf({ usage, options, notes }: Description): string {
  const lines = optionLines(options).map(({ words, doc }) => `  ${words.padEnd(26)} ${doc}`);
  return [usageLine({ usage }), "", ...lines, ...(notes ? ["", notes] : [])].join("\n");
}

/** Each option as it is written, and what is to be said of it. */
export function optionLines(options: Options): { words: string; doc: string }[] {
  return Object.entries(options).map(([name, { value, alone, short, variable, choices, initial, doc }]) => {
    const word = value ? `--${name} ${alone === undefined ? value : `[${value}]`}` : `--${name}`;
    const more = [choices?.join(", "), variable && `or ${variable}`, initial && `default ${initial}`].filter(Boolean);
    return { words: `${short ? `-${short}, ` : ""}${word}`, doc: `${doc}${more.length > 0 ? ` (${more.join("; ")})` : ""}` };
  });
}
