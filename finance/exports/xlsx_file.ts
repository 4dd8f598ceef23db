// Transactions as a workbook: days and amounts are what spreadsheets compute with, texts are texts and never formulas.
import { daysBetween } from "../calendar/day.ts";
import { DIVISION_TITLE, decimalText, situationText, TITLES } from "./csv_file.ts";
import { hasSplitRows, type LedgerRequest, type LedgerRow, readLedger } from "./ledger.ts";
import type { Produce } from "./snapshot.ts";
import { type ArchivedFile, zipped } from "./zip_file.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A sheet has 1,048,576 rows at most, and a file of an archive less than 4 GB. */
const ROWS_A_SHEET = 1_000_000;
const CHARACTERS_A_SHEET = 1_000_000_000;

export function xlsxFile(request: LedgerRequest): Produce {
  return async function* (tx) {
    const hasDivision = await hasSplitRows(tx, request);
    const pages = readLedger(tx, request);
    const sheets: string[] = [];
    const files = async function* (): AsyncGenerator<ArchivedFile> {
      let isOver = false;
      while (!isOver) {
        sheets.push(`sheet${sheets.length + 1}`);
        const content = async function* (): AsyncGenerator<string> {
          yield `${XML}<worksheet xmlns="${SHEET}"><sheetData>${titleRow(hasDivision)}`;
          let [rows, characters] = [0, 0];
          while (rows < ROWS_A_SHEET && characters < CHARACTERS_A_SHEET) {
            const { value: page, done } = await pages.next();
            if (done) {
              isOver = true;
              break;
            }
            const text = page.map((row) => rowText(row, hasDivision)).join("");
            [rows, characters] = [rows + page.length, characters + text.length];
            yield text;
          }
          yield "</sheetData></worksheet>";
        };
        yield { name: `xl/worksheets/${sheets.at(-1)}.xml`, content: content() };
      }
      // How many sheets there are is known now, and where a file stands in the archive does not matter.
      yield* frameOf(sheets);
    };
    yield* zipped(files());
  };
}

function* frameOf(sheets: readonly string[]): Generator<ArchivedFile> {
  const part = (name: string, type: string) => `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${type}+xml"/>`;
  const file = (name: string, text: string): ArchivedFile => ({ name, content: [XML + text] });
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  yield file(
    "[Content_Types].xml",
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${sheets.map((sheet) => part(`worksheets/${sheet}`, "worksheet")).join("")}</Types>`,
  );
  yield file(
    "_rels/.rels",
    `<Relationships xmlns="${RELATIONS}">${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
  );
  const named = sheets.map(
    (sheet, index) => `<sheet name="Lançamentos${index > 0 ? ` ${index + 1}` : ""}" sheetId="${index + 1}" r:id="${sheet}"/>`,
  );
  yield file("xl/workbook.xml", `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${named.join("")}</sheets></workbook>`);
  const relations = sheets.map((sheet) => relation(sheet, "worksheet", `worksheets/${sheet}.xml`));
  yield file(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${RELATIONS}">${relations.join("")}${relation("styles", "styles", "styles.xml")}</Relationships>`,
  );
  yield file("xl/styles.xml", STYLES);
}

const [DAY_STYLE, AMOUNT_STYLE] = [1, 2];

/** Formats 14 and 4 are the reader's own way to write a day, and an amount. */
const STYLES = `<styleSheet xmlns="${SHEET}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function titleRow(hasDivision: boolean): string {
  return `<row>${[...TITLES, ...(hasDivision ? [DIVISION_TITLE] : [])].map(textCell).join("")}</row>`;
}

function rowText(row: LedgerRow, hasDivision: boolean): string {
  const cells = [
    dayCell(row.date),
    ...[row.description, row.category, row.target].map(textCell),
    `<c s="${AMOUNT_STYLE}"><v>${decimalText(row.amountCents, ".")}</v></c>`,
    ...[situationText(row), row.instalment, row.invoice, row.counterpart, row.tags, row.notes].map(textCell),
    `<c><v>${row.id}</v></c>`,
    ...(hasDivision ? [textCell(row.division)] : []),
  ];
  return `<row>${cells.join("")}</row>`;
}

/** Before March 1900 spreadsheets count a day that never was. */
const FIRST_SURE_DAY = "1900-03-01";

function dayCell(day: string): string {
  if (day < FIRST_SURE_DAY) return textCell(day);
  return `<c s="${DAY_STYLE}"><v>${daysBetween("1899-12-30", day)}</v></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const MOST_CHARACTERS = 32_767;

/** Written where it stands, and without what XML cannot hold. */
function textCell(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "").slice(0, MOST_CHARACTERS);
  const escaped = allowed.replace(/[&<>]/g, (character) => ENTITIES[character] as string);
  return escaped === "" ? "<c/>" : `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
