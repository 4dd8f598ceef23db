// POST /exports/restore: brings back what GET /exports has written as JSON or as an archive with receipts, into a space that is empty. Ids are drawn anew.
// The body is read as it comes, so it may be far larger than what other endpoints take.
import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { Type } from "typebox";
import { type ByteReader, openByteReader } from "../../kernel/byte_reader.ts";
import { Answer } from "../../kernel/http/endpoint.ts";
import { isForeignPage } from "../../kernel/http/foreign_page.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { keepUsedFiles, openFileStore, STAGED_MS } from "../attachments/file_store.ts";
import { deleteUnusedFiles, listHashes } from "../attachments/queries.ts";
import { scanBy } from "../attachments/scan.ts";
import { dayIn } from "../calendar/day.ts";
import type { FinanceConfig } from "../config.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFlag } from "../fields/readers.ts";
import { refuse, submit, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import { findStoredAnswer } from "../idempotency/queries.ts";
import { answerAgain, type KeyedRequest, readKey } from "../idempotency/stored_answer.ts";
import { TABLE_NAMES } from "../tables/tables.ts";
import { ARCHIVE_START } from "./archive_reader.ts";
import { JsonFile } from "./json_file.ts";
import { isEmptySpace } from "./queries_restore.ts";
import { stageFile, type TriedFile } from "./restore.ts";
import { stageArchive } from "./restore_archive.ts";
import { MOST_MEGABYTES, notOurs, tooLarge, Unrestorable } from "./unrestorable.ts";

const LONGEST_SECONDS = 900;
const MEGABYTE = 2 ** 20;
/** What an archive needs beside its files. */
const ARCHIVE_SHARE = 1.1;

export const postExportsRestore = endpoint({
  method: "POST",
  path: "/exports/restore",
  access: "writer",
  summary: "Restore a JSON or ZIP file of GET /exports into a space without transactions, cards and budgets",
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ description: "Answer as if it were written, and write nothing" })),
  }),
  readsFields: true,
  streamsBody: Type.Object(
    { format: JsonFile.properties.format, format_version: JsonFile.properties.format_version },
    {
      additionalProperties: true,
      description: "The file as GET /exports?format=json answers it; or the archive of format=zip, as application/zip",
    },
  ),
  reply: Type.Object({
    version: Type.Integer({ description: "Of the space now; POST /changes/undo takes it back" }),
    restored: Type.Object(Object.fromEntries(TABLE_NAMES.map((name) => [name, Type.Optional(Type.Integer())])), {
      description: "How many records of each kind",
    }),
  }),
  status: 201,
  replyHeaders: { "Cofre-Dry-Run": "true where nothing was written, because dry_run was asked for" },
  timeoutSeconds: LONGEST_SECONDS,
  slowBody: true,
  handle: async ({ query, body, db, config, queue, caller, now, request, exportSlots }) => {
    if (isForeignPage(request)) throw fail.crossSite();
    const record = submit(query, {});
    const { value: isDryRun = false, problems } = readFlag(record, "dry_run");
    const file: unknown = body;
    const noFile = problemIf(!(file instanceof Readable), "base", { kind: "fileNotOurs" });
    throwIfInvalid(record, {}, joinProblems(problems, noFile));
    const giveBack = exportSlots.take(caller.spaceId);
    const act = { caller, requestId: request.id, now };
    const hash = createHash("sha256");
    /** Of the same request, however often it is sent. */
    const keyedBy = (digest: string) => readKey({ request, caller, query, body: digest, status: 201, now, secrecy: undefined });
    keyedBy("");
    const { spaceId } = caller;
    const received: string[] = [];
    try {
      const bytes = openByteReader(bounded((file as Readable).iterator({ destroyOnReturn: false }), hash, config));
      if (!(await isEmptySpace(db, spaceId))) {
        // It may be what this very request has written before.
        if (request.headers["idempotency-key"] !== undefined) await bytes.drain();
        const keyed = keyedBy(hash.digest("hex"));
        const stored = keyed && (await findStoredAnswer(db, keyed));
        if (keyed && stored) return await answerAgain(stored, keyed);
        throw new Unrestorable("base", { kind: "spaceNotEmpty" });
      }
      const isArchive = (await bytes.peek(ARCHIVE_START.length)).equals(ARCHIVE_START);
      const storedFiles = isArchive ? undefined : await listHashes(db, spaceId);
      const restoring = { db, act, today: dayIn(caller.timeZone, now), storedFiles };
      const stageJson = (content: AsyncIterable<Buffer>) => stageFile(restoring, textOf(content));
      const stores = { db, spaceId, now, quotaMegabytes: config.attachmentQuotaMegabytes, keptMs: STAGED_MS };
      const archive = { store: openFileStore(stores), startScan: scanBy(config), stageJson, received };
      const tried = isArchive ? await stageArchive(bytes, archive) : await stageJson(rest(bytes));
      const keyed = isDryRun ? undefined : keyedBy(hash.digest("hex"));
      const answer = await queue.take(spaceId, () => postTwice(db, tried, keyed, isDryRun));
      if (!isDryRun) await keepUsedFiles(db, spaceId, now);
      return answer;
    } catch (error) {
      if (error instanceof Unrestorable) return refuse(record, {}, error.field, error.problem);
      throw error;
    } finally {
      giveBack();
      await deleteUnusedFiles(db, spaceId, received, now);
    }
  },
});

/** What is refused, or only tried, has drawn no ids: they come from sequences that all spaces share. */
async function postTwice(db: Database, tried: TriedFile, keyed: KeyedRequest | undefined, isDryRun: boolean) {
  try {
    const reply = await rolledBack(db, (tx) => tried.post(tx));
    if (isDryRun) return new Answer(201, { "cofre-dry-run": "true" }, reply);
    const accepted = await tried.accept();
    try {
      return await db.transaction((tx) => accepted.post(tx, keyed));
    } catch (error) {
      await accepted.forget();
      throw error;
    }
  } finally {
    await tried.forget();
  }
}

async function rolledBack<Result>(db: Database, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const end = new Error("tried");
  let done: { result: Result } | undefined;
  try {
    await db.transaction(async (tx) => {
      done = { result: await work(tx) };
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return (done as { result: Result }).result;
}

/** As it comes, and not more than fits. */
async function* bounded(
  body: AsyncIterable<Buffer>,
  hash: Hash,
  { attachmentQuotaMegabytes }: Pick<FinanceConfig, "attachmentQuotaMegabytes">,
): AsyncGenerator<Buffer> {
  const most = (MOST_MEGABYTES + attachmentQuotaMegabytes) * ARCHIVE_SHARE * MEGABYTE;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge();
    hash.update(chunk);
    yield chunk;
  }
}

async function* rest(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (let piece = await bytes.some(); piece; piece = await bytes.some()) yield piece;
}

/** What is no UTF-8 is no file of ours. */
async function* textOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MOST_MEGABYTES * MEGABYTE) throw tooLarge();
    yield decode(decoder, chunk);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw notOurs();
  }
}
