// Configuration tables: each entry names its variable, type, default and prose. Faults are collected, never thrown one by one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Format, FormatError } from "./config_formats.ts";

export interface ConfigEntry<T = unknown> {
  /** The variable's name without the service's prefix. */
  env: string;
  /** Names that are read as they stand, without any prefix. */
  bare?: readonly string[];
  format: Format<T>;
  initial?: T;
  required?: true;
  /** Never shown: not in a fault line, not in a log. */
  secret?: true;
  /** A bad value is reported and the default taken, because sign-in works without it. */
  cosmetic?: true;
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

/** The process environment over the `.env` file of the folder, if there is one. */
export function readEnvironment(folder: string = process.cwd()): Environment {
  let file = "";
  try {
    file = readFileSync(join(folder, ".env"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return { ...parseEnv(file), ...process.env };
}

/** Reads tables from one environment and gathers what is wrong with it, a line for each variable. */
export class ConfigReader {
  /** These stop the start. */
  readonly faults: string[] = [];
  /** These do not. */
  readonly warnings: string[] = [];
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

  /** The name under which an entry was given, or its first name. */
  nameOf(entry: ConfigEntry): string {
    const names = namesOf(entry, this.#prefixes);
    return names.find((name) => this.#environment[name]) ?? (names[0] as string);
  }

  fault(entry: ConfigEntry, found: string, allowed: string): void {
    this.faults.push(`${this.nameOf(entry)}: ${found}; allowed: ${allowed}`);
  }

  /** Variables with our first prefix that no table knows: a misspelt name is otherwise silent. */
  unknownNames(): string[] {
    const prefix = this.#prefixes[0] as string;
    return Object.keys(this.#environment).filter((name) => name.startsWith(prefix) && !this.#known.has(name));
  }

  #value(entry: ConfigEntry): unknown {
    for (const name of namesOf(entry, this.#prefixes)) this.#known.add(name);
    const raw = this.#environment[this.nameOf(entry)] || this.#fallbacks[entry.env];
    if (!raw) {
      if (entry.required) this.fault(entry, "missing", entry.format.allowed);
      return entry.initial;
    }
    try {
      return entry.format.read(raw.trim());
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const found = entry.secret ? `found a value of ${raw.length} characters` : `found ${JSON.stringify(raw)}`;
      if (entry.cosmetic)
        this.warnings.push(`${this.nameOf(entry)}: ${found}; allowed: ${entry.format.allowed}; the default is used`);
      else this.fault(entry, found, entry.format.allowed);
      return entry.initial;
    }
  }
}

/** Every name of an entry, the first to be looked up first: prefixed, then bare. */
export function namesOf(entry: ConfigEntry, prefixes: readonly string[]): string[] {
  return [...prefixes.map((prefix) => prefix + entry.env), ...(entry.bare ?? [])];
}
