// Receives a file as it comes: its kind is found, what it says beside the image is taken out, and the rest is hashed, scanned and stored in
// pieces. The next piece is read while one is written, and no more: a slow database slows the client down.
import { createHash } from "node:crypto";
import { type CleanFile, cleanFile } from "../attachment_files/clean_file.ts";
import { LIMITS } from "../attachment_files/limits.ts";
import type { FileStore } from "./file_store.ts";
import type { FileFacts } from "./queries.ts";
import type { Scan } from "./scan.ts";

export const CHUNK_BYTES = 256 * 1024;

interface Receiving {
  store: FileStore;
  startScan(): Scan;
  /** As far as the client says it. */
  lengthBytes?: number | undefined;
}

/** Throws a RefusedFile; nothing of the file is left then. */
export async function receiveFile(source: AsyncIterable<Uint8Array>, receiving: Receiving): Promise<FileFacts> {
  const { type, content } = await cleanFile(source);
  const file = await receiving.store.begin(receiving.lengthBytes ?? LIMITS.bytes);
  const scan = receiving.startScan();
  try {
    const facts = await storeContent({ type, content }, file.add, scan);
    await scan.finish();
    await file.finish(facts);
    return facts;
  } catch (error) {
    scan.stop();
    // If this fails too, the night takes it away.
    await file.drop().catch(() => {});
    throw error;
  }
}

async function storeContent(
  { type, content }: CleanFile,
  add: (n: number, bytes: Buffer) => Promise<void>,
  scan: Scan,
): Promise<FileFacts> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let chunks = 0;
  let adding: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of inChunks(content)) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await Promise.all([adding, scan.write(chunk)]);
      adding = add(chunks++, chunk);
      // Whoever waits for it sees its failure.
      adding.catch(() => {});
    }
  } finally {
    await adding;
  }
  return { sha256: hash.digest("hex"), type, sizeBytes, chunks };
}

/** Pieces of one size, but for the last. */
async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  for await (const piece of content) {
    for (let from = 0; from < piece.length; ) {
      const taken = piece.copy(chunk, used, from);
      from += taken;
      used += taken;
      if (used < CHUNK_BYTES) continue;
      yield chunk;
      chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
}
