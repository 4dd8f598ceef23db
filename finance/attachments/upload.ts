// POST /transactions/:id/attachments: the files are received first, and then posted at once. What is refused leaves nothing.
import { Readable } from "node:stream";
import type { Static } from "typebox";
import { Answer, type Request } from "../../kernel/http/endpoint.ts";
import { isForeignPage } from "../../kernel/http/foreign_page.ts";
import { BodyError } from "../../kernel/http/request_body.ts";
import { readStreamedFiles } from "../../kernel/http/streamed_files.ts";
import { safeFileName } from "../attachment_files/file_name.ts";
import { RefusedFile } from "../attachment_files/refused_file.ts";
import { type FinanceCaller, type FinanceWorld, successStatus } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFlag, readText } from "../fields/readers.ts";
import { refuse, type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { readAll } from "../fields/with_problems.ts";
import { keepRefusals } from "../idempotency/refusals.ts";
import { readKey } from "../idempotency/stored_answer.ts";
import { openWrite } from "../post/write.ts";
import { findStoredRow } from "../rows/queries.ts";
import { MOST_ATTACHMENTS, type StoredAttachment } from "../tables/attachments.ts";
import { addAttachments } from "./add_attachments.ts";
import type { AttachmentReply } from "./attachment.ts";
import { DRY_STORE, KEPT_MS, openFileStore } from "./file_store.ts";
import { receiveFile } from "./receive.ts";
import { scanBy } from "./scan.ts";

export interface UploadInput extends FinanceWorld {
  body: unknown;
  query: unknown;
  caller: FinanceCaller;
  request: Request;
  now: Date;
}

const LONGEST_NAME = 1_000;

export async function uploadAttachments(
  input: UploadInput,
  transactionId: number,
): Promise<Answer | Static<typeof AttachmentReply>[]> {
  const { db, config, caller, request, query, queue, now, wakeWebhooks, uploadSlots } = input;
  const { spaceId, timeZone } = caller;
  if (isForeignPage(request)) throw fail.crossSite();
  const record = submit(query, {});
  const { value, problems } = readAll({
    isDryRun: readFlag(record, "dry_run"),
    fileName: readText(record, "filename", { most: LONGEST_NAME }),
  });
  throwIfInvalid(record, {}, problems);
  const { isDryRun = false, fileName } = value;
  const status = successStatus({ method: "POST", status: 201 }, config);
  const keyedBy = (body: unknown) => readKey({ request, caller, query, body, status, now, secrecy: undefined });
  keyedBy(undefined);
  const row = await findStoredRow(db, spaceId, transactionId);
  if (!row) throw fail.recordUnknown();
  // Before megabytes are sent in vain.
  if (request.headers["idempotency-key"] === undefined && row.attachments?.length === MOST_ATTACHMENTS) throwTooMany(record);

  const giveBack = uploadSlots.take(spaceId);
  try {
    const files = await receiveAll({ ...input, record, isDryRun, fileName });
    const keyed = keyedBy(files.map(({ id, name }) => ({ id, name })));
    const act = { caller, requestId: request.id, now };
    const writing = { db, queue, act, keyed: isDryRun ? undefined : keyed, isDryRun, onWatchedPost: wakeWebhooks };
    const adding = { record, spaceId, timeZone, transactionId, files, now };
    const answer = (await keepRefusals(writing, async () => addAttachments(openWrite(writing), adding))) as Answer;
    return isDryRun ? new Answer(status, { "cofre-dry-run": "true" }, answer) : answer;
  } finally {
    giveBack();
  }
}

interface Receiving extends UploadInput {
  record: Submitted;
  isDryRun: boolean;
  fileName: string | undefined;
}

/** All files of the request, stored under their hashes. */
async function receiveAll({ body, db, config, caller, request, now, record, isDryRun, fileName }: Receiving) {
  if (!(body instanceof Readable)) return refuse(record, {}, "file", { kind: "noFile" });
  const { attachmentQuotaMegabytes: quotaMegabytes } = config;
  const store = isDryRun ? DRY_STORE : openFileStore({ db, spaceId: caller.spaceId, now, quotaMegabytes, keptMs: KEPT_MS });
  const length = Number(request.headers["content-length"]);
  const receiving = {
    store,
    startScan: scanBy(config),
    lengthBytes: Number.isSafeInteger(length) && length > 0 ? length : undefined,
  };
  const files: StoredAttachment[] = [];
  // The rest of a refused body is still received, so that the client reads the refusal.
  const bytes = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const { name, content } of readStreamedFiles(bytes, request, "file")) {
      if (files.length === MOST_ATTACHMENTS) throwTooMany(record);
      const { sha256, type, sizeBytes } = await receiveFile(content, receiving);
      const safeName = safeFileName(name ?? fileName, type);
      files.push({ id: sha256, name: safeName, type, created_at: now.toISOString(), size_bytes: sizeBytes });
    }
  } catch (error) {
    if (error instanceof RefusedFile) return refuse(record, {}, "file", error.problem);
    if (body.destroyed && !(error instanceof BodyError) && isBrokenOff(error))
      throw fail.badRequest({ values: { problem: "the body broke off" }, cause: error });
    throw error;
  }
  return files.length === 0 ? refuse(record, {}, "file", { kind: "noFile" }) : files;
}

function throwTooMany(record: Submitted): never {
  return refuse(record, {}, "file", { kind: "tooManyFiles", values: { most: MOST_ATTACHMENTS } });
}

/** The client went away. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(String(error.code));
}
