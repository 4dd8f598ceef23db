// Reads an uploaded file to a preview: its lines with verdicts. Nothing of the space's books changes.
import { Answer } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { dayIn } from "../calendar/day.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import type { ChosenColumns, ReadFile, ReadOptions, Statement } from "../import_files/file.ts";
import { readInWorker } from "../import_files/read_in_worker.ts";
import { reasonText } from "../import_files/reasons.ts";
import { drawIds } from "../post/queries.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import { type About, NO_IMPORT, presentImport } from "./import_record.ts";
import { readLayouts } from "./layouts.ts";
import { clean, type ImportTarget } from "./line.ts";
import { previewOf } from "./preview.ts";
import {
  countVerdicts,
  deletePreview,
  findApplied,
  findImport,
  insertImport,
  insertLines,
  openPreview,
  type StoredLine,
  setProgress,
} from "./queries.ts";
import { readUpload, type Upload, uploadRecord } from "./upload_fields.ts";

const LINES_AT_ONCE = 1_000;

export async function createImport(input: WriteInput<unknown>) {
  const { db, act, readings, writeAlone } = input;
  const { spaceId, timeZone } = act.caller;
  const record = uploadRecord(input.record);
  const { value: upload, problems } = readUpload(record);
  throwIfInvalid(record, NO_IMPORT, problems);
  await requireTarget(db, spaceId, record, upload);
  return readings.take(spaceId, async () => {
    const today = dayIn(timeZone, act.now);
    const file = await readUploaded(record, upload, { today, layouts: await readLayouts(db, spaceId) });
    const statement = chooseStatement(record, upload, file);
    const target = targetOf(record, upload, statement);
    const { file: uploaded, fileName = null } = upload as Upload & { file: NonNullable<Upload["file"]> };
    const about = aboutOf(file, statement, uploaded.bytes.length);
    const named = {
      account_id: target.accountId,
      credit_card_id: target.cardId,
      invoice: target.invoice,
      file_name: fileName && clean(fileName, 255),
      sha256: uploaded.sha256,
      statement: upload.statement ?? 1,
    };
    const earlier = await findApplied(db, spaceId, named);
    if (earlier) return new Answer(200, {}, presentImport(earlier, await countVerdicts(db, spaceId, [earlier.id]), timeZone));
    const lines = await previewOf(db, { spaceId, target, statement, problems: file.problems });
    const [id] = (await drawIds(db, "imports", 1)) as [number];
    let isStored = false;
    try {
      await insertImport(db, spaceId, { ...named, id, lines: lines.length, about }, act.now);
      await insertAll(db, spaceId, id, lines);
      const answer = await writeAlone(async (read) => {
        await openPreview(read, spaceId, id);
        const [row, counts] = await Promise.all([findImport(read, spaceId, id), countVerdicts(read, spaceId, [id])]);
        isStored = true;
        return { before: {}, after: {}, answer: presentImport(row as NonNullable<typeof row>, counts, timeZone) };
      });
      isStored = isStored && !input.isDryRun;
      return answer;
    } catch (error) {
      isStored = false;
      throw error;
    } finally {
      if (!isStored) await deletePreview(db, spaceId, id);
    }
  });
}

async function insertAll(db: Db, spaceId: number, id: number, lines: readonly StoredLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = lines.slice(at, at + LINES_AT_ONCE);
    await insertLines(db, spaceId, id, some);
    if (lines.length > LINES_AT_ONCE) await setProgress(db, spaceId, id, at + some.length);
  }
}

async function requireTarget(db: Db, spaceId: number, record: Submitted, { accountId, cardId }: Upload): Promise<void> {
  const field = cardId === undefined ? "account_id" : "credit_card_id";
  const id = (cardId ?? accountId) as number;
  const accountOrCard = (await findAccountsAndCards(db, spaceId, [id])).get(id);
  if (!accountOrCard || accountOrCard.isCard !== (cardId !== undefined)) refuse(record, NO_IMPORT, field, { kind: "unknown" });
  if (accountOrCard?.archived) refuse(record, NO_IMPORT, field, { kind: "archived" });
}

