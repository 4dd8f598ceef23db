// Archives and workbooks for tests, written by hand so that they may lie.
import { deflateRawSync } from "node:zlib";

export interface ArchiveLies {
  isEncrypted?: boolean;
  /** The size that the directory states for what is inside. */
  unpackedSize?: number;
}

export function archive(
  files: Record<string, string | Uint8Array>,
  { isEncrypted = false, unpackedSize }: ArchiveLies = {},
): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(content as Uint8Array), { level: 9 });
    const title = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(unpackedSize ?? Buffer.from(content as Uint8Array).length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, title, packed);
    directory.push(entry, title);
    at += local.length + title.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** A workbook of one sheet. `rows` is the XML inside sheetData. Style 1 shows days, style 2 a format of the bank's own. */
export function workbook(
  rows: string,
  { name = "Plan1", more = {}, properties = "" }: { name?: string; more?: Record<string, string>; properties?: string } = {},
) {
  return archive({
    "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}

/** Cells as the sheet's XML: texts inline, numbers as they are, `{ style, value }` and `{ formula }`. */
export type TestCell = string | number | null | { style: number; value: number } | { formula: string };

export function sheetXml(rows: readonly (readonly TestCell[])[]): string {
  return rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join("")}</row>`,
    )
    .join("");
}

function cellXml(cell: TestCell, reference: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "string")
    return `<c r="${reference}" t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
  if ("formula" in cell) return `<c r="${reference}"><f>${cell.formula}</f><v>1</v></c>`;
  return `<c r="${reference}" s="${cell.style}"><v>${cell.value}</v></c>`;
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);
