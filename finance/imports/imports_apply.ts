// POST /imports/:id/apply: writes what a preview says, as one write that POST /changes/undo takes back whole.
import { Type } from "typebox";
import { readPathId } from "../fields/path_id.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { applyImport } from "./apply.ts";
import { PROPOSALS } from "./decision.ts";
import { ImportPath, ImportReply } from "./import_record.ts";

const LONGEST_SECONDS = 90;

export const postImportApply = writeEndpoint<{ id: string }>({
  method: "POST",
  path: "/imports/:id/apply",
  summary: "Apply a preview; 409 where verdicts have changed meanwhile, the preview then has the new ones",
  params: ImportPath,
  body: Type.Object({
    proposals: Type.Optional(
      Type.String({ enum: [...PROPOSALS], description: "What is done with proposals that nobody decided; else they are a 422" }),
    ),
  }),
  reply: ImportReply,
  refuses: [404, 409],
  timeoutSeconds: LONGEST_SECONDS,
  handle: (input) => applyImport(input, readPathId(input.params.id)),
});
