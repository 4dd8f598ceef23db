import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS } from "./limits.ts";
import { openZip } from "./sheets/zip.ts";
import { archive, sheetXml, workbook } from "./testing/archive.ts";
import { CSV_FILES } from "./testing/csv_files.ts";
import { SHEET_FILES } from "./testing/sheet_files.ts";
import { allLines, read, reasons } from "./testing.ts";
import { tagsOf } from "./text/markup.ts";

test("more than 20 MB, nothing at all, PDF, MT940 and bytes that are no text are refused", () => {
  assert.equal(read(new Uint8Array(LIMITS.bytes + 1)).refusal, "too_large");
  assert.equal(read("").refusal, "empty");
  assert.equal(read("%PDF-1.7").refusal, "pdf");
  assert.equal(read(":20:STARTUMS\r\n:25:12345/678\r\n:28C:1/1\r\n:60F:C260801BRL1000,00\r\n").refusal, "mt940");
  assert.equal(read(Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 32)).refusal, "not_text");
  assert.equal(read("   \n \n").refusal, "no_lines");
});

test("a ZIP that unpacks to far more than it weighs is refused, whatever its directory says, and at no more cost than the limit", () => {
  const bomb = "0".repeat(40 * 2 ** 20);
  for (const unpackedSize of [bomb.length, 10]) {
    const bytes = archive({ "xl/workbook.xml": bomb }, { unpackedSize });
    assert.ok(bytes.length < 60_000);
    assert.equal(read(bytes).refusal, "unpacks_too_large");
    const zip = openZip(bytes);
    assert.ok(typeof zip !== "string");
    assert.equal(zip.read("xl/workbook.xml"), "unpacks_too_large");
  }
});

test("a ZIP may not go past the limit in many small steps either", () => {
  // Each has a ratio that is allowed.
  const filler = Array.from({ length: 12 * 2 ** 18 }, (_, index) => ((index * 2654435761) >>> 7) % 97).join(" ");
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.csv`, filler]));
  const zip = openZip(archive(files));
  assert.ok(typeof zip !== "string");
  const read = zip.names.map((name) => zip.read(name));
  const unpacked = read.reduce<number>((sum, each) => sum + (each instanceof Uint8Array ? each.length : 0), 0);
  assert.ok(unpacked <= LIMITS.unpackedBytes, `${unpacked}`);
  assert.equal(read.at(-1), "unpacks_too_large");
});

test("a ZIP with a password, one that is cut, and one with too many files are refused", () => {
  assert.equal(read(archive({ "Fatura.csv": CSV_FILES.c6_card }, { isEncrypted: true })).refusal, "encrypted");
  assert.equal(read(archive({ "Fatura.csv": CSV_FILES.c6_card }).slice(0, 100)).refusal, "damaged");
  assert.equal(
    read(archive(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}`, ""])))).refusal,
    "unpacks_too_large",
  );
});

test("files in a ZIP are read, those that are no statements are left out, and a ZIP in a ZIP is not opened", () => {
  const file = read(
    archive({ "My Budget - Budget.csv": "Month,Category\nAug 2026,Food\n", "My Budget - Register.csv": CSV_FILES.ynab }),
  );
  assert.deepEqual([file.format, file.layout, allLines(file).length], ["zip", "ynab", 3]);
  const invoice = read(archive({ "Fatura_2026-08-20.csv": CSV_FILES.c6_card }));
  assert.deepEqual(invoice.statements[0]?.invoice, { month: "2026-08", due: "2026-08-20" });
  assert.notEqual(read(archive({ "a.zip": archive({ "b.csv": CSV_FILES.ynab }) })).refusal, null);
});

test("entities inside a workbook are refused", () => {
  const rows = sheetXml([["date", "title", "amount"]]);
  const lol = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>`;
  assert.equal(
    read(workbook(rows, { more: { "xl/sharedStrings.xml": `${lol}<sst><si><t>&lol2;</t></si></sst>` } })).refusal,
    "declares_entities",
  );
});

test("a cell in column one million is a listed line and makes no columns", () => {
  const sheet = `${sheetXml([["date", "title", "amount"]])}<row r="2"><c r="BDWGN2"><v>1</v></c></row><row r="3"><c t="str"><v>2026-08-05</v></c><c t="str"><v>A</v></c><c><v>1</v></c></row>`;
  const file = read(workbook(sheet));
  assert.deepEqual([reasons(file), allLines(file).length], [[[2, "too_many_columns"]], 1]);
  const html = read(`<table><tr><td>date<td>title<td>amount<tr>${"<td>x".repeat(1_000_000)}<tr><td>2026-08-05<td>A<td>1</table>`);
  assert.deepEqual([reasons(html), allLines(html).length], [[[2, "too_many_columns"]], 1]);
});

test("a text of millions of entities is not looked at whole", () => {
  const tags = [...tagsOf(`<a>${"&amp;".repeat(1_000_000)}<b>${"<![CDATA[&&&&&&&&&&]]>".repeat(100_000)}`)];
  assert.ok(tags.every(({ text }) => text.length <= 30 * LIMITS.cellCharacters));
  const html = read(`<table><tr><td>date<td>title<td>amount<tr><td>2026-08-05<td>${"&#x10ffff;".repeat(1_000_000)}<td>1`);
  assert.deepEqual(reasons(html), [[2, "cell_too_long"]]);
});

test("rows past the limit are refused in every kind of sheet, and a row number of a thousand millions is only a number", () => {
  const rows = Array.from({ length: LIMITS.lines + 1 }, (_, index) => `<row><c><v>${(index * 7919) % 10007}</v></c></row>`).join(
    "",
  );
  assert.equal(read(workbook(rows)).refusal, "too_many_lines");
  assert.equal(read(`<table>${"<tr><td>x".repeat(LIMITS.lines + 1)}`).refusal, "too_many_lines");
  const far = `<row r="1000000000"><c t="str"><v>date</v></c></row>`;
  assert.equal(read(workbook(far)).refusal, "columns_unknown");
});

test("files of a ZIP, tables of a page and sheets of a workbook share one limit of lines", () => {
  const half = `date,title,amount\n${Array.from({ length: 30_000 }, (_, index) => `2026-08-05,${index},1.00`).join("\n")}`;
  assert.equal(read(archive({ "1.csv": half })).statements[0]?.lines.length, 30_000);
  assert.equal(read(archive({ "1.csv": half, "2.csv": half })).refusal, "too_many_lines");
  assert.equal(read(`<table>${"<tr><td>x".repeat(30_000)}</table>`.repeat(2)).refusal, "too_many_lines");
});

test("an .xls whose sectors go in a circle ends", () => {
  const bytes = Buffer.from(SHEET_FILES.santander_xls);
  const table = (bytes.readUInt32LE(76) + 1) * 512;
  for (let index = 0; index < 128; index++) bytes.writeUInt32LE(index === 127 ? 0 : index + 1, table + index * 4);
  assert.notEqual(read(bytes).refusal, null);
  for (let index = 0; index < 128; index++) bytes.writeUInt32LE(index, table + index * 4);
  assert.notEqual(read(bytes).refusal, null);
});

test("an encrypted workbook is told as such", () => {
  const bytes = Buffer.from(SHEET_FILES.santander_xls);
  const name = Buffer.from("Workbook", "utf16le");
  const at = bytes.indexOf(name);
  Buffer.from("EncryptedPackage\0", "utf16le").copy(bytes, at);
  bytes.writeUInt16LE(34, at + 64);
  assert.equal(read(bytes).refusal, "encrypted");
});
