// Images as OCI defines them, and an archive that holds them twice over: by OCI's index, and by the list of older Docker.
import { tar } from "../tar.ts";
import { type Blob, blobOf, type Layer } from "./layer.ts";

export type Architecture = "amd64" | "arm64";

export interface Image {
  architecture: Architecture;
  layers: readonly Layer[];
  /** The fields of the image configuration that say how it runs. */
  run: Record<string, unknown>;
  /** When it was made, as the commit says, in ISO 8601. */
  created: string;
}

export interface Archive {
  /** Such as `cofre`. */
  name: string;
  version: string;
  images: readonly Image[];
  annotations: Record<string, string>;
}

const TYPES = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
};

export interface Written {
  bytes: Buffer;
  /** Of the index, by which a registry knows the image of all platforms. */
  digest: string;
}

export function archiveOf(archive: Archive): Written {
  const built = archive.images.map((image) => manifestOf(image, archive.annotations));
  const manifests = built.map(({ image, manifest }) => ({
    ...descriptor(TYPES.manifest, manifest),
    platform: { architecture: image.architecture, os: "linux" },
  }));
  const index = json({ schemaVersion: 2, mediaType: TYPES.index, manifests, annotations: archive.annotations });
  const blobs = new Map<string, Blob>();
  for (const { image, config, manifest } of built)
    for (const blob of [...image.layers.map((layer) => layer.blob), config, manifest, index]) blobs.set(blob.digest, blob);
  const files: [string, Buffer][] = [
    ["oci-layout", json({ imageLayoutVersion: "1.0.0" }).bytes],
    ["index.json", entryIndex(archive, index)],
    ["manifest.json", dockerList(archive, built)],
    ...[...blobs.values()].map((blob): [string, Buffer] => [blobPath(blob), blob.bytes]),
  ];
  const bytes = tar(
    files.map(([path, content]) => ({ path, mode: 0o644, content })),
    { time: 0 },
  );
  return { bytes, digest: index.digest };
}

interface Built {
  image: Image;
  config: Blob;
  manifest: Blob;
}

function manifestOf(image: Image, annotations: Record<string, string>): Built {
  const { architecture, created, layers, run } = image;
  const config = json({
    created,
    architecture,
    os: "linux",
    config: run,
    rootfs: { type: "layers", diff_ids: layers.map((layer) => layer.diffId) },
    history: layers.map((layer) => ({ created, created_by: layer.title })),
  });
  const manifest = json({
    schemaVersion: 2,
    mediaType: TYPES.manifest,
    config: descriptor(TYPES.config, config),
    layers: layers.map((layer) => descriptor(TYPES.layer, layer.blob)),
    annotations,
  });
  return { image, config, manifest };
}

/** One entry, so that whoever loads the archive need not choose: the platform is chosen inside of it. */
function entryIndex({ name, version }: Archive, index: Blob): Buffer {
  const names = {
    "io.containerd.image.name": `docker.io/library/${name}:${version}`,
    "org.opencontainers.image.ref.name": `${name}:${version}`,
  };
  const manifests = [{ ...descriptor(TYPES.index, index), annotations: names }];
  return json({ schemaVersion: 2, mediaType: TYPES.index, manifests }).bytes;
}

/** Older Docker knows no platforms here: the first image has the plain name, each other one its architecture in the tag. */
function dockerList({ name, version }: Archive, built: readonly Built[]): Buffer {
  const list = built.map(({ image, config }, position) => ({
    Config: blobPath(config),
    RepoTags: [`${name}:${version}${position === 0 ? "" : `-${image.architecture}`}`],
    Layers: image.layers.map((layer) => blobPath(layer.blob)),
  }));
  return json(list).bytes;
}

const blobPath = ({ digest }: Blob) => `blobs/${digest.replace(":", "/")}`;
const descriptor = (mediaType: string, { bytes, digest }: Blob) => ({ mediaType, digest, size: bytes.length });
const json = (value: unknown) => blobOf(Buffer.from(JSON.stringify(value)));
