// Test support: what the model expects of a bank file. A preview changes nothing, and an applied line becomes what was decided.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { cardCsv, linesOf, ofx } from "../../imports/testing.ts";
import type { TestClient } from "../../testing.ts";
import { numberOf } from "./invoices.ts";
import type { DecidedLine, File, Model, Row } from "./model.ts";
import type { FileLine, Operation } from "./operations.ts";
import { newPlainFields } from "./plain_fields.ts";
import { bodyOf } from "./plan.ts";
import { resplit } from "./splits.ts";
import { accountOf, cardOf, categoryOf, defaultCategory, pick, rowOf } from "./state.ts";

export type FileOperation = Extract<Operation, { do: "preview file" | "apply file" | "discard file" }>;

export const isOfFile = (operation: Operation): operation is FileOperation => operation.do.endsWith(" file");

/** Answers what was done, or refused. */
export async function workWithFile(
  client: TestClient,
  model: Model,
  operation: FileOperation,
  key: string | undefined,
): Promise<string> {
  const done = await FILE_STEPS[operation.do](client, model, operation as never, key);
  return done === "" ? operation.do : `${operation.do}: ${done}`;
}

type FileStep<Name> = (
  client: TestClient,
  model: Model,
  operation: Extract<FileOperation, { do: Name }>,
  key: string | undefined,
) => Promise<string>;

const previewFile: FileStep<"preview file"> = async (client, model, { target: choice, invoice: months, lines }) => {
  const targetId = pick(model, "place", choice);
  const isCard = cardOf(model, targetId) !== undefined;
  const invoice = isCard ? numberOf(model.today) + months : null;
  const bankLines = lines.map(({ date, cents }, index) => ({
    day: date,
    cents,
    text: merchantOf(model, index),
    id: `${model.now} ${index}`,
  }));
  const content = isCard ? cardCsv(bankLines) : ofx(bankLines);
  const to = isCard ? { credit_card_id: targetId, invoice } : { account_id: targetId };
  const reply = await client.post("/imports", { content, ...to });
  if (reply.status === 403) return "refused to a viewer";
  if ((accountOf(model, targetId) ?? cardOf(model, targetId))?.archived !== false) return refusedAt(reply, isCard);
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body as { id: number };
  const file: File = { id, state: "preview", targetId, invoice, lines: [] };
  model.file = file;
  for (const [index, line] of lines.entries())
    file.lines.push(await decide(client, model, { ...line, n: index + 1, description: merchantOf(model, index) }));
  return "";
};

const refusedAt = (reply: Reply, isCard: boolean) => {
  const field = isCard ? "credit_card_id" : "account_id";
  assert.deepEqual([reply.status, Object.keys((reply.body as { errors: object }).errors)], [422, [field]], reply.text);
  return `refused ${field}`;
};

/** In letters that no other line has: else what is remembered of one merchant would be said of another. */
function merchantOf(model: Model, index: number): string {
  const digits = `${model.now.replaceAll(/\D/g, "").slice(0, 14)}${index}`;
  return [...digits].map((digit) => "bcdfghjklm"[Number(digit)]).join("");
}

/** The decision is the line's as far as it is allowed; else it is a row of its own. */
async function decide(
  client: TestClient,
  model: Model,
  { n, row: choice, action, category, tags, renames, date, cents, description }: FileLine & { n: number; description: string },
): Promise<DecidedLine> {
  const { id, targetId } = model.file as File;
  const line = { date, cents, description, isPlanned: date > model.today };
  const here = model.rows.filter(({ accountId }) => accountId === targetId);
  const candidate =
    action === "match" ? (rowOf(model, pick(model, "row", choice)) ?? here[choice % (here.length || 1)]) : undefined;
  // The bank has one line for a row and the transfers that were split from it; finance/imports/splits tests say what becomes of it.
  const isApart = model.rows.some(({ splitFrom }) => splitFrom !== undefined && splitFrom === candidate?.id);
  const row = isApart || candidate?.splitFrom !== undefined ? undefined : candidate;
  const categoryId = category === undefined ? undefined : pick(model, "category", category);
  const fields = bodyOf({ categoryId, tags, description: renames ? `decided ${model.now}` : undefined }) as DecidedLine["fields"];
  const body = { ...fields, categoryId: undefined, category_id: categoryId, action, transaction_id: row?.id };
  const path = `/imports/${id}/lines/${n}`;
  const reply = await client.put(path, bodyOf(action === "match" && !row ? { ...body, action: "new" } : body));
  const wrong = [
    ...(categoryId !== undefined && !categoryOf(model, categoryId) ? ["category_id"] : []),
    ...(row && row.accountId !== targetId ? ["transaction_id"] : []),
    ...(row?.accountId === targetId && row.pays && cents > 0 ? ["transaction_id"] : []),
    ...(row?.accountId === targetId && row.opposite && ![undefined, row.categoryId].includes(categoryId) ? ["category_id"] : []),
  ];
  if (wrong.length === 0) {
    assert.equal(reply.status, 200, reply.text);
    return { ...line, action: row || action === "skip" ? action : "new", row: row?.id, fields };
  }
  const { errors } = reply.body as { errors: object };
  assert.deepEqual([reply.status, Object.keys(errors).sort()], [422, [...new Set(wrong)].sort()], reply.text);
  const plain = { action: "new" as const, categoryId: defaultCategory(model, cents) };
  const again = await client.put(path, { action: plain.action, category_id: plain.categoryId });
  assert.equal(again.status, 200, again.text);
  return { ...line, action: plain.action, row: undefined, fields: { categoryId: plain.categoryId } };
}

