// The space with its receipts: the JSON file, and the bytes of every file, in one archive. Receipts come first, so that a restore has them
// when it reads which transactions name them.
import type { Db } from "../../kernel/sql/database.ts";
import { EXTENSIONS, type MediaType } from "../attachment_files/clean_file.ts";
import { listFilesAfter } from "../attachments/queries.ts";
import { findBytes } from "../attachments/read_file.ts";
import { jsonFile } from "./json_file.ts";
import type { LedgerRequest } from "./ledger.ts";
import type { Produce } from "./snapshot.ts";
import { type ArchivedFile, zipped } from "./zip_file.ts";

export const JSON_NAME = "cofre.json";
export const ATTACHMENTS = "attachments/";
const FILES_A_PAGE = 500;

export function archiveFile(request: LedgerRequest): Produce {
  return (tx) => zipped(filesOf(tx, request));
}

async function* filesOf(tx: Db, request: LedgerRequest): AsyncGenerator<ArchivedFile> {
  for await (const { id, type } of listFiles(tx, request.spaceId)) {
    const bytes = await findBytes(tx, request.spaceId, id);
    if (!bytes) throw new Error("the bytes of a file are missing");
    yield { name: `${ATTACHMENTS}${id}.${EXTENSIONS[type]}`, content: bytes.content(), isPacked: true };
  }
  yield { name: JSON_NAME, content: jsonFile(request)(tx) as AsyncIterable<string> };
}

/** Each once, whoever has it. */
async function* listFiles(tx: Db, spaceId: number): AsyncGenerator<{ id: string; type: MediaType }> {
  for (let last = ""; ; ) {
    const page = await listFilesAfter(tx, spaceId, last, FILES_A_PAGE);
    yield* page;
    if (page.length < FILES_A_PAGE) return;
    last = (page.at(-1) as { id: string }).id;
  }
}
