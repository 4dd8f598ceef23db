// Packages of Debian that the image stands on: pinned by version and checksum, brought by this machine's own apt, without root.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { Architecture } from "./oci.ts";
import { readTar } from "./tar_read.ts";
import type { Tree } from "./tree.ts";

export interface DebianPackage {
  name: string;
  version: string;
  /** That of the package: `all` where it runs on any. */
  architecture: Architecture | "all";
  sha256: string;
}

export interface Unpacked {
  pinned: DebianPackage;
  /** What dpkg knows of it, as its status file has it. */
  control: string;
  tree: Tree;
}

const LIST = new URL("debian_packages.json", import.meta.url);
const UPDATE = "npm run release -- --update-base";
const run = promisify(execFile);
const MOST_BYTES = 256 * 1024 * 1024;

export interface DebianOptions {
  /** A folder for what was downloaded. */
  cache: string;
  /** A folder of .deb files that were brought by hand. */
  folder?: string | undefined;
}

export async function pinnedPackages(architecture: Architecture): Promise<DebianPackage[]> {
  const list = JSON.parse(await readFile(LIST, "utf8")) as Record<Architecture, DebianPackage[]>;
  return list[architecture];
}

export async function unpackDebian(architecture: Architecture, options: DebianOptions): Promise<Unpacked[]> {
  const unpacked: Unpacked[] = [];
  for (const pinned of await pinnedPackages(architecture)) {
    const file = await obtain(pinned, architecture, options);
    const { stdout } = await dpkg(["--fsys-tarfile", file]);
    const { stdout: control } = await dpkg(["--field", file]);
    unpacked.push({ pinned, control: control.toString("utf8"), tree: readTar(stdout, fileName(pinned)) });
  }
  return unpacked;
}

/** Pins what the mirror of this machine offers now. */
export async function updatePins(
  names: readonly string[],
  architectures: readonly Architecture[],
  cache: string,
): Promise<string> {
  const list: Partial<Record<Architecture, DebianPackage[]>> = {};
  for (const architecture of architectures) {
    const apt = await openApt(architecture, cache);
    const { stdout } = await apt(["download", "--print-uris", ...names]);
    list[architecture] = names.map((name) => {
      const line = stdout.split("\n").find((each) => each.includes(` ${name}_`));
      const [, file = "", sha256 = ""] = line?.match(/' (\S+) \d+ SHA256:([0-9a-f]{64})$/) ?? [];
      const [, version = "", kind = ""] = file.match(/^[^_]+_([^_]+)_(\w+)\.deb$/) ?? [];
      if (!sha256)
        throw new OperatorError(`The Debian mirror of this machine offers no ${name} for ${architecture}, or no checksum of it.`);
      return { name, version: decodeURIComponent(version), architecture: kind as DebianPackage["architecture"], sha256 };
    });
  }
  const text = `${JSON.stringify(list, undefined, 2)}\n`;
  await writeFile(LIST, text);
  return text;
}

/** The path of a package whose checksum is right. */
async function obtain(pinned: DebianPackage, architecture: Architecture, { cache, folder }: DebianOptions): Promise<string> {
  const kept = join(cache, `${pinned.sha256}.deb`);
  if ((await checksumOf(kept)) === pinned.sha256) return kept;
  await mkdir(cache, { recursive: true });
  const staging = join(cache, `staging-${process.pid}`);
  try {
    await mkdir(staging);
    const bytes = await bring(pinned, architecture, staging, { cache, folder });
    const checksum = createHash("sha256").update(bytes).digest("hex");
    if (checksum !== pinned.sha256) throw new OperatorError(differs(pinned, checksum));
    await writeFile(join(staging, "package"), bytes);
    await rename(join(staging, "package"), kept);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return kept;
}

async function bring(
  pinned: DebianPackage,
  architecture: Architecture,
  staging: string,
  { cache, folder }: DebianOptions,
): Promise<Buffer> {
  if (folder !== undefined) {
    return readFile(join(folder, fileName(pinned))).catch(() => {
      throw new OperatorError(`${folder} has no ${fileName(pinned)}. The image needs it with the SHA-256 ${pinned.sha256}.`);
    });
  }
  const apt = await openApt(architecture, cache);
  await apt(["download", `${pinned.name}=${pinned.version}`], staging).catch((error: { stderr?: string }) => {
    throw new OperatorError(vanished(pinned, error.stderr ?? String(error)));
  });
  const [name = ""] = await readdir(staging);
  return readFile(join(staging, name));
}

type Apt = (args: string[], folder?: string) => Promise<{ stdout: string; stderr: string }>;
const opened = new Map<string, Promise<Apt>>();

/** Apt with lists of its own, for any architecture and without root. It uses the mirrors that this machine is set up with. */
function openApt(architecture: Architecture, cache: string): Promise<Apt> {
  const key = join(cache, `apt-${architecture}`);
  const apt = opened.get(key) ?? updateLists(architecture, key);
  opened.set(key, apt);
  return apt;
}

async function updateLists(architecture: Architecture, state: string): Promise<Apt> {
  for (const folder of ["lists/partial", "cache/archives/partial"]) await mkdir(join(state, folder), { recursive: true });
  await writeFile(join(state, "status"), "");
  const settings = {
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
    "Debug::NoLocking": "true",
    "Dir::State": state,
    "Dir::State::lists": join(state, "lists"),
    "Dir::State::status": join(state, "status"),
    "Dir::Cache": join(state, "cache"),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  const apt: Apt = (args, folder) => run("apt-get", ["--quiet", ...options, ...args], { cwd: folder, maxBuffer: MOST_BYTES });
  await apt(["update"]).catch((error: { code?: unknown; stderr?: string }) => {
    throw new OperatorError(
      error.code === "ENOENT"
        ? "The image stands on packages of Debian, and this machine has no apt-get to bring them. Build it on Debian, or name a folder of them by --debian."
        : `apt-get cannot read the lists of packages for ${architecture}:\n${error.stderr ?? error}`,
    );
  });
  return apt;
}

async function dpkg(args: string[]): Promise<{ stdout: Buffer }> {
  return run("dpkg-deb", args, { encoding: "buffer", maxBuffer: MOST_BYTES }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT"
      ? new OperatorError("This machine has no dpkg-deb to unpack packages of Debian. Install dpkg.")
      : error;
  });
}

async function checksumOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

const fileName = ({ name, version, architecture }: DebianPackage) =>
  `${name}_${version.replace(/^\d+:/, "")}_${architecture}.deb`;

function vanished(pinned: DebianPackage, reason: string): string {
  return [
    `The Debian mirror of this machine no longer has ${pinned.name} ${pinned.version} (${pinned.architecture}): ${reason.trim()}`,
    `Run "${UPDATE}", which pins what it has now, read the difference and commit it.`,
    `Or bring ${fileName(pinned)} from an archive of Debian and name its folder by --debian.`,
  ].join("\n");
}

function differs(pinned: DebianPackage, checksum: string): string {
  return [
    `${fileName(pinned)} has the SHA-256 ${checksum}, but ${pinned.sha256} is pinned. Nothing was made of it.`,
    `A package of Debian never changes under one version: find out where this one comes from before you run "${UPDATE}".`,
  ].join("\n");
}