const applyFile: FileStep<"apply file"> = async (client, model, _, key) => {
  const { file } = model;
  const headers = key ? { "idempotency-key": `${key}-file` } : {};
  const send = () => client.post(`/imports/${file?.id ?? 1_999_999_999}/apply`, {}, headers);
  const reply = await send();
  if (reply.status === 403) return "refused to a viewer";
  if (key) assert.equal((await send()).text, reply.text, "the same key, another answer");
  if (!file) return refusedBy(reply, 404);
  if (file.state === "undone") return refusedBy(reply, 409);
  if (file.state === "applied") {
    assert.equal(reply.status, 200, reply.text);
    return "nothing is new";
  }
  if ((accountOf(model, file.targetId) ?? cardOf(model, file.targetId))?.archived !== false)
    return refusedAt(reply, file.invoice !== null);
  assert.equal(reply.status, 200, reply.text);
  const ids = new Map((await linesOf(client, file)).map(({ n, transaction_id: id }) => [n, id]));
  const done = { created: 0, matched: 0, skipped: 0 };
  const changed = new Set<Row>();
  for (const [index, line] of file.lines.entries()) {
    const target = line.row === undefined ? undefined : rowOf(model, line.row);
    if (line.action === "skip") done.skipped++;
    else if (target?.accountId === file.targetId && !(target.pays && line.cents > 0)) {
      done.matched++;
      if (!changed.has(target)) matchRow(model, file, line, target);
      changed.add(target).add(target.opposite ?? target);
    } else {
      done.created++;
      model.rows.push(newRow(model, file, line, ids.get(index + 1) as number));
    }
  }
  const { version: _version, known: _known, ...counts } = (reply.body as { made: Record<string, number> }).made;
  assert.deepEqual(counts, done);
  file.state = "applied";
  return "";
};

/** A category that is gone, or archived, is not used any more. */
function openCategory(model: Model, { fields }: DecidedLine): number | undefined {
  return categoryOf(model, fields.categoryId)?.archived === false ? fields.categoryId : undefined;
}

function newRow(model: Model, { targetId, invoice }: File, line: DecidedLine, id: number): Row {
  const { date, cents, fields, description } = line;
  // What comes back to a card was spent before.
  const usual = defaultCategory(model, invoice === null ? cents : -1);
  return {
    id,
    accountId: targetId,
    categoryId: openCategory(model, line) ?? usual,
    parts: null,
    description: fields.description ?? description,
    date,
    cents,
    paid: invoice !== null || !line.isPlanned,
    ...newPlainFields({ tags: fields.tags }),
    series: undefined,
    occurrence: null,
    opposite: undefined,
    invoice,
    pinned: invoice !== null,
    pays: undefined,
    createdBy: model.userId,
    createdAt: model.now,
    updatedAt: model.now,
  };
}

function matchRow(model: Model, { invoice }: File, line: DecidedLine, row: Row): void {
  const { date, cents, fields } = line;
  const shared = bodyOf({ description: fields.description, tags: fields.tags, paid: row.paid || !line.isPlanned });
  for (const leg of row.opposite ? [row, row.opposite] : [row]) Object.assign(leg, shared, { updatedAt: model.now });
  if (row.opposite) return;
  const onInvoice = invoice === null ? {} : { invoice, pinned: true };
  Object.assign(row, { date, ...onInvoice });
  resplit(row, cents, bodyOf({ categoryId: openCategory(model, line) }));
}

const discardFile: FileStep<"discard file"> = async (client, model) => {
  const { file } = model;
  const reply = await client.delete(`/imports/${file?.id ?? 1_999_999_999}`);
  if (reply.status === 403) return "refused to a viewer";
  if (!file) return refusedBy(reply, 404);
  if (file.state !== "preview") return refusedBy(reply, 409);
  assert.equal(reply.status, 200, reply.text);
  model.file = undefined;
  return "";
};

const FILE_STEPS = { "preview file": previewFile, "apply file": applyFile, "discard file": discardFile };

function refusedBy(reply: Reply, status: number): string {
  assert.equal(reply.status, status, reply.text);
  return `refused ${status}`;
}

/** What was applied is undone then, and applied once that is undone. Uploads are no writes: an undo lets newer ones be. */
export function fileAfterUndo(now: File | undefined, earlier: File | undefined): File | undefined {
  if (!now || now.id !== earlier?.id) return now;
  return { ...now, state: now.state === "applied" && earlier.state === "preview" ? "undone" : earlier.state };
}

export async function assertFileState(client: TestClient, { file }: Model): Promise<void> {
  if (!file) return;
  const { body } = await client.get(`/imports/${file.id}`);
  assert.equal((body as { state: string }).state, file.state);
}
