// Reads a file that a person brings: bytes to statements. Formats are told apart by what is inside, never by the name. Pure, and it
// never throws: what cannot be read is a refusal or a listed line.
import { problem } from "./draft.ts";
import type { Format, ReadFile, ReadOptions } from "./file.ts";
import { LIMITS } from "./limits.ts";
import { isOfx, readOfx } from "./ofx.ts";
import { isCamt, readCamt } from "./other_apps/camt.ts";
import { isQif, readQif } from "./other_apps/qif.ts";
import type { Reason } from "./reasons.ts";
import { readBiff } from "./sheets/biff.ts";
import { streamsOf } from "./sheets/compound.ts";
import { isHtml, readHtml } from "./sheets/html.ts";
import { TooManyLines } from "./sheets/sheet_rows.ts";
import { isSpreadsheetml, readSpreadsheetml } from "./sheets/spreadsheetml.ts";
import { readXlsx, WORKBOOK } from "./sheets/xlsx.ts";
import { openZip, type Zip } from "./sheets/zip.ts";
import { hintsOfName } from "./tables/preamble.ts";
import { readCsv } from "./tables/read_csv.ts";
import { readTables } from "./tables/read_tables.ts";
import type { Table } from "./tables/table.ts";
import { decode } from "./text/encoding.ts";
import { DeclaresEntities } from "./text/markup.ts";

export const READER_VERSION = 3;

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04];
const BARE_BIFF = [0x09, 0x08, 0x10, 0x00];
/** Its first field is the reference of the statement, which is followed by the account. */
const MT940 = /^\s*(?:\{1:.*\{4:\s*)?:20:[^\n]*\n(?:[^\n]*\n){0,3}?:25:/s;
const PDF = [0x25, 0x50, 0x44, 0x46];

export function readFile(bytes: Uint8Array, options: ReadOptions): ReadFile {
  try {
    return readUnguarded(bytes, options);
  } catch {
    // A file that finds a fault of ours must not take others down with it. The fuzz test reads unguarded, and has found none that is left.
    return refused("damaged");
  }
}

/** Throws where a reader has a fault. */
export function readUnguarded(bytes: Uint8Array, options: ReadOptions): ReadFile {
  try {
    const file = readAny(bytes, options, true);
    const count = (what: "lines" | "balances") => file.statements.reduce((sum, statement) => sum + statement[what].length, 0);
    if (count("lines") > LIMITS.lines) return refused("too_many_lines");
    if (file.refusal !== null || count("lines") + count("balances") > 0) return file;
    if (file.problems.every(({ line }) => line === null)) return { ...file, statements: [], refusal: "no_lines" };
    // Where the columns are only guessed, they are asked about: another choice may make the lines readable.
    return file.needs ? file : { ...file, statements: [], refusal: "no_line_readable" };
  } catch (error) {
    if (error instanceof DeclaresEntities) return refused("declares_entities");
    if (error instanceof TooManyLines) return refused("too_many_lines");
    throw error;
  }
}

function readAny(bytes: Uint8Array, options: ReadOptions, mayBeArchive: boolean): ReadFile {
  const file = readNameless(bytes, options, mayBeArchive);
  const { invoice } = hintsOfName(options.fileName);
  // The name of a file inside an archive says more than that of the archive.
  for (const statement of file.statements) if (statement.place !== "account") statement.invoice ??= invoice;
  return file;
}

function readNameless(bytes: Uint8Array, options: ReadOptions, mayBeArchive: boolean): ReadFile {
  if (bytes.length > LIMITS.bytes) return refused("too_large");
  if (bytes.length === 0) return refused("empty");
  const startsWith = (first: number[]) => first.every((byte, index) => bytes[index] === byte);
  if (startsWith(PDF)) return refused("pdf");
  if (startsWith(COMPOUND)) return readCompound(bytes, options);
  if (startsWith(BARE_BIFF)) return sheets("xls", readBiff(bytes), options);
  if (startsWith(ARCHIVE) && mayBeArchive) return readArchive(openZip(bytes), options);
  const { text, isDamaged, encoding } = decode(bytes, options.columns?.encoding);
  const file = readText(text, options);
  if (file.needs?.guess) file.needs.guess.encoding = encoding;
  const { columns, isRemembered } = file.chosen ?? {};
  if (isRemembered && columns?.encoding && columns.encoding !== encoding)
    return readAny(bytes, { ...options, columns }, mayBeArchive);
  if (isDamaged) file.problems.push(problem(null, "damaged_characters"));
  return file;
}

function readText(text: string, options: ReadOptions): ReadFile {
  if (isOfx(text)) return { ...blank("ofx"), ...readOfx(text, options) };
  if (isQif(text)) return { ...blank("qif"), ...readQif(text, options.today) };
  if (/^\s*</.test(text)) {
    if (isCamt(text)) return { ...blank("camt053"), ...readCamt(text, options.today) };
    if (isSpreadsheetml(text)) return sheets("spreadsheetml", readSpreadsheetml(text), options);
    if (isHtml(text)) return sheets("html", readHtml(text), options);
  }
  if (isBinary(text)) return refused("not_text");
  if (MT940.test(text)) return refused("mt940");
  return { ...blank("csv"), ...readCsv(text, options) };
}

/** Text has no control characters but for those that move on. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 10_000);
  return start.replace(/[^\p{Cc}]|[\t\r\n\f]/gu, "").length > start.length / 100;
}

function sheets(format: Format, tables: Table[] | Reason, options: ReadOptions): ReadFile {
  if (typeof tables === "string") return { ...blank(format), refusal: tables };
  return { ...blank(format), ...readTables(tables, options) };
}

function readCompound(bytes: Uint8Array, options: ReadOptions): ReadFile {
  const streams = streamsOf(bytes);
  if (streams?.has("EncryptedPackage")) return refused("encrypted");
  const stream = (streams?.get("Workbook") ?? streams?.get("Book"))?.();
  return stream ? sheets("xls", readBiff(stream), options) : refused(streams && streams.size > 0 ? "not_text" : "damaged");
}

/** A workbook, or files in a ZIP, of which those that can be read are: YNAB packs two, banks one. */
function readArchive(zip: Zip | Reason, options: ReadOptions): ReadFile {
  if (typeof zip === "string") return refused(zip);
  if (zip.names.includes(WORKBOOK)) return sheets("xlsx", readXlsx(zip), options);
  const read: ReadFile[] = [];
  let lines = 0;
  for (const name of zip.names.filter((each) => !/\/$|^__MACOSX\//.test(each)).slice(0, LIMITS.archivedFiles)) {
    const content = zip.read(name);
    if (typeof content === "string") return refused(content);
    if (!content) continue;
    const file = readAny(content, { ...options, fileName: name }, false);
    lines += file.statements.reduce((sum, statement) => sum + statement.lines.length, 0);
    if (lines > LIMITS.lines) return refused("too_many_lines");
    read.push(file);
  }
  const good = read.filter(({ refusal, needs }) => refusal === null && needs === null);
  if (good.length === 0) return read[0] ?? refused("no_lines");
  return {
    ...blank("zip"),
    layout: good[0]?.layout ?? null,
    statements: good.flatMap(({ statements }) => statements),
    problems: good.flatMap(({ problems }) => problems),
  };
}

function blank(format: Format): ReadFile {
  return { format, layout: null, readerVersion: READER_VERSION, statements: [], problems: [], refusal: null, needs: null };
}

function refused(refusal: Reason): ReadFile {
  return { ...blank("unknown"), refusal };
}
