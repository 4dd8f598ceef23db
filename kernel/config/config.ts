// Configuration tables: each entry names its variable, type, default and description. All faults are collected and reported
// together.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Format, FormatError } from "./formats.ts";
import { maskCredentials } from "./mask_credentials.ts";
import { nearestName } from "./nearest_name.ts";

export interface ConfigEntry<T = unknown> {
  /** The variable's name without the service's prefix. */
  env: string;
  /** Other accepted names, with the prefix. */
  also?: readonly string[];
  /** Names accepted without a prefix. */
  bare?: readonly string[];
  format: Format<T>;
  initial?: T;
  /** Describes the default in the docs where `initial` cannot. */
  unset?: string;
  required?: true;
  /** Never shown: not in a fault line, not in a log. */
  secret?: true;
  /** A bad value is only a warning and the default is used, because sign-in works without it. */
  cosmetic?: true;
  /** Still accepted, with a notice. The text says what to use instead. */
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

/** Keeps the table's exact type and checks that each default fits its format. */
export function configTable<const Table extends { [Key in keyof Table]: ConfigEntry }>(table: Table & DefaultsFit<Table>): Table {
  return table;
}

type DefaultsFit<Table> = { [Key in keyof Table]: Table[Key] extends { format: Format<infer T> } ? { initial?: T } : never };

/** Where a value comes from. `start`: the program that starts the service. */
export type ConfigSource = "environment" | "settings" | "start" | "default";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A problem that does not stop the start. */
export interface ConfigWarning {
  level: "error" | "warn";
  line: string;
}

/** The process environment, which takes precedence over the folder's `.env` file. */
export function readEnvironment(folder: string = process.cwd(), variables: Environment = process.env): Environment {
  let file = "";
  try {
    file = readFileSync(join(folder, ".env"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // Some editors write a byte order mark, which would become part of the first name.
  return { ...parseEnv(file.replace(/^\uFEFF/, "")), ...variables };
}

/** Reads tables from one environment and collects the faults, one line for each variable. */
export class ConfigReader {
  /** These stop the start. */
  readonly faults: string[] = [];
  /** These do not stop the start. */
  readonly warnings: ConfigWarning[] = [];
  /** A line for each deprecated variable in use. */
  readonly deprecations: string[] = [];
  readonly #environment: Environment;
  readonly #prefixes: readonly string[];
  readonly #fallbacks: Environment;
  readonly #settings: Environment;
  readonly #known = new Set<string>();

  /**
   * `settings`: stored values by unprefixed name, used where the environment has none. `fallbacks`: used where those have none
   * either.
   */
  constructor(environment: Environment, prefixes: readonly string[], fallbacks: Environment = {}, settings: Environment = {}) {
    this.#environment = environment;
    this.#prefixes = prefixes;
    this.#fallbacks = fallbacks;
    this.#settings = settings;
  }

  read<Table extends ConfigTable>(table: Table): ConfigOf<Table> {
    const values = Object.entries(table).map(([key, entry]) => [key, this.#value(entry)]);
    return Object.fromEntries(values);
  }

  /** Whether the variable is set, to a good or a bad value. Rules that report "missing" check this first. */
  isSet(entry: ConfigEntry): boolean {
    return this.textOf(entry) !== undefined;
  }

  /** The value as it is written; undefined where the default is used. */
  textOf(entry: ConfigEntry): string | undefined {
    switch (this.sourceOf(entry)) {
      case "environment":
        return this.#environment[this.nameOf(entry)];
      case "settings":
        return this.#settings[entry.env];
      case "start":
        return this.#fallbacks[this.#fallbackNameOf(entry) as string];
      case "default":
        return undefined;
    }
  }

  sourceOf(entry: ConfigEntry): ConfigSource {
    if (!isBlank(this.#environment[this.nameOf(entry)])) return "environment";
    if (!isBlank(this.#settings[entry.env])) return "settings";
    return this.#fallbackNameOf(entry) === undefined ? "default" : "start";
  }

  #fallbackNameOf({ env, also = [], bare = [] }: ConfigEntry): string | undefined {
    return [env, ...also, ...bare].find((name) => !isBlank(this.#fallbacks[name]));
  }

  /**
   * The name under which an entry is set, even if empty. If unset, the name with the prefix that its neighbour or another
   * variable has.
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

  /** What follows an entry's name, and `_`, in names of variables: by it, families of variables are found. */
  suffixesOf(entry: ConfigEntry): string[] {
    const endsIn = (names: readonly string[], starts: readonly string[]) =>
      starts.flatMap((start) => names.filter((name) => name.startsWith(`${start}_`)).map((name) => name.slice(start.length + 1)));
    const ends = [
      ...endsIn(Object.keys(this.#environment), namesOf(entry, this.#prefixes)),
      ...endsIn([...Object.keys(this.#settings), ...Object.keys(this.#fallbacks)], namesOf(entry, [""])),
    ];
    return [...new Set(ends)].sort();
  }

  fault(entry: ConfigEntry, value: string, allowed: string = entry.format.allowed): void {
    this.faults.push(`${this.nameOf(entry)}: ${value}; allowed: ${allowed}`);
  }

  /** Reports a fault if the entry is unset although another entry, as it is set, needs it. */
  require(entry: ConfigEntry, cause: ConfigEntry, words: string): void {
    if (this.isSet(entry)) return;
    const name = this.nameOf(entry, cause);
    this.faults.push(`${name}: missing while ${this.nameOf(cause)} ${words}; allowed: ${entry.format.allowed}`);
  }

  warn(entry: ConfigEntry, line: string, level: ConfigWarning["level"] = "warn"): void {
    this.warnings.push({ level, line: `${this.nameOf(entry)}: ${line}` });
  }

  /**
   * The name of a variable that no table has, if it is set to more than the given values. It then counts as known. `stem`: without
   * the prefix.
   */
  setName(stem: string, harmless: readonly string[] = []): string | undefined {
    const names = this.#prefixes.map((prefix) => prefix + stem);
    for (const name of names) this.#known.add(name);
    const name = names.find((each) => !isBlank(this.#environment[each]));
    const value = name === undefined ? "" : (this.#environment[name] as string).trim();
    return harmless.includes(value.toLowerCase()) ? undefined : name;
  }

  withoutPrefix(name: string): string {
    return name.slice((this.#prefixes.find((prefix) => name.startsWith(prefix)) ?? "").length);
  }

  /** Warns of unknown variables with our first prefix, because they are probably misspelt. */
  warnOfUnknownNames(): void {
    const prefix = this.#prefixes[0] as string;
    const names = [...this.#known].filter((name) => name.startsWith(prefix));
    for (const name of Object.keys(this.#environment).sort()) {
      if (!name.toUpperCase().startsWith(prefix) || this.#known.has(name)) continue;
      const nearest = nearestName(name, names);
      const advice = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      this.warnings.push({ level: "warn", line: `${name}: unknown variable, it has no effect${advice}` });
    }
  }

  #value(entry: ConfigEntry): unknown {
    for (const name of namesOf(entry, this.#prefixes)) this.#known.add(name);
    const raw = this.textOf(entry);
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

/** Every name of an entry, in the order of lookup: prefixed, then bare. */
export function namesOf(entry: ConfigEntry, prefixes: readonly string[]): string[] {
  const stems = [entry.env, ...(entry.also ?? [])];
  return [...prefixes.flatMap((prefix) => stems.map((stem) => prefix + stem)), ...(entry.bare ?? [])];
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === "";
}

const SHOWN_CHARACTERS = 80;

/** The value for a fault line: quoted, shortened, and without the credentials of URLs. */
function describe(raw: string, secret: boolean): string {
  if (secret) return `found a value of ${raw.length} characters`;
  const masked = maskCredentials(raw);
  return `found ${JSON.stringify(masked.length > SHOWN_CHARACTERS ? `${masked.slice(0, SHOWN_CHARACTERS)}...` : masked)}`;
}
