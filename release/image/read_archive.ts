// Reads an archive back as a runtime would: from its index to the image of one architecture, to the files of its layers.
import { readFile } from "node:fs/promises";
import { decompress, digestOf } from "./layer.ts";
import type { Architecture } from "./oci.ts";
import { readTar } from "./tar_read.ts";
import { type Tree, union } from "./tree.ts";

export interface Unpacked {
  tree: Tree;
  /** How it runs. */
  run: { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string; StopSignal: string };
}

interface Descriptor {
  digest: string;
  size: number;
  platform?: { architecture: string };
}

/** Throws where something is not what its digest says. */
export async function readImage(path: string, architecture: Architecture): Promise<Unpacked> {
  const files = readTar(await readFile(path), path);
  const blob = ({ digest, size }: Descriptor): Buffer => {
    const entry = files.get(`blobs/${digest.replace(":", "/")}`);
    if (entry?.kind !== "file") throw new Error(`${path} lacks ${digest}.`);
    if (entry.bytes.length !== size || digestOf(entry.bytes) !== digest)
      throw new Error(`${path}: ${digest} is not what it says.`);
    return entry.bytes;
  };
  const json = (bytes: Buffer) => JSON.parse(bytes.toString("utf8"));
  const entry = files.get("index.json");
  if (entry?.kind !== "file") throw new Error(`${path} is no archive of OCI.`);
  const index = json(blob(json(entry.bytes).manifests[0])) as { manifests: Descriptor[] };
  const own = index.manifests.find(({ platform }) => platform?.architecture === architecture);
  if (!own) throw new Error(`${path} has no image for ${architecture}.`);
  const manifest = json(blob(own)) as { config: Descriptor; layers: Descriptor[] };
  const config = json(blob(manifest.config)) as { config: Unpacked["run"]; rootfs: { diff_ids: string[] } };
  const trees: Tree[] = [];
  for (const [position, layer] of manifest.layers.entries()) {
    const archive = await decompress(blob(layer));
    if (digestOf(archive) !== config.rootfs.diff_ids[position])
      throw new Error(`${path}: a layer of ${architecture} is not what it says.`);
    trees.push(readTar(archive, layer.digest));
  }
  return { tree: union(trees), run: config.config };
}
