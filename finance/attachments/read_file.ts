// The bytes of a stored file, piece by piece: the next one is read when the last one was sent.
import { Readable } from "node:stream";
import type { Db } from "../../kernel/sql/database.ts";
import { findFile, readChunk } from "./queries.ts";

export class MissingPiece extends Error {}

export interface StoredBytes {
  sizeBytes: number;
  content(): AsyncGenerator<Buffer>;
}

/** Undefined where the space has no such file. */
export async function findBytes(db: Db, spaceId: number, sha256: string): Promise<StoredBytes | undefined> {
  const file = await findFile(db, spaceId, sha256);
  if (!file) return;
  return {
    sizeBytes: file.size_bytes,
    content: async function* () {
      for (let n = 0; n < file.chunks; n++) {
        const bytes = await readChunk(db, { spaceId, fileId: file.id }, n);
        // The connection ends without its end, by which the reader sees that the file is not whole.
        if (!bytes) throw new MissingPiece("a piece of a file is missing");
        yield bytes;
      }
    },
  };
}

export const streamOf = ({ content }: StoredBytes): Readable => Readable.from(content(), { objectMode: false, highWaterMark: 1 });
