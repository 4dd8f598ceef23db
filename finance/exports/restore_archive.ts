// Reads an archive of GET /exports?format=zip: receipts are stored as if they were uploaded, under the names that they must have, and the
// rows of the JSON file are staged. Which file comes first does not matter.
import type { ByteReader } from "../../kernel/byte_reader.ts";
import { RefusedFile } from "../attachment_files/refused_file.ts";
import type { FileStore } from "../attachments/file_store.ts";
import { receiveFile } from "../attachments/receive.ts";
import type { Scan } from "../attachments/scan.ts";
import { ATTACHMENTS, JSON_NAME } from "./archive_file.ts";
import { readArchive } from "./archive_reader.ts";
import type { TriedFile } from "./restore.ts";
import { notOurs, tooLarge, Unrestorable } from "./unrestorable.ts";

export interface ArchiveInput {
  store: FileStore;
  startScan(): Scan;
  stageJson(content: AsyncIterable<Buffer>): Promise<TriedFile>;
  /** The hashes of the files that were stored, also when this fails. */
  received: string[];
}

const NAME = /^attachments\/([0-9a-f]{64})\.(jpg|png|webp|pdf)$/;
const MOST_FILES = 60_000;

export async function stageArchive(
  bytes: ByteReader,
  { store, startScan, stageJson, received }: ArchiveInput,
): Promise<TriedFile> {
  let tried: TriedFile | undefined;
  try {
    for await (const { name, content } of readArchive(bytes)) {
      if (name === JSON_NAME && !tried) tried = await stageJson(content);
      else if (name.startsWith(ATTACHMENTS)) {
        const [, hash] = NAME.exec(name) ?? [];
        if (hash === undefined) throw notOurs();
        if (received.length >= MOST_FILES) throw tooLarge();
        const { sha256 } = await receiveFile(content, { store, startScan });
        received.push(sha256);
        if (sha256 !== hash) throw notOurs();
      } else throw notOurs();
    }
    if (!tried) throw notOurs();
    return tried;
  } catch (error) {
    await tried?.forget();
    throw error instanceof RefusedFile ? new Unrestorable("base", error.problem) : error;
  }
}
