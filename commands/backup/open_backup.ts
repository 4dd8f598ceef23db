// Reads a backup: decrypts, unpacks, and compares every file with its checksum. It is good once it was read to its end.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { damaged, decrypt, type Unlocking } from "./age_file.ts";
import { MANIFEST, type Manifest, readManifest, SUMS } from "./manifest.ts";
import { readTar, type TarEntry } from "./tar.ts";

export interface OpenBackup {
  /** For messages. */
  name: string;
  manifest: Manifest;
  /** Every file after the manifest. Throws at the end if a checksum differs, or if the end is missing. */
  files: AsyncIterable<TarEntry>;
  close(): Promise<void>;
}

/** `path`: a file, or `-` for standard input. */
export async function openBackup(path: string, secretsFor: Unlocking["secretsFor"]): Promise<OpenBackup> {
  const name = path === "-" ? "the backup" : basename(path);
  const source = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
  const entries = readTar(gunzip(explainFile(decrypt(source, { name, secretsFor }), path), name));
  const sums = new Map<string, string>();
  const first = await next(entries, name);
  if (first?.name !== MANIFEST) throw damaged(name, "there is no manifest");
  const manifest = readManifest((await readSmall(summed(first, sums), name)).toString("utf8"));
  return { name, manifest, files: checked(entries, sums, name), close: async () => void (await entries.return(undefined)) };
}

/** Secrets, certificates and the manifest are small. */
const MOST_SMALL_BYTES = 2 ** 20;
/** A line for each file of the database. */
const MOST_SUMS_BYTES = 256 * 2 ** 20;

export async function readSmall({ size, content }: TarEntry, name: string, most = MOST_SMALL_BYTES): Promise<Buffer> {
  if (size > most) throw damaged(name, "a small file is too large");
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* checked(entries: AsyncGenerator<TarEntry>, sums: Map<string, string>, name: string): AsyncGenerator<TarEntry> {
  for (;;) {
    const entry = await next(entries, name);
    if (entry === undefined) throw damaged(name, "its checksums are missing");
    if (!isPlainPath(entry.name) || entry.kind === "other") throw damaged(name, "it has a file that is no file");
    if (entry.name === SUMS) {
      compareSums((await readSmall(entry, name, MOST_SUMS_BYTES)).toString("utf8"), sums, name);
      // The last chunk of the encryption is authenticated too.
      if ((await next(entries, name)) !== undefined) throw damaged(name, "it goes on after its checksums");
      return;
    }
    yield entry.kind === "file" ? summed(entry, sums) : entry;
  }
}

/** No other can leave the folder that it is unpacked into. */
const isPlainPath = (name: string) => name.split("/").every((part) => part !== "" && part !== "." && part !== "..");

function summed(entry: TarEntry, sums: Map<string, string>): TarEntry {
  const content = async function* () {
    const hash = createHash("sha256");
    for await (const chunk of entry.content) {
      hash.update(chunk);
      yield chunk;
    }
    sums.set(entry.name, hash.digest("hex"));
  };
  return { ...entry, content: content() };
}

function compareSums(text: string, sums: Map<string, string>, name: string): void {
  const lines = text.split("\n").filter((line) => line !== "");
  const differing = lines.filter((line) => sums.get(line.slice(66)) !== line.slice(0, 64));
  if (differing.length > 0 || lines.length !== sums.size) throw damaged(name, `${differing.length} checksums differ`);
}

/** Errors without a sentence of their own mean that bytes differ from those that were written. */
async function next(entries: AsyncGenerator<TarEntry>, name: string): Promise<TarEntry | undefined> {
  try {
    const { done, value } = await entries.next();
    return done ? undefined : { ...value, content: explained(value.content, name) };
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(name, error);
  }
}

async function* explained<T>(source: AsyncIterable<T>, name: string): AsyncGenerator<T> {
  try {
    for await (const each of source) yield each;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(name, error);
  }
}

async function* explainFile<T>(source: AsyncIterable<T>, path: string): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new OperatorError(`${path} cannot be read (${code}).`);
  }
}

async function* gunzip(source: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip();
  const fed = pipeline(source, unpacker).catch(() => {});
  try {
    for await (const chunk of unpacker) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(name, error);
  } finally {
    unpacker.destroy();
    await fed;
  }
}
