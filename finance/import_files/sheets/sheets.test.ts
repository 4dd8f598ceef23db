import assert from "node:assert/strict";
import { test } from "node:test";
import { sheetXml, workbook } from "../testing/archive.ts";
import { SHEET_FILES } from "../testing/sheet_files.ts";
import { allLines, brief, onlyLine, read, reasons } from "../testing.ts";

const ITAU_CARD = [
  ["2026-08-05", -11333, "LIVRARIA AURORA03/10"],
  ["2026-08-07", -5500, "STORE EXAMPLE"],
  ["2026-08-08", 120000, "PAGAMENTO EFETUADO"],
];

test("Organizze's own export, an .xls: days with dots, parts in the text, what is not paid is planned", () => {
  const file = read(SHEET_FILES.organizze_xls, { fileName: "movimentacoes_2026.csv" });
  assert.deepEqual([file.format, file.layout], ["xls", "organizze"]);
  assert.deepEqual(brief(file), [
    ["2026-08-05", -19990, "Geladeira 2/12"],
    ["2026-08-06", 500000, "Salário"],
    ["2026-10-20", -123456, "Aluguel – apê"],
  ]);
  const lines = allLines(file);
  assert.deepEqual([lines[0]?.part?.k, lines[0]?.notes, lines[2]?.isPlanned], [2, "garantia", true]);
});

test("Santander's .xls: header in row 5, days by their format; a formula is listed where it matters and passed over elsewhere", () => {
  const file = read(SHEET_FILES.santander_xls);
  assert.deepEqual([file.format, file.layout], ["xls", "santander_account"]);
  assert.deepEqual(brief(file), [
    ["2026-08-05", -4250, "PIX ENVIADO BEATRIZ"],
    ["2026-08-06", 10000, "PIX RECEBIDO"],
  ]);
  assert.deepEqual(reasons(file), [[8, "formula"]]);
  assert.deepEqual([file.statements[0]?.account.branch, file.statements[0]?.account.number], ["1234", "01055555-5"]);
});

test("texts that go on in another record, narrow and wide, are read over the edge", () => {
  const texts = allLines(read(SHEET_FILES.long_texts_xls)).map(({ description }) => description);
  const expected = Array.from(
    { length: 59 },
    (_, index) => `Ação número ${index + 1} ${(index % 2 ? "x" : "€").repeat(401 + index)}`,
  );
  assert.deepEqual(texts, expected);
});

test("Itaú's card in every kind of spreadsheet: value in column 4, the dollar's rate on the line above", () => {
  const formats = { itau_card_xls: "xls", itau_card_spreadsheetml: "spreadsheetml", itau_card_html: "html" } as const;
  for (const [name, format] of Object.entries(formats)) {
    const file = read(SHEET_FILES[name as keyof typeof formats]);
    assert.deepEqual([file.format, file.layout, brief(file), file.problems], [format, "itau_card_sheet", ITAU_CARD, []], name);
    assert.deepEqual(allLines(file)[1]?.foreign, { currency: "USD", cents: null, rate: "5.5" });
    assert.deepEqual(
      allLines(file).map(({ kind }) => kind),
      ["plain", "abroad", "payment_received"],
    );
  }
});

test("BIFF 5 is read; its writer has spoiled the header, so the columns are asked for", () => {
  const file = read(SHEET_FILES.itau_card_xls_5);
  assert.deepEqual([file.format, file.needs?.header], ["xls", ["data", "lan_amento", "", "valor"]]);
  assert.equal(allLines(file).length, 3);
});

test("Mobills' .xlsx: the sheet is the sense; rows with totals are passed over", () => {
  const file = read(SHEET_FILES.mobills_xlsx);
  assert.deepEqual([file.format, file.layout, file.problems], ["xlsx", "mobills", []]);
  assert.deepEqual(brief(file), [
    ["2026-08-05", -123456, "Mercado & Cia <1>"],
    ["2026-08-06", -1000, "Livros"],
    ["2026-08-07", 500000, "Salário"],
  ]);
});

