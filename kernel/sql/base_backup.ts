// BASE_BACKUP of the replication protocol: a consistent copy of a running server's files, as a tar archive.
import type { Socket } from "node:net";
import { PassThrough, type Readable } from "node:stream";
import { type ConnectedClient, connectClient } from "./client.ts";

export interface BaseBackup {
  /** An estimate, for the progress. */
  bytes: number;
  /** The data folder with the write-ahead log that its first start needs. */
  archive: Readable;
  close(): Promise<void>;
}

/** Resolves when the server begins to send. PostgreSQL 15 or newer; the role needs REPLICATION. */
export async function startBaseBackup(url: string, name: string): Promise<BaseBackup> {
  const connected = await connectClient({ url, settings: {}, name, replication: true });
  try {
    // The slot keeps the write-ahead log until it was sent; it vanishes with the connection.
    await connected.client.query(
      `CREATE_REPLICATION_SLOT cofre_backup_${process.pid}_${Date.now()} TEMPORARY PHYSICAL (RESERVE_WAL)`,
    );
    const { bytes, archive } = await begin(connected);
    return { bytes, archive, close: async () => void connected.destroy() };
  } catch (error) {
    connected.destroy();
    throw error;
  }
}

/** This grammar knows upper case only. */
const COMMAND = "BASE_BACKUP (LABEL 'cofre', PROGRESS, CHECKPOINT 'fast', WAL, WAIT false, MANIFEST 'no')";

/** What the driver gives to a query object. */
interface Wire {
  query(text: string): void;
  stream: Socket;
}

type Begun = Pick<BaseBackup, "bytes" | "archive">;

function begin({ client }: ConnectedClient): Promise<Begun> {
  const { promise, resolve, reject } = Promise.withResolvers<Begun>();
  const archive = new PassThrough();
  let results = 0;
  let bytes = 0;
  let isHeld = false;
  const fail = (error: Error) => {
    reject(error);
    archive.destroy(error);
  };
  // A connection that breaks between two messages tells nobody else.
  client.on("end", () => fail(new Error("the connection to PostgreSQL broke")));
  const query = {
    submit: (wire: Wire) => void wire.query(COMMAND),
    handleRowDescription: () => void results++,
    handleDataRow: ({ fields }: { fields: (string | null)[] }) => {
      // The second result lists the tablespaces; the data folder itself has no id.
      if (results !== 2) return;
      if (fields[0] !== null) fail(new Error("the database has tablespaces of its own, which a backup does not cover"));
      bytes += Number(fields[2]) * 1024;
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Wire) => {
      const kind = String.fromCharCode(chunk[0] as number);
      if (kind === "n") resolve({ bytes, archive });
      // The driver reuses its buffer.
      if (kind !== "d" || archive.write(Buffer.from(chunk.subarray(1))) || isHeld) return;
      isHeld = true;
      stream.pause();
      archive.once("drain", () => {
        isHeld = false;
        stream.resume();
      });
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => void archive.end(),
    handleError: fail,
  };
  // Without a listener an error of the archive would end the process before somebody reads it.
  archive.on("error", () => {});
  client.query(query as never);
  return promise;
}
