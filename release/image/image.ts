// The step that makes the images: `cofre` with PostgreSQL in it, and `cofre-services` without, each for two architectures in one archive.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../package/join.ts";
import { type PackageTree, writePackageTree } from "../package/package_tree.ts";
import type { Product, Release, Step } from "../step.ts";
import { BASE_PACKAGES } from "./base.ts";
import { updatePins } from "./debian.ts";
import { type Architecture, archiveOf, type Image } from "./oci.ts";
import { type Platform, platformOf } from "./platform.ts";
import { tryImages } from "./try.ts";
import { imageFile, VARIANTS, type Variant } from "./variants.ts";

const ARCHITECTURES: readonly Architecture[] = ["amd64", "arm64"];
/** What was downloaded, by its checksum. */
const CACHE = join(ROOT, ".runtime/release");

export const imageStep: Step = {
  name: "image",
  summary:
    "cofre-<version>-image.tar and cofre-services-<version>-image.tar, which podman and docker load, with their parts lists",
  make: makeImages,
  attempt: tryImages,
};

/** Pins anew what the images stand on. */
export const updateBase = () => updatePins(BASE_PACKAGES, ARCHITECTURES, join(CACHE, "debian"));

async function makeImages(release: Release): Promise<Product> {
  const folder = join(release.scratch, "package");
  const app = await writePackageTree(folder, release.site);
  const platforms: Platform[] = [];
  for (const architecture of ARCHITECTURES) {
    release.say(`${architecture}: packages, libraries, layers`);
    platforms.push(await platformOf(architecture, { packageFolder: folder, cache: CACHE, debian: release.debian }));
  }
  const products = [];
  for (const variant of VARIANTS) products.push(await makeArchive(release, variant, platforms, app));
  return {
    files: products.flatMap(({ files }) => files),
    lines: [...products.flatMap(({ lines }) => lines), ...platforms.map(({ report }) => report)],
  };
}

async function makeArchive(
  release: Release,
  variant: Variant,
  platforms: readonly Platform[],
  app: PackageTree,
): Promise<Product> {
  const created = new Date(release.time * 1000).toISOString();
  const annotations = labelsOf(variant, release, created);
  const images: Image[] = [];
  const files: string[] = [];
  const lines: string[] = [];
  for (const platform of platforms) {
    const list = variant.listParts(platform, app, { version: release.label, created });
    const file = `${variant.name}-${release.label}-${platform.architecture}.cdx.json`;
    await writeFile(join(release.folder, file), list);
    files.push(file);
    const layers = await variant.layers(platform, list);
    images.push({ architecture: platform.architecture, layers, run: variant.run(annotations), created });
    const sizes = layers.map(({ title, blob }) => `${title} ${megabytes(blob.bytes.length)}`);
    const total = layers.reduce((sum, { blob }) => sum + blob.bytes.length, 0);
    lines.push(`${variant.name} ${platform.architecture}: ${megabytes(total)} compressed (${sizes.join(", ")})`);
    if (total > variant.mostBytes)
      throw new Error(
        `${variant.name} for ${platform.architecture} has ${megabytes(total)}, more than ${megabytes(variant.mostBytes)}.`,
      );
  }
  const { bytes, digest } = archiveOf({ name: variant.name, version: release.label, images, annotations });
  const archive = imageFile(variant, release);
  await writeFile(join(release.folder, archive), bytes);
  return { files: [archive, ...files], lines: [...lines, `${variant.name} ${digest}`] };
}

function labelsOf(variant: Variant, release: Release, created: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      created,
      description: variant.description,
      licenses: "MIT",
      revision: release.commit,
      title: variant.name,
      version: release.label,
    }).map(([name, value]) => [`org.opencontainers.image.${name}`, value]),
  );
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