const HEADER = ["date", "title", "amount"];

test(".xlsx: days of 1900 and of 1904, by formats of Excel's own and others", () => {
  const rows = sheetXml([
    HEADER,
    [{ style: 1, value: 46239 }, "A", 1],
    [{ style: 2, value: 46239.75 }, "B", 1],
    ["2026-08-05", "C", 0.1 + 0.2],
  ]);
  assert.deepEqual(brief(read(workbook(rows))), [
    ["2026-08-05", -100, "A"],
    ["2026-08-05", -100, "B"],
    ["2026-08-05", -30, "C"],
  ]);
  const since1904 = sheetXml([HEADER, [{ style: 1, value: 46239 - 1462 }, "A", 1]]);
  assert.equal(onlyLine(read(workbook(since1904, { properties: 'date1904="1"' }))).day, "2026-08-05");
});

test(".xlsx: a day in a column named Parcela is k/n, spoiled by Excel", () => {
  const header = ["Data de Compra", "Final do Cartão", "Categoria", "Descrição", "Parcela", "Valor (em R$)"];
  const rows = sheetXml([header, ["05/06/2026", "1", "L", "A", { style: 1, value: 46114 }, 10]]);
  assert.deepEqual(onlyLine(read(workbook(rows))).part, { k: 2, n: 4, raw: "2/4" });
});

test(".xlsx: shared and rich texts, cells and rows without a place", () => {
  const shared =
    "<sst><si><t>date</t></si><si><r><t>ti</t></r><r><t>tle</t></r><rPh><t>x</t></rPh></si><si><t>amount</t></si></sst>";
  const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row><row><c t="d"><v>2026-08-05T00:00:00</v></c><c t="str"><v>A</v></c><c><v>5</v></c></row>`;
  assert.deepEqual(brief(read(workbook(rows, { more: { "xl/sharedStrings.xml": shared } }))), [["2026-08-05", -500, "A"]]);
});

test(".xlsx: formulas are listed, never believed", () => {
  const file = read(
    workbook(
      sheetXml([
        HEADER,
        ["2026-08-05", "A", { formula: "1+1" }],
        ["2026-08-05", { formula: "HYPERLINK()" }, 5],
        ["2026-08-06", "B", 1],
      ]),
    ),
  );
  assert.deepEqual(reasons(file), [
    [2, "formula"],
    [3, "formula"],
  ]);
  assert.deepEqual(brief(file), [["2026-08-06", -100, "B"]]);
});

test("HTML named .xls: amounts and days stay as they are written, unclosed tags and tables inside tables", () => {
  const file = read(
    `<!DOCTYPE html><html><head><style>td{color:red}</style></head><body><table><tr><td colspan=2>Extrato<td>x
<tr><td><table><tr><th>Data<th>Descrição<th>Docto<th>Crédito (R$)<th>Débito (R$)<th>Saldo (R$)
<tr><td>05/08/2026<td><b>PIX</b><br>ENVIADO&nbsp;A<td>1<td><td>-1.234,56<td>0,00</table></table>`,
  );
  assert.deepEqual(
    [file.format, file.layout, brief(file)],
    ["html", "santander_account", [["2026-08-05", -123456, "PIX ENVIADO A"]]],
  );
});

test("SpreadsheetML: places, merged cells, types and formulas", () => {
  const cell = (type: string, value: string, more = "") => `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
  const file = read(
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>
<Row ss:Index="3">${HEADER.map((name) => cell("String", name)).join("")}</Row>
<Row>${cell("DateTime", "2026-08-05T00:00:00.000")}${cell("String", "A")}${cell("Number", "5.5")}</Row>
<Row>${cell("String", "2026-08-06")}<Cell ss:Index="3" ss:Formula="=1+1"><Data ss:Type="Number">2</Data></Cell></Row></Table></Worksheet></Workbook>`,
  );
  assert.deepEqual([file.format, brief(file), reasons(file)], ["spreadsheetml", [["2026-08-05", -550, "A"]], [[5, "formula"]]]);
});
