// BIFF, what is inside an .xls file: records with a number and a length, one after the other. Versions 8 (Excel 97) and 5.
//
// | quirk                                               | done                                                       |
// |-----------------------------------------------------|------------------------------------------------------------|
// | texts go on in another record, in another encoding  | read over the edge                                         |
// | numbers in three packings                           | numbers, or days by their format                           |
// | formulas                                            | marked, never computed                                     |
// | a password                                          | said                                                       |
import { LIMITS } from "../limits.ts";
import type { Reason } from "../reasons.ts";
import type { Cell, Table } from "../tables/table.ts";
import { sharedTexts, shortText } from "./biff_text.ts";
import { isDateFormat, LineBudget, numberCell, SheetRows } from "./sheet_rows.ts";

const BOF = 0x809;
const EOF = 0x0a;
const CONTINUE = 0x3c;

export interface BiffRecord {
  type: number;
  data: Buffer;
}

interface Workbook {
  is8: boolean;
  from1904: boolean;
  names: string[];
  texts: string[];
  formats: Map<number, string>;
  styles: number[];
}

export function readBiff(stream: Uint8Array): Table[] | Reason {
  const book: Workbook = { is8: true, from1904: false, names: [], texts: [], formats: new Map(), styles: [] };
  const tables: Table[] = [];
  const budget = new LineBudget();
  let rows: SheetRows | undefined;
  let depth = 0;
  const records = recordsOf(stream);
  for (let index = 0; index < records.length; index++) {
    const { type, data } = records[index] as BiffRecord;
    if (type === BOF) {
      depth++;
      if (depth === 1 && data.length >= 4) {
        book.is8 = data.readUInt16LE(0) === 0x600;
        rows = data.readUInt16LE(2) === 0x10 ? new SheetRows(budget) : undefined;
      }
    } else if (type === EOF) {
      if (depth === 1 && rows && tables.length < LIMITS.sheets)
        tables.push({ name: book.names[tables.length] ?? null, source: "sheet", rows: rows.all() });
      depth = Math.max(0, depth - 1);
    } else if (depth > 1) continue;
    else if (type === 0x2f) return "encrypted";
    else if (type === 0xfc) {
      const parts = [data];
      while (records[index + 1]?.type === CONTINUE) parts.push((records[++index] as BiffRecord).data);
      book.texts = sharedTexts(parts);
    } else if (rows) putCells(rows, type, data, book);
    else readGlobal(type, data, book);
  }
  return tables.length === 0 ? "damaged" : tables;
}

function recordsOf(stream: Uint8Array): BiffRecord[] {
  const view = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  const records: BiffRecord[] = [];
  for (let at = 0; at + 4 <= view.length; ) {
    const length = view.readUInt16LE(at + 2);
    records.push({ type: view.readUInt16LE(at), data: view.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return records;
}

function readGlobal(type: number, data: Buffer, book: Workbook): void {
  if (type === 0x22 && data.length >= 2) book.from1904 = data.readUInt16LE(0) === 1;
  else if (type === 0x85 && data.length >= 8) book.names.push(shortText(data, 6, 1, book.is8));
  else if (type === 0x41e && data.length >= 4)
    book.formats.set(data.readUInt16LE(0), shortText(data, 2, book.is8 ? 2 : 1, book.is8));
  else if (type === 0xe0 && data.length >= 4) book.styles.push(data.readUInt16LE(2));
}

/** Cells begin with row, column and style. */
function putCells(rows: SheetRows, type: number, data: Buffer, book: Workbook): void {
  if (data.length < 6) return;
  const row = data.readUInt16LE(0);
  const column = data.readUInt16LE(2);
  const number = (value: number, style: number): Cell => {
    const format = book.styles[style] ?? 0;
    return numberCell(value, isDateFormat(format, book.formats.get(format)), book.from1904);
  };
  const style = data.readUInt16LE(4);
  if (type === 0xfd && data.length >= 10) rows.put(row, column, book.texts[data.readUInt32LE(6)] ?? "");
  else if (type === 0x204 || type === 0xd6) rows.put(row, column, shortText(data, 6, 2, book.is8));
  else if (type === 0x203 && data.length >= 14) rows.put(row, column, number(data.readDoubleLE(6), style));
  else if (type === 0x27e && data.length >= 10) rows.put(row, column, number(packedNumber(data.readUInt32LE(6)), style));
  else if (type === 0x06) rows.put(row, column, { formula: true });
  else if (type === 0xbd)
    for (let at = 4, next = column; at + 8 <= data.length; at += 6, next++)
      rows.put(row, next, number(packedNumber(data.readUInt32LE(at + 2)), data.readUInt16LE(at)));
}

/** Thirty bits of a fraction or of a whole number, perhaps of hundredths. */
function packedNumber(packed: number): number {
  const buffer = Buffer.alloc(8);
  buffer.writeUInt32LE((packed & 0xfffffffc) >>> 0, 4);
  const value = packed & 2 ? packed >> 2 : buffer.readDoubleLE(0);
  return packed & 1 ? value / 100 : value;
}
