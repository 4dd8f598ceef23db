// Packages of npm for any platform, by the checksum that is pinned: npm's own cache and configuration say where they come from.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { decompress } from "./layer.ts";
import { readTar } from "./tar_read.ts";
import { rootOwned, type Tree } from "./tree.ts";

export interface NpmPackage {
  name: string;
  version: string;
  /** As npm writes it: `sha512-` and base64. */
  integrity: string;
}

/** The files of a package, without the folder that every archive of npm has around them. */
export async function unpackNpm(wanted: NpmPackage, cache: string): Promise<Tree> {
  const archive = await obtain(wanted, cache);
  const tree = readTar(await decompress(archive), nameOf(wanted));
  return rootOwned(new Map([...tree].map(([path, entry]) => [path.replace(/^[^/]+\//, ""), entry])));
}

async function obtain(wanted: NpmPackage, cache: string): Promise<Buffer> {
  const kept = join(cache, `${Buffer.from(wanted.integrity).toString("base64url").slice(0, 60)}.tgz`);
  const before = await readFile(kept).catch(() => undefined);
  if (before && integrityOf(before) === wanted.integrity) return before;
  const staging = join(cache, `staging-${process.pid}`);
  await mkdir(staging, { recursive: true });
  try {
    await npmPack(wanted, staging);
    const [name = ""] = await readdir(staging);
    const bytes = await readFile(join(staging, name));
    if (integrityOf(bytes) !== wanted.integrity)
      throw new OperatorError(
        `npm brought ${nameOf(wanted)} with the checksum ${integrityOf(bytes)}, but ${wanted.integrity} is pinned.`,
      );
    await writeFile(join(staging, "verified"), bytes);
    await rename(join(staging, "verified"), kept);
    return bytes;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function npmPack(wanted: NpmPackage, folder: string): Promise<void> {
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, nameOf(wanted)];
  const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) return done();
      fail(new OperatorError(`npm has no ${nameOf(wanted)} for this machine, from its cache or its registry:\n${errors.trim()}`));
    });
  });
}

const nameOf = ({ name, version }: NpmPackage) => `${name}@${version}`;
const integrityOf = (bytes: Buffer) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
