// A backup as a file: it gets its name once it is complete, on the disk, and was read back.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../../kernel/embedded_postgres/account.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { DatedBackup } from "./retention.ts";

export interface Naming {
  server: string;
  at: Date;
  isScheduled: boolean;
}

export function nameOf({ server, at, isScheduled }: Naming): string {
  const moment = at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
  return `cofre-${server}-${moment}${isScheduled ? "-scheduled" : ""}.age`;
}

const NAME = /^cofre-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-scheduled)?\.age$/;

/** Complete backups in a folder. */
export async function listBackups(folder: string): Promise<(DatedBackup & Naming)[]> {
  return (await readdir(folder)).flatMap((name) => {
    const [, server = "", year, month, day, hours, minutes, seconds, scheduled] = NAME.exec(name) ?? [];
    const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
    return Number.isNaN(at.getTime()) ? [] : [{ name, server, at, isScheduled: scheduled !== undefined }];
  });
}

export interface BackupFile {
  path: string;
  bytes: number;
}

export async function writeBackupFile(folder: string, name: string, chunks: AsyncIterable<Uint8Array>): Promise<BackupFile> {
  await requireFolder(folder);
  await removeLeftovers(folder, name);
  const path = join(folder, name);
  const draft = `${path}.part.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const { bytes, sum } = await write(draft, chunks);
    if ((await sumOf(draft)) !== sum)
      throw new OperatorError(
        `${folder} does not give back what was written to it. Check the disk. Earlier backups are as they were.`,
      );
    if (await stat(path).catch(() => undefined)) throw new OperatorError(`${path} exists already. Try again in a second.`);
    await rename(draft, path);
    await syncFolder(folder);
    return { path, bytes };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw explainDisk(error, folder);
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sum: string }> {
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      hash.update(chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sum: hash.digest("hex") };
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** It is not created, because the disk that should be there may not be mounted. */
async function requireFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (status instanceof Error)
    throw new OperatorError(`The folder ${folder} cannot be reached (${status.code}). Create it, or mount its disk.`);
  if (!status.isDirectory()) throw new OperatorError(`${folder} is no folder.`);
}

const LEFT_AFTER_MS = 10 * 60_000;

/** Of this server's processes that were killed. Another machine may write here too, so recent ones are left. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  const ours = name.slice(0, "cofre-12345678-".length);
  for (const each of await readdir(folder)) {
    const pid = Number(/\.age\.part\.(\d+)\.[0-9a-f]{8}$/.exec(each)?.[1]);
    if (!each.startsWith(ours) || !(pid > 0) || (isAlive(pid) && pid !== process.pid)) continue;
    const status = await stat(join(folder, each)).catch(() => undefined);
    if (status && Date.now() - status.mtimeMs > LEFT_AFTER_MS) await rm(join(folder, each), { force: true });
  }
}

/** Some file systems cannot do this, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

export function explainDisk(error: unknown, where: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof OperatorError || code === undefined || syscall === undefined) return error;
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code))
    return new OperatorError(`The disk of ${where} is full, so no backup was written. Earlier ones are as they were.`);
  if (["EACCES", "EPERM", "EROFS", "EIO", "ESTALE", "ENOENT"].includes(code))
    return new OperatorError(`${where} cannot be written to (${code}), so no backup was written. Earlier ones are as they were.`);
  return error;
}
