// PUT /admin/user-imports/:id/parts/:number: the next lines of the file. A part that has arrived already is not taken twice.
import { Type } from "typebox";
import { seal } from "../../kernel/seal.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { partLabel } from "./part_label.ts";
import { lockImport, noteReceived } from "./queries.ts";
import { insertPart } from "./queries_lines.ts";
import { ImportReply, presentImport, readImportId, requireImporter, requireState } from "./user_import.ts";

const BODY_BYTES = 1_000_000;
const MOST_LINES_A_PART = 1_000;
const MOST_LINES = 1_000_000;
const MOST_MEGABYTES = 1_000;

export const putAdminUserImportPart = endpoint({
  method: "PUT",
  path: "/admin/user-imports/:id/parts/:number",
  access: "admin",
  right: "users:read",
  summary: "Send the next lines of a file of users, in order; the right users:import is needed",
  params: Type.Object({ id: Type.String(), number: Type.String({ pattern: "^[1-9][0-9]{0,6}$" }) }),
  bodyLimitBytes: BODY_BYTES,
  body: Type.Object(
    { lines: Type.String({ minLength: 1, description: `A JSON object a line, at most ${MOST_LINES_A_PART}` }) },
    { additionalProperties: false },
  ),
  reply: ImportReply,
  refuses: [403, 422],
  handle: async ({ params, body, caller, db, now, serverKeys }) => {
    requireImporter(caller);
    const id = readImportId(params.id);
    const number = Number(params.number);
    const lines = linesOf(body.lines);
    const text = lines.join("\n");
    return db.transaction(async (tx) => {
      const row = await lockImport(tx, id);
      if (!row) throw fail.userImportUnknown();
      requireState(row, "receiving");
      if (number <= row.parts) return presentImport(row);
      if (number > row.parts + 1) throw fail.userImportPartOutOfOrder({ values: { next: row.parts + 1 } });
      const part = { lines: lines.length, bytes: Buffer.byteLength(text) };
      if (row.lines + part.lines > MOST_LINES || row.bytes + part.bytes > MOST_MEGABYTES * 1e6)
        throw fail.userImportTooLarge({ values: { lines: MOST_LINES, megabytes: MOST_MEGABYTES } });
      const sealed = seal(serverKeys.imports, text, partLabel(id, number));
      await insertPart(tx, id, { number, first_line: row.lines + 1, sealed }, part.lines);
      await noteReceived(tx, id, part, now);
      return presentImport({ ...row, parts: number, lines: row.lines + part.lines });
    });
  },
});

function linesOf(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const refuse = (problem: string) => fail.invalid({ values: { field: "lines", problem } });
  if (lines.length === 0) throw refuse("is empty");
  if (lines.length > MOST_LINES_A_PART) throw refuse(`has more than ${MOST_LINES_A_PART} lines`);
  return lines;
}
