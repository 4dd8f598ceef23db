// Configuration tables: each entry names its variable, type, default and prose. Faults are collected, never thrown one by one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Format, FormatError } from "./formats.ts";
import { nearestName } from "./nearest_name.ts";

export interface ConfigEntry<T = unknown> {
  /** The variable's name without the service's prefix. */
  env: string;
  /** Further names that take the prefix. */
  also?: readonly string[];
  /** Names that are read as they stand, without any prefix. */
  bare?: readonly string[];
  format: Format<T>;
  initial?: T;
  /** What holds while the variable is unset, in words for the docs, where `initial` cannot tell it. */
  unset?: string;
  required?: true;
  /** Never shown: not in a fault line, not in a log. */
  secret?: true;
  /** A bad value is reported and the default taken, because sign-in works without it. */
  cosmetic?: true;
  /** Still accepted, but its use is worth a notice: the words say what to do instead. */
  deprecated?: string;
  doc: string;
}

export type ConfigTable = Readonly<Record<string, ConfigEntry>>;

export type ConfigOf<Table extends ConfigTable> = {
  readonly [Key in keyof Table]: Table[Key] extends { format: Format<infer T> }
    ? Table[Key] extends { initial: unknown } | { required: true }
      ? T
      : T | undefined
    : never;
};

/** Keeps the exact type of a table while checking that each default fits its format. */
export function configTable<const Table extends { [Key in keyof Table]: ConfigEntry }>(table: Table & DefaultsFit<Table>): Table {
  return table;
}

type DefaultsFit<Table> = { [Key in keyof Table]: Table[Key] extends { format: Format<infer T> } ? { initial?: T } : never };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Something that does not stop the start. The level says how loud the log should be about it. */
export interface ConfigWarning {
  level: "error" | "warn";
  line: string;
}

