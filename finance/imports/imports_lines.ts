// GET /imports/:id/lines, PUT /imports/:id/lines and PUT /imports/:id/lines/:n: the lines of an import, and what the user says to them.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { wantsEnglish } from "../fields/problems.ts";
import { readFlag, readInteger, readOneOf } from "../fields/readers.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { orElse, readAll } from "../fields/with_problems.ts";
import { LIMITS } from "../import_files/limits.ts";
import { findSpace } from "../post/queries.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { PLAIN_ACTIONS } from "./decision.ts";
import { DecisionFields, readDecision } from "./decision_fields.ts";
import { type Guide, openGuide } from "./fill.ts";
import { ImportPath, type ImportRow } from "./import_record.ts";
import { targetOf } from "./line.ts";
import { LineReply, presentLine } from "./line_record.ts";
import { VERDICTS } from "./matching/verdict.ts";
import { isGood } from "./preview.ts";
import { findImport, type LineWithTransaction, listLines, setDecision } from "./queries.ts";
import { readRuleHits } from "./rule_hits.ts";

const MOST_LISTED = 500;
const MOST_LINES = LIMITS.lines + 1_000;

export const getImportLines = endpoint({
  method: "GET",
  path: "/imports/:id/lines",
  access: "reader",
  summary: "The lines of an import with their verdicts, in the order of the file",
  params: ImportPath,
  query: Type.Object({
    verdict: Type.Optional(Type.String({ enum: [...VERDICTS] })),
    undecided: Type.Optional(Type.Boolean({ description: "Only proposals that wait for a decision" })),
    after: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_LINES, description: "The number of the last line of the page before" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
  readsFields: true,
  reply: Type.Array(LineReply),
  refuses: [404],
  handle: async ({ params, query, db, request, caller: { spaceId } }) => {
    const id = readPathId(params.id);
    const record = submit(query, {});
    const { value: filter, problems } = readAll({
      verdict: readOneOf(record, "verdict", VERDICTS),
      undecided: readFlag(record, "undecided"),
      after: orElse(readInteger(record, "after", { least: 0, most: MOST_LINES }), 0),
      most: orElse(readInteger(record, "limit", { least: 1, most: MOST_LISTED }), MOST_LISTED),
    });
    throwIfInvalid(record, {}, problems);
    const [storedImport, lines] = await Promise.all([findImport(db, spaceId, id), listLines(db, spaceId, id, filter)]);
    if (!storedImport) throw fail.recordUnknown();
    const language = wantsEnglish(request.headers["accept-language"]) ? "en" : "pt-BR";
    const guide = await guideOf(db, spaceId, storedImport, lines);
    return lines.map((line) => presentLine(line, language, storedImport.state, guide));
  },
});

const Changed = Type.Object({ lines: Type.Integer({ description: "How many lines have the decision now" }) });

export const putImportLines = writeEndpoint<{ id: string }>({
  method: "PUT",
  path: "/imports/:id/lines",
  summary: "Decide all lines of a verdict at once",
  params: ImportPath,
  body: Type.Object({
    verdict: Type.String({ enum: [...VERDICTS] }),
    sure: Type.Optional(Type.Boolean({ description: "Only those that are sure, or only proposals" })),
    action: Type.Optional(Type.String({ enum: [...PLAIN_ACTIONS], description: "Null: no decision any more" })),
  }),
  reply: Changed,
  refuses: [404, 409],
  handle: ({ record, params, caller: { spaceId }, writeAlone }) => {
    const id = readPathId(params.id);
    const { value, problems } = readAll({
      verdict: readOneOf(record, "verdict", VERDICTS, { required: true }),
      sure: readFlag(record, "sure"),
      action: readOneOf(record, "action", PLAIN_ACTIONS),
    });
    throwIfInvalid(record, { verdict: null, sure: null, action: null }, problems);
    const { verdict, sure, action } = value;
    return writeAlone(async (read) => {
      await requirePreview(read, spaceId, id);
      const lines = await setDecision(read, spaceId, id, { verdict: verdict as string, sure }, action ? { action } : null);
      return { before: {}, after: {}, answer: { lines } };
    });
  },
});

export const putImportLine = writeEndpoint<{ id: string; n: string }>({
  method: "PUT",
  path: "/imports/:id/lines/:n",
  summary: "Decide one line: what it is, and what its transaction shall have",
  params: Type.Object({ id: Type.String(), n: Type.String() }),
  body: Type.Object(DecisionFields),
  reply: LineReply,
  refuses: [404, 409],
  handle: ({ record, params, request, caller: { spaceId }, writeAlone }) => {
    const id = readPathId(params.id);
    const n = readPathId(params.n, MOST_LINES);
    return writeAlone(async (read) => {
      const storedImport = await requirePreview(read, spaceId, id);
      const [line] = await listLines(read, spaceId, id, { after: n - 1, most: 1 });
      if (line?.n !== n) throw fail.recordUnknown();
      const decision = await readDecision(read, spaceId, record, { target: storedImport, line });
      if ((await setDecision(read, spaceId, id, { n }, decision)) === 0) throw fail.importNotOpen();
      const language = wantsEnglish(request.headers["accept-language"]) ? "en" : "pt-BR";
      const guide = await guideOf(read, spaceId, storedImport, [line]);
      return { before: {}, after: {}, answer: presentLine({ ...line, decision }, language, storedImport.state, guide) };
    });
  },
});

/** What lines of a preview would get by what rules and memory say now. */
async function guideOf(
  db: Db,
  spaceId: number,
  storedImport: ImportRow,
  lines: readonly LineWithTransaction[],
): Promise<Guide | undefined> {
  if (storedImport.state !== "preview") return;
  const good = lines.map(({ line }) => line).filter(isGood);
  const hits = await readRuleHits(db, spaceId, targetOf(storedImport), good);
  return openGuide(db, spaceId, { space: findSpace(db, spaceId), lines: good, hits });
}

async function requirePreview(read: Parameters<typeof findImport>[0], spaceId: number, id: number) {
  const storedImport = await findImport(read, spaceId, id);
  if (!storedImport) throw fail.recordUnknown();
  if (storedImport.state !== "preview") throw fail.importNotOpen();
  return storedImport;
}
