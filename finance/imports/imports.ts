// GET, POST /imports and GET, DELETE /imports/:id: bank files, read into a preview first and applied as one write. upload.ts reads a
// file into a preview, matching/ finds what its lines are, decision.ts holds the user's decisions, and apply.ts and applied_rows.ts
// write. Links (tables/source_links.ts) tell which line became which transaction, and identify lines that are imported again.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readInteger } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { LARGEST_ID } from "../fields/schemas.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { LIMITS } from "../import_files/limits.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { ImportPath, ImportReply, presentImport } from "./import_record.ts";
import { countVerdicts, deletePreview, findImport, listImports } from "./queries.ts";
import { createImport } from "./upload.ts";
import { UploadBody } from "./upload_fields.ts";

const MOST_LISTED = 100;
/** Of a file that may be 20 MB, with what a form puts around it. */
const BODY_BYTES = LIMITS.bytes + 65_536;
/** Reading and matching 50,000 lines takes some seconds; the reader itself is stopped after 60. */
const LONGEST_SECONDS = 90;

export const getImports = endpoint({
  method: "GET",
  path: "/imports",
  access: "reader",
  summary: "The imports of the space, newest first",
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_ID, description: "The id of the last one of the page before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
  readsFields: true,
  reply: Type.Array(ImportReply),
  handle: async ({ query, db, caller: { spaceId, timeZone } }) => {
    const record = submit(query, {});
    const { value: page, problems } = readAll({
      before: orElse(readInteger(record, "before", { least: 1, most: LARGEST_ID }), LARGEST_ID),
      most: orElse(readInteger(record, "limit", { least: 1, most: MOST_LISTED }), MOST_LISTED),
    });
    throwIfInvalid(record, {}, problems);
    const rows = await listImports(db, spaceId, page);
    const ids = rows.map(({ id }) => id);
    const counts = await countVerdicts(db, spaceId, ids);
    return rows.map((row) => {
      const own = counts.filter((each) => each.import_id === row.id);
      return presentImport(row, own, timeZone);
    });
  },
});

export const postImports = writeEndpoint({
  method: "POST",
  path: "/imports",
  summary:
    "Read a file to a preview; the file is the body, or in a form, or a text within JSON. 200: this file is applied already",
  file: true,
  bodyLimitBytes: BODY_BYTES,
  body: UploadBody,
  reply: ImportReply,
  status: 201,
  answers: { 200: { description: "The file was applied before, to the same place: that import", reply: ImportReply } },
  refuses: [429],
  timeoutSeconds: LONGEST_SECONDS,
  slowBody: true,
  handle: createImport,
});

export const getImport = endpoint({
  method: "GET",
  path: "/imports/:id",
  access: "reader",
  summary: "An import, with how far it is and what became of it",
  params: ImportPath,
  reply: ImportReply,
  refuses: [404],
  handle: async ({ params, db, caller: { spaceId, timeZone } }) => {
    const id = readPathId(params.id);
    const [row, counts] = await Promise.all([findImport(db, spaceId, id), countVerdicts(db, spaceId, [id])]);
    if (!row) throw fail.recordUnknown();
    return presentImport(row, counts, timeZone);
  },
});

export const deleteImport = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/imports/:id",
  summary: "Discard a preview; one that was applied is taken back by POST /changes/undo",
  params: ImportPath,
  body: Type.Object({}),
  reply: ImportReply,
  refuses: [404, 409],
  handle: ({ params, caller: { spaceId, timeZone }, writeAlone }) => {
    const id = readPathId(params.id);
    return writeAlone(async (read) => {
      const [row, counts] = await Promise.all([findImport(read, spaceId, id), countVerdicts(read, spaceId, [id])]);
      if (!row) throw fail.recordUnknown();
      if (!(await deletePreview(read, spaceId, id))) throw fail.importNotOpen();
      return { before: {}, after: {}, answer: presentImport(row, counts, timeZone) };
    });
  },
});