/** The process environment over the `.env` file of the folder, if there is one. */
export function readEnvironment(folder: string = process.cwd(), variables: Environment = process.env): Environment {
  let file = "";
  try {
    file = readFileSync(join(folder, ".env"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // Some editors begin a file with a byte order mark, which would become part of the first name.
  return { ...parseEnv(file.replace(/^\uFEFF/, "")), ...variables };
}

/** Reads tables from one environment and gathers what is wrong with it, a line for each variable. */
export class ConfigReader {
  /** These stop the start. */
  readonly faults: string[] = [];
  /** These do not. */
  readonly warnings: ConfigWarning[] = [];
  /** A line for each deprecated variable in use. */
  readonly deprecations: string[] = [];
  readonly #environment: Environment;
  readonly #prefixes: readonly string[];
  readonly #fallbacks: Environment;
  readonly #known = new Set<string>();

  /** `fallbacks`: values by unprefixed name, taken where the environment has none. */
  constructor(environment: Environment, prefixes: readonly string[], fallbacks: Environment = {}) {
    this.#environment = environment;
    this.#prefixes = prefixes;
    this.#fallbacks = fallbacks;
  }

  read<Table extends ConfigTable>(table: Table): ConfigOf<Table> {
    const values = Object.entries(table).map(([key, entry]) => [key, this.#value(entry)]);
    return Object.fromEntries(values);
  }

  /** Whether a variable of the entry has a value, good or bad. Rules that say "missing" ask this first. */
  isSet(entry: ConfigEntry): boolean {
    return this.#raw(entry) !== undefined;
  }

  /**
   * The name under which an entry was given, be it empty. Of one that was not, the name that fits its neighbour or, without one, the
   * environment: whoever writes GOTRUE_ everywhere does not look for AUTHSVC_.
   */
  nameOf(entry: ConfigEntry, neighbour?: ConfigEntry): string {
    const names = namesOf(entry, this.#prefixes);
    const filled = names.find((name) => !isBlank(this.#environment[name]));
    const written = names.find((name) => this.#environment[name] !== undefined);
    return filled ?? written ?? this.#prefixFor(neighbour) + entry.env;
  }

  #prefixFor(neighbour: ConfigEntry | undefined): string {
    const example = neighbour && this.#prefixes.find((prefix) => this.nameOf(neighbour).startsWith(prefix));
    const used = this.#prefixes.find((prefix) => Object.keys(this.#environment).some((name) => name.startsWith(prefix)));
    return example ?? used ?? (this.#prefixes[0] as string);
  }

  fault(entry: ConfigEntry, value: string, allowed: string = entry.format.allowed): void {
    this.faults.push(`${this.nameOf(entry)}: ${value}; allowed: ${allowed}`);
  }

  /** A fault, unless the entry has a value: another entry needs it as it is set, which the words say. */
  require(entry: ConfigEntry, cause: ConfigEntry, words: string): void {
    if (this.isSet(entry)) return;
    const name = this.nameOf(entry, cause);
    this.faults.push(`${name}: missing while ${this.nameOf(cause)} ${words}; allowed: ${entry.format.allowed}`);
  }

  warn(entry: ConfigEntry, line: string, level: ConfigWarning["level"] = "warn"): void {
    this.warnings.push({ level, line: `${this.nameOf(entry)}: ${line}` });
  }

  /** Warns of variables with our first prefix that no table knows: a misspelt name is otherwise silent. */
  warnOfUnknownNames(): void {
    const prefix = this.#prefixes[0] as string;
    const names = [...this.#known].filter((name) => name.startsWith(prefix));
    for (const name of Object.keys(this.#environment).sort()) {
      if (!name.toUpperCase().startsWith(prefix) || this.#known.has(name)) continue;
      const nearest = nearestName(name, names);
      const advice = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      this.warnings.push({ level: "warn", line: `${name}: no variable of this name is known, it has no effect${advice}` });
    }
  }

  #raw(entry: ConfigEntry): string | undefined {
    const own = this.#environment[this.nameOf(entry)];
    if (!isBlank(own)) return own;
    const fallback = [entry.env, ...(entry.also ?? []), ...(entry.bare ?? [])].find((name) => !isBlank(this.#fallbacks[name]));
    return fallback === undefined ? undefined : this.#fallbacks[fallback];
  }

  #value(entry: ConfigEntry): unknown {
    for (const name of namesOf(entry, this.#prefixes)) this.#known.add(name);
    const raw = this.#raw(entry);
    if (raw === undefined) {
      if (entry.required) this.fault(entry, "missing");
      return entry.initial;
    }
    if (entry.deprecated) this.deprecations.push(`${this.nameOf(entry)}: deprecated; ${entry.deprecated}`);
    try {
      return entry.format.read(entry.format.exact ? raw : raw.trim());
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const value = describe(raw, entry.secret === true) + (error.message === "" ? "" : ` (${error.message})`);
      if (entry.cosmetic) this.warn(entry, `${value}; allowed: ${entry.format.allowed}; the default is used`);
      else this.fault(entry, value);
      return entry.initial;
    }
  }
}

/** Every name of an entry, the first to be looked up first: prefixed, then bare. */
export function namesOf(entry: ConfigEntry, prefixes: readonly string[]): string[] {
  const stems = [entry.env, ...(entry.also ?? [])];
  return [...prefixes.flatMap((prefix) => stems.map((stem) => prefix + stem)), ...(entry.bare ?? [])];
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === "";
}

const SHOWN_CHARACTERS = 80;

/** What was found, for a fault line: quoted so that it cannot break the line, cut short, without credentials in URLs. */
function describe(raw: string, secret: boolean): string {
  if (secret) return `found a value of ${raw.length} characters`;
  const masked = maskCredentials(raw);
  return `found ${JSON.stringify(masked.length > SHOWN_CHARACTERS ? `${masked.slice(0, SHOWN_CHARACTERS)}...` : masked)}`;
}

/** From the first `//` to the last `@`: too much where there are several URLs, but never too little. */
function maskCredentials(raw: string): string {
  const from = raw.indexOf("//") + 2;
  const to = raw.lastIndexOf("@");
  return from >= 2 && to > from ? `${raw.slice(0, from)}***${raw.slice(to)}` : raw;
}
