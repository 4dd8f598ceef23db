// Streams a file from one snapshot. The next page is read once the client has taken the last one, so that memory stays bounded. A
// client that disconnects or stalls ends it.
import { PassThrough, type Readable } from "node:stream";
import type { Log } from "../../kernel/log/log.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Slots } from "../endpoint.ts";
import { beginExport } from "./queries.ts";

export type Produce = (tx: Db) => AsyncIterable<string | Uint8Array>;

interface Exporting {
  db: Database;
  slots: Slots;
  spaceId: number;
  log: Log;
  requestId: string;
}

const BUFFERED_BYTES = 64 * 1024;
const LONGEST_STALL_MS = 30_000;
const LONGEST_MS = 15 * 60_000;

/** When the first of it is there, so that what fails before is answered as any refusal is. */
export async function streamSnapshot({ db, slots, spaceId, log, requestId }: Exporting, produce: Produce): Promise<Readable> {
  const giveBack = slots.take(spaceId);
  const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  const begun = Promise.withResolvers<void>();
  const deadline = performance.now() + LONGEST_MS;
  let isWritten = false;
  const writing = db.transaction(async (tx) => {
    // A transaction is tried again after a conflict. What was sent cannot be taken back.
    if (isWritten) throw new Error("a conflict in the middle of an export");
    await beginExport(tx);
    for await (const chunk of produce(tx)) {
      if (performance.now() > deadline) throw new Error("an export took too long");
      isWritten = true;
      const isFull = !stream.write(chunk);
      begun.resolve();
      if (isFull) await drained(stream);
    }
  });
  writing
    .finally(giveBack)
    .then(() => stream.end())
    .catch((error: Error) => {
      begun.reject(error);
      if (error instanceof ReaderGone) log.info({ request_id: requestId }, "the reader of an export went away");
      else if (isWritten) log.error({ request_id: requestId, err: error }, "an export broke off");
      // The connection ends without its end, by which the reader sees that the file is not whole.
      stream.destroy(error);
    });
  stream.on("error", () => {});
  await begun.promise;
  return stream;
}

class ReaderGone extends Error {}

function drained(stream: PassThrough): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const gone = () => reject(new ReaderGone("the reader went away"));
  const timer = setTimeout(gone, LONGEST_STALL_MS);
  stream.once("drain", resolve).once("close", gone);
  if (stream.destroyed) gone();
  return promise.finally(() => {
    clearTimeout(timer);
    stream.off("drain", resolve).off("close", gone);
  });
}
