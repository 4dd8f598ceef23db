// package.json of the package, and the exact versions of everything that npm installs with it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EXTERNAL, externalDependencies, type Lock, readLock } from "./external_dependencies.ts";
import { ROOT } from "./join.ts";

interface SourceManifest {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

export interface Manifest extends SourceManifest {
  type: "module";
  bin: Record<string, string>;
  man: string[];
  engines: Record<string, string>;
  os: string[];
}

export async function readSourceManifest(): Promise<SourceManifest> {
  return JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as SourceManifest;
}

export function manifestOf(source: SourceManifest): Manifest {
  const { name, version, description, license } = source;
  return {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { cofre: "bootstrap/package.mjs" },
    man: ["docs/cofre.1"],
    // The command brings the Node that it needs.
    engines: { node: ">=18" },
    os: ["linux", "darwin"],
    dependencies: external(source.dependencies),
    optionalDependencies: external(source.optionalDependencies),
  };
}

function external(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => EXTERNAL.includes(name)));
}

/** npm installs exactly these, and compares their checksums. */
export function shrinkwrapOf({
  name,
  version,
  license,
  bin,
  engines,
  os,
  dependencies,
  optionalDependencies,
}: Manifest): unknown {
  const lock = readLock();
  const root = { name, version, license, bin, engines, os, dependencies, optionalDependencies };
  return { name, version, lockfileVersion: 3, requires: true, packages: { "": root, ...lockedPackages(lock) } };
}

function lockedPackages(lock: Lock): Lock["packages"] {
  return Object.fromEntries(externalDependencies(undefined, lock).map(({ path }) => [path, lock.packages[path]!]));
}
