// Makes one backup: sources to an archive, compressed, encrypted, to a file or to standard output.
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Environment } from "../../kernel/config/config.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { encrypt, type Lock } from "./age_file.ts";
import { archive, type HomeFile, readHomeFiles } from "./archive.ts";
import { explainDisk, nameOf, writeBackupFile } from "./backup_file.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { type Programs, requireProgram } from "./postgres_programs.ts";
import { openSources, type Sources } from "./sources.ts";

export interface BackupOptions {
  environment: Environment;
  home: string;
  lock: Lock;
  /** A folder, or `-` for standard output. */
  goal: string;
  programs: Programs;
  now: Date;
  isScheduled?: boolean;
  signal?: AbortSignal;
  onProgress?(bytes: number, of: number | undefined): void;
}

export interface BackupResult {
  /** Undefined on standard output. */
  path: string | undefined;
  server: string;
  bytes: number;
  notes: readonly string[];
}

export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { environment, home, lock, goal, programs, now, isScheduled = false, signal, onProgress = () => {} } = options;
  await using sources = await openSources(environment, home);
  for (const { kind, postgres } of sources.sources) if (kind === "dump") await requireProgram("pg_dump", programs, postgres);
  const homeFiles = await readHomeFiles(home);
  const manifest = manifestOf(sources, homeFiles, now);
  const plain = archive({ manifest, homeFiles, sources: sources.sources, programs, onProgress });
  const chunks = encrypt(gzip(untilAborted(plain, signal)), lock);
  const { server, notes } = sources;
  if (goal === "-") return { path: undefined, server, bytes: await writeOut(chunks), notes };
  return { ...(await writeBackupFile(goal, nameOf({ server, at: now, isScheduled }), chunks)), server, notes };
}

function manifestOf({ sources, schemas }: Sources, homeFiles: readonly HomeFile[], now: Date): Manifest {
  const copies = sources.map(({ kind, folder, services, postgres }) => ({ kind, folder, services, postgres }));
  const platform = `${process.platform}-${process.arch}`;
  const home = homeFiles.map(({ name }) => name);
  return { format: FORMAT, created_at: now.toISOString(), cofre: VERSION, platform, schemas, copies, home };
}

async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  for await (const each of source) {
    signal?.throwIfAborted();
    yield each;
  }
}

/** Pages of a database are mostly empty, which the fastest level finds too. */
const GZIP_LEVEL = 1;

async function* gzip(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const compressor = createGzip({ level: GZIP_LEVEL });
  // An error reaches the reader through the compressor.
  const fed = pipeline(source, compressor).catch(() => {});
  try {
    for await (const chunk of compressor) yield chunk as Buffer;
  } finally {
    compressor.destroy();
    await fed;
  }
}

async function writeOut(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const { stdout } = process;
  let failure: Error | undefined;
  stdout.on("error", (error) => {
    failure = error;
  });
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      if (failure) throw failure;
      bytes += chunk.length;
      if (!stdout.write(chunk)) await once(stdout, "drain");
    }
    await new Promise<void>((resolve, reject) => {
      stdout.write("", (error) => (error ? reject(error) : resolve()));
    });
    if (failure) throw failure;
    return bytes;
  } catch (error) {
    throw explainDisk(failure ?? error, "standard output");
  }
}
