// The plain content of a backup: a tar archive that looks like a home, its manifest first and its checksums last.
import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { startBaseBackup } from "../../kernel/sql/base_backup.ts";
import { RECIPIENT_FILE } from "./keys.ts";
import { DATABASE_FOLDER, MANIFEST, type Manifest, SUMS } from "./manifest.ts";
import { dump, type Programs } from "./postgres_programs.ts";
import type { Source } from "./sources.ts";
import { paddingOf, readTar, TAR_END, tarHeader } from "./tar.ts";

export interface Content {
  manifest: Manifest;
  homeFiles: readonly HomeFile[];
  sources: readonly Source[];
  programs: Programs;
  /** Bytes of the databases so far, and about how many there will be. */
  onProgress(bytes: number, of: number | undefined): void;
}

/** The size of a dump is unknown in advance, so it is stored in parts. */
const PART_BYTES = 4 * 2 ** 20;

export async function* archive({ manifest, homeFiles, sources, programs, onProgress }: Content): AsyncGenerator<Buffer> {
  const seconds = Math.floor(Date.parse(manifest.created_at) / 1000);
  const sums: string[] = [];
  const put = async function* (name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const hash = createHash("sha256");
    yield tarHeader({ name, size, mode: 0o600, kind: "file" }, seconds);
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
    yield paddingOf(size);
    sums.push(`${hash.digest("hex")}  ${name}\n`);
  };
  const putText = (name: string, content: Buffer) => put(name, content.length, [content]);
  const folder = (name: string) => tarHeader({ name: `${name}/`, size: 0, mode: 0o700, kind: "folder" }, seconds);

  yield* putText(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, content } of homeFiles) yield* putText(name, content);
  for (const source of sources) {
    yield folder(source.folder);
    if (source.kind === "dump") {
      let number = 0;
      let bytes = 0;
      for await (const part of inParts(dump(source.url, source.schemas, programs))) {
        yield* putText(`${source.folder}/${String(++number).padStart(6, "0")}`, part);
        bytes += part.length;
        onProgress(bytes, undefined);
      }
      continue;
    }
    for await (const { name, size, kind, content, soFar, of } of filesOf(source.url)) {
      if (kind === "folder") yield folder(`${DATABASE_FOLDER}/${name}`);
      else yield* put(`${DATABASE_FOLDER}/${name}`, size, content);
      onProgress(soFar, of);
    }
  }
  const text = Buffer.from(sums.join(""));
  yield* putText(SUMS, text);
  yield TAR_END;
}

async function* filesOf(url: string) {
  const backup = await startBaseBackup(url, "cofre backup");
  let soFar = 0;
  try {
    for await (const entry of readTar(backup.archive)) {
      const name = entry.name.replace(/^(\.\/)+/, "");
      if (entry.kind === "other") throw new OperatorError(`The database has a link, ${name}, which a backup does not cover.`);
      soFar += entry.size;
      yield { ...entry, name, soFar, of: backup.bytes };
    }
  } finally {
    await backup.close();
  }
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

/** Beside these, the home has logs, mails that were not sent, and what a start makes again. */
export const HOME_FILES = ["secrets.json", RECIPIENT_FILE];
export const HOME_FOLDERS = ["tls"];

export interface HomeFile {
  name: string;
  content: Buffer;
}

export async function readHomeFiles(home: string): Promise<HomeFile[]> {
  const names = [...HOME_FILES];
  for (const folder of HOME_FOLDERS) {
    const entries = await readdir(join(home, folder)).catch(() => []);
    names.push(...entries.sort().map((name) => `${folder}/${name}`));
  }
  const files: HomeFile[] = [];
  for (const name of names) {
    const path = join(home, name);
    try {
      if ((await lstat(path)).isFile()) files.push({ name, content: await readFile(path) });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") throw new OperatorError(`${path} cannot be read (${code}).`);
    }
  }
  return files;
}