async function readUploaded(
  record: Submitted,
  upload: Upload,
  readOptions: Pick<ReadOptions, "today" | "layouts">,
): Promise<ReadFile> {
  const { file, fileName, columns } = upload;
  const options = { ...readOptions, ...(fileName !== undefined && { fileName }), ...(columns && { columns }) };
  const read = await readInWorker(file?.bytes ?? Buffer.of(), options);
  if (read.refusal === null) return read;
  const field = read.needs ? "columns" : "file";
  const reasons = read.refusal === "no_line_readable" ? new Set(read.problems.map(({ reason }) => reason)) : [];
  throwIfInvalid(
    record,
    { ...NO_IMPORT, question: read.needs },
    [read.refusal, ...reasons].map((kind) => [field, { kind }]),
  );
  return read;
}

function chooseStatement(record: Submitted, { statement }: Upload, { statements, needs }: ReadFile): Statement {
  if (statements.length === 0) refuse(record, { ...NO_IMPORT, question: needs }, "columns", { kind: "columns_unknown" });
  const views = statements.map(({ account, place, period, lines }, index) => ({
    statement: index + 1,
    place,
    ...account,
    period,
    lines: lines.length,
  }));
  if (statements.length > 1 && statement === undefined)
    refuse(record, { ...NO_IMPORT, statements: views }, "statement", {
      kind: "severalStatements",
      values: { most: statements.length },
    });
  const chosen = statements[(statement ?? 1) - 1];
  if (!chosen) refuse(record, { ...NO_IMPORT, statements: views }, "statement", { kind: "unknown" });
  return chosen as Statement;
}

/** A card's file goes to an invoice that is named, by the request or by the name of the file. */
function targetOf(record: Submitted, { accountId, cardId, invoice }: Upload, statement: Statement): ImportTarget {
  if (cardId === undefined) {
    if (statement.place === "card") refuse(record, NO_IMPORT, "account_id", { kind: "cardFile" });
    return { accountId: accountId as number, cardId: null, invoice: null };
  }
  const named = statement.invoice && invoiceDueOn(statement.invoice.due ?? `${statement.invoice.month.slice(0, 7)}-01`);
  const wrongFile = problemIf(statement.place === "account", "credit_card_id", { kind: "accountFile" });
  const noInvoice = problemIf(invoice === undefined && !named, "invoice", { kind: "required" });
  throwIfInvalid(record, NO_IMPORT, joinProblems(wrongFile, noInvoice));
  return { accountId: null, cardId, invoice: invoice ?? (named as number) };
}

function aboutOf(file: ReadFile, statement: Statement, bytes: number): About {
  const { account, balances, lines, period, currency } = statement;
  const opening = balances.find(({ when }) => when === "before")?.cents ?? null;
  const closing = balances.filter(({ when }) => when === "after").at(-1)?.cents ?? null;
  const booked = lines.filter(({ isPlanned }) => !isPlanned).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const text = (value: string | null) => (value === null ? null : clean(value, 255));
  return {
    format: file.format,
    layout: file.layout,
    reader_version: file.readerVersion,
    bytes,
    currency: clean(currency, 10),
    bank: text(account.bank),
    branch: text(account.branch),
    number: text(account.number),
    holder: text(account.name),
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
    opening_cents: opening,
    closing_cents: closing,
    difference_cents: opening === null || closing === null ? null : closing - opening - booked,
    statements: file.statements.length,
    problems: file.problems.filter(({ line }) => line === null).map(({ reason }) => reasonText(reason)),
    question: file.needs && storable(file.needs),
    chosen: file.chosen ? storable(chosenOf(file.chosen)) : null,
  };
}

const chosenOf = ({ headerKey, header, columns, isRemembered }: ChosenColumns) => ({
  header_key: headerKey,
  header,
  columns,
  remembered: isRemembered,
});

/** Cells may hold what no database does. */
function storable<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === "string" ? clean(each, 200) : each));
}
