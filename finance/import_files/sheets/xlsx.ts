// XLSX: cells of all sheets, from the XML inside the ZIP. Values only: a formula is marked and never computed, links, macros and
// pictures are not opened.
//
// | quirk                                          | done                                                  |
// |------------------------------------------------|-------------------------------------------------------|
// | days are numbers with a format, since 1900/1904| days                                                  |
// | shared, inline and rich texts                  | text                                                  |
// | cells and rows without their place             | follow the one before                                 |
// | a column far to the right                      | the row is listed                                     |
import { LIMITS } from "../limits.ts";
import type { Reason } from "../reasons.ts";
import type { Cell, Table } from "../tables/table.ts";
import { decode } from "../text/encoding.ts";
import { attribute, tagsOf, withoutEntities } from "../text/markup.ts";
import { isDateFormat, LineBudget, numberCell, SheetRows } from "./sheet_rows.ts";
import type { Zip } from "./zip.ts";

export const WORKBOOK = "xl/workbook.xml";

export function readXlsx(zip: Zip): Table[] | Reason {
  const workbook = xml(zip, WORKBOOK);
  if (workbook.reason) return workbook.reason;
  const relations = xml(zip, "xl/_rels/workbook.xml.rels");
  const shared = xml(zip, "xl/sharedStrings.xml");
  const styles = xml(zip, "xl/styles.xml");
  for (const { reason } of [relations, shared, styles]) if (reason && reason !== "damaged") return reason;
  const targets = targetsOf(relations.text);
  const texts = sharedTexts(shared.text);
  const dates = dateStyles(styles.text);
  const from1904 = /date1904\s*=\s*["'](?:1|true)["']/i.test(workbook.text);
  const tables: Table[] = [];
  const budget = new LineBudget();
  for (const { name, kind, attributes } of tagsOf(workbook.text)) {
    if (name !== "SHEET" || kind === "close" || tables.length >= LIMITS.sheets) continue;
    const target = targets.get(attribute(attributes, "id") ?? "");
    if (target === undefined) continue;
    const sheet = xml(zip, target);
    if (sheet.reason) return sheet.reason;
    tables.push({
      name: attribute(attributes, "name") ?? null,
      source: "sheet",
      rows: rowsOf(sheet.text, texts, dates, from1904, budget),
    });
  }
  return tables;
}

/** Missing parts are empty: only the workbook and its sheets must be there. */
function xml(zip: Zip, name: string): { text: string; reason?: Reason } {
  const bytes = zip.read(name);
  if (bytes === undefined) return { text: "", reason: "damaged" };
  return typeof bytes === "string" ? { text: "", reason: bytes } : { text: decode(bytes).text };
}

function targetsOf(text: string): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { name, kind, attributes } of tagsOf(text)) {
    const target = attribute(attributes, "Target");
    if (name === "RELATIONSHIP" && kind !== "close" && target !== undefined)
      targets.set(attribute(attributes, "Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  }
  return targets;
}

function sharedTexts(text: string): string[] {
  const texts: string[] = [];
  let isPhonetic = false;
  for (const { name, kind, text: following } of tagsOf(text)) {
    if (name === "SI" && kind !== "close") texts.push("");
    else if (name === "RPH") isPhonetic = kind === "open";
    else if (name === "T" && kind === "open" && !isPhonetic && texts.length > 0)
      texts[texts.length - 1] += withoutEntities(following);
  }
  return texts;
}

/** Whether a style shows days, by the number that cells give. */
function dateStyles(text: string): boolean[] {
  const formats = new Map<number, string>();
  const dates: boolean[] = [];
  let isList = false;
  for (const { name, kind, attributes } of tagsOf(text)) {
    if (name === "NUMFMT" && kind !== "close")
      formats.set(Number(attribute(attributes, "numFmtId")), attribute(attributes, "formatCode") ?? "");
    else if (name === "CELLXFS") isList = kind === "open";
    else if (name === "XF" && kind !== "close" && isList) {
      const id = Number(attribute(attributes, "numFmtId") ?? 0);
      dates.push(isDateFormat(id, formats.get(id)));
    }
  }
  return dates;
}

function rowsOf(text: string, texts: string[], dates: boolean[], from1904: boolean, budget: LineBudget) {
  const rows = new SheetRows(budget);
  let row = -1;
  let column = -1;
  let type = "";
  let isDate = false;
  let isFormula = false;
  let value = "";
  for (const { name, kind, attributes, text: following } of tagsOf(text)) {
    if (name === "ROW" && kind !== "close") {
      row = position(attribute(attributes, "r"), row);
      column = -1;
    } else if (name === "C" && kind !== "close") {
      column = position(columnOf(attribute(attributes, "r")), column);
      type = attribute(attributes, "t") ?? "n";
      isDate = dates[Number(attribute(attributes, "s") ?? -1)] ?? false;
      isFormula = false;
      value = "";
    } else if (name === "F" && kind !== "close") isFormula = true;
    else if ((name === "V" || name === "T") && kind === "open") value += withoutEntities(following);
    else if (name === "C" && kind === "close" && row >= 0 && column >= 0) rows.put(row, column, cellOf());
  }
  return rows.all();

  function cellOf(): Cell {
    if (isFormula) return { formula: true };
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "d") return { day: value.slice(0, 10) };
    if (type !== "n") return type === "e" ? "" : value;
    const number = Number(value);
    return value.trim() === "" || !Number.isFinite(number) ? value : numberCell(number, isDate, from1904);
  }
}

/** From 0; the one after the last where nothing is said. */
function position(attribute: string | undefined, last: number): number {
  const number = attribute === undefined ? Number.NaN : Number(attribute);
  return Number.isInteger(number) && number >= 1 ? number - 1 : last + 1;
}

/** `AB12` is column 28. */
function columnOf(reference: string | undefined): string | undefined {
  const letters = /^([A-Z]{1,7})\d*$/.exec(reference ?? "")?.[1];
  if (letters === undefined) return;
  return String([...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0));
}
