// FA-01, in full: the bytes of every receipt have its hash. They are read piece by piece, which takes long: on request alone.
import { createHash } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { findFile, listFilesAfter } from "../attachments/queries.ts";
import { findBytes, MissingPiece } from "../attachments/read_file.ts";
import type { Disagreement } from "./disagreement.ts";
import { listRowsWith } from "./queries_files.ts";

const FILES_A_PAGE = 1_000;

interface Tell {
  found(disagreement: Disagreement): void;
  /** A piece of a receipt was read; of the last one `isEnd` is true. */
  read(bytes: number, isEnd: boolean): void;
}

/** `reported`: hashes of receipts whose bytes are known to be missing. */
export async function checkFileHashes(db: Db, spaceId: number, reported: ReadonlySet<unknown>, tell: Tell): Promise<void> {
  for (let page = await listFilesAfter(db, spaceId, "", FILES_A_PAGE); page.length > 0; ) {
    for (const { id } of page) {
      if (reported.has(id)) continue;
      const computed = await hashOf(db, spaceId, id, tell);
      if (computed === id || computed === undefined) continue;
      for (const row of await listRowsWith(db, spaceId, id))
        tell.found({
          invariant: "FA-01",
          spaceId,
          table: "transactions",
          ...row,
          recorded: { sha256: id },
          computed: { sha256: computed },
        });
    }
    page = await listFilesAfter(db, spaceId, page.at(-1)?.id as string, FILES_A_PAGE);
  }
}

/** Null where a piece is missing; undefined where the file was removed meanwhile. */
async function hashOf(db: Db, spaceId: number, id: string, tell: Tell): Promise<string | null | undefined> {
  const stored = await findBytes(db, spaceId, id);
  if (!stored) return undefined;
  const hash = createHash("sha256");
  try {
    for await (const bytes of stored.content()) {
      hash.update(bytes);
      tell.read(bytes.length, false);
    }
  } catch (error) {
    if (await findFile(db, spaceId, id)) {
      if (error instanceof MissingPiece) return null;
      throw error;
    }
    return undefined;
  }
  tell.read(0, true);
  return hash.digest("hex");
}
