// Writes tar archives (POSIX ustar) whose bytes depend on nothing but what is in them: no clock, no user, no order of a file system.
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip as compress } from "node:zlib";

export interface Entry {
  /** Without a leading slash. Folders end in one. */
  path: string;
  mode: number;
  content?: Uint8Array;
  /** Root, unless named. */
  owner?: { uid: number; gid: number } | undefined;
  /** The target of a symbolic link. */
  link?: string;
}

export interface TarOptions {
  /** Of every entry, in seconds since 1970. */
  time: number;
}

const BLOCK = 512;
const MOST_NAME = 100;
const MOST_PREFIX = 155;

/** The order of the entries is kept. */
export function tar(entries: readonly Entry[], { time }: TarOptions): Buffer {
  const blocks = entries.flatMap((entry) => {
    const size = entry.content?.length ?? 0;
    return [header(entry, size, time), entry.content ?? Buffer.alloc(0), Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Without a time, and without the name of a system. */
export async function gzip(bytes: Uint8Array, level = 9): Promise<Buffer> {
  const zipped = await promisify(compress)(bytes, { level });
  zipped.writeUInt32LE(0, 4);
  zipped[9] = 255;
  return zipped;
}

/** What is in a folder, in the order of the paths: links stay links, and only the right to run a file is kept. */
export async function entriesOf(folder: string, prefix = ""): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [full, path] = [join(folder, name), `${prefix}${name}`];
    const status = await lstat(full);
    if (status.isSymbolicLink()) entries.push({ path, mode: 0o777, link: await readlink(full) });
    else if (status.isDirectory()) entries.push({ path: `${path}/`, mode: 0o755 }, ...(await entriesOf(full, `${path}/`)));
    else entries.push({ path, mode: status.mode & 0o100 ? 0o755 : 0o644, content: await readFile(full) });
  }
  return entries;
}

function header({ path, mode, link, owner }: Entry, size: number, time: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(owner?.uid ?? 0, 8), 108);
  block.write(octal(owner?.gid ?? 0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(time, 12), 136);
  block.write(" ".repeat(8), 148);
  block.write(link !== undefined ? "2" : path.endsWith("/") ? "5" : "0", 156);
  if (link !== undefined) {
    if (Buffer.byteLength(link) > MOST_NAME) throw new Error(`${path}: the target of the link is too long for an archive`);
    block.write(link, 157);
  }
  block.write("ustar\x0000", 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Long paths are cut at a slash. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= MOST_NAME) return ["", path];
  for (let at = path.indexOf("/"); at > 0 && at < path.length - 1; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= MOST_PREFIX && Buffer.byteLength(name) <= MOST_NAME) return [prefix, name];
  }
  throw new Error(`${path} is too long for an archive`);
}
