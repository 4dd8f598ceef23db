// GET, POST /transactions/:id/attachments and GET, DELETE /transactions/:id/attachments/:attachment_id: receipts, as files. upload.ts receives
// them: receive.ts stores the pieces (file_store.ts), and add_attachments.ts posts. forget_files.ts takes away at night what nothing refers to.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { MEDIA_TYPES } from "../attachment_files/clean_file.ts";
import { disposition } from "../attachment_files/file_name.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { throwIfInvalid } from "../fields/record.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { findStoredRow } from "../rows/queries.ts";
import { withoutFile } from "./add_attachments.ts";
import { AttachmentReply, presentAttachment } from "./attachment.ts";
import { findBytes, streamOf } from "./read_file.ts";
import { uploadAttachments } from "./upload.ts";

const TransactionPath = Type.Object({ id: Type.String() });
const AttachmentPath = Type.Object({ id: Type.String(), attachment_id: Type.String() });
const readId = (id: string) => readPathId(id, Number.MAX_SAFE_INTEGER);
/** As long as a slow phone takes for ten photos. */
const LONGEST_SECONDS = 600;

export const getTransactionsAttachments = endpoint({
  method: "GET",
  path: "/transactions/:id/attachments",
  access: "reader",
  summary: "The files of a transaction, the oldest first",
  params: TransactionPath,
  reply: Type.Array(AttachmentReply),
  handle: async ({ params, db, caller: { spaceId, timeZone } }) => {
    const row = await findStoredRow(db, spaceId, readId(params.id));
    if (!row) throw fail.recordUnknown();
    return (row.attachments ?? []).map((file) => presentAttachment(row.id, file, timeZone));
  },
});

export const postTransactionsAttachments = endpoint({
  method: "POST",
  path: "/transactions/:id/attachments",
  access: "writer",
  summary:
    "Add files: the body is one, or a form has some in its field `file`. JPEG, PNG, WebP and PDF, without what photos say of their place",
  params: TransactionPath,
  query: Type.Object({
    filename: Type.Optional(Type.String({ description: "The name of a file that is the body" })),
    dry_run: Type.Optional(Type.Boolean({ description: "Answer as if it were written, and write nothing" })),
  }),
  readsFields: true,
  streamsBody: Type.String({ format: "binary", description: "At most 10 MB; a transaction has at most 10 files" }),
  streamsFiles: MEDIA_TYPES,
  reply: Type.Array(AttachmentReply, { description: "The added files" }),
  status: 201,
  replyHeaders: { "Cofre-Dry-Run": "true where nothing was written, because dry_run was asked for" },
  refuses: [403, 404, 429],
  timeoutSeconds: LONGEST_SECONDS,
  slowBody: true,
  handle: (input) => uploadAttachments(input, readId(input.params.id)),
});

export const getTransactionsAttachment = endpoint({
  method: "GET",
  path: "/transactions/:id/attachments/:attachment_id",
  access: "reader",
  summary: "The bytes of a file",
  params: AttachmentPath,
  reply: NoBody,
  files: MEDIA_TYPES,
  answers: { 304: { description: "The client has it already: If-None-Match", reply: NoBody } },
  replyHeaders: { ETag: "The SHA-256 of the bytes", "Content-Disposition": "Its name; images are shown, a PDF is saved" },
  handle: async ({ params, db, caller: { spaceId }, request }) => {
    const row = await findStoredRow(db, spaceId, readId(params.id));
    const file = row?.attachments?.find(({ id }) => id === params.attachment_id);
    if (!file) throw fail.recordUnknown();
    const etag = `"${file.id}"`;
    const headers = {
      etag,
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": disposition(file.type.startsWith("image/") ? "inline" : "attachment", file.name),
    };
    if (namesTag(request.headers["if-none-match"], etag)) return new Answer(304, headers);
    const bytes = await findBytes(db, spaceId, file.id);
    if (!bytes) throw new Error("the bytes of a file are missing");
    return new Answer(200, { ...headers, "content-type": file.type, "content-length": String(bytes.sizeBytes) }, streamOf(bytes));
  },
});

/** A proxy that packs answers makes tags weak. */
function namesTag(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

export const deleteTransactionsAttachment = writeEndpoint<{ id: string; attachment_id: string }>({
  method: "DELETE",
  path: "/transactions/:id/attachments/:attachment_id",
  summary: "Remove a file; POST /changes/undo brings it back for 30 days",
  params: AttachmentPath,
  body: Type.Object({}),
  reply: AttachmentReply,
  handle: ({ params, record, write, caller: { spaceId, timeZone }, now }) => {
    const transactionId = readId(params.id);
    return write(async (read) => {
      const row = await findStoredRow(read, spaceId, transactionId);
      const file = row?.attachments?.find(({ id }) => id === params.attachment_id);
      const after = row && withoutFile(row, params.attachment_id, now);
      if (!row || !file || !after) throw fail.recordUnknown();
      const answer = presentAttachment(transactionId, file, timeZone);
      throwIfInvalid(record, answer);
      return { before: { transactions: [row] }, after: { transactions: [after] }, answer };
    });
  },
});
