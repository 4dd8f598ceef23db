// Test support: statements as banks write them, uploads, and a space's books as its own answers show them.
import assert from "node:assert/strict";
import type { TestClient, TestFinance, TestMember } from "../testing.ts";

export interface BankLine {
  day: string;
  cents: number;
  text: string;
  id?: string;
}

const decimal = (cents: number) => (cents / 100).toFixed(2);
const compact = (day: string) => day.replaceAll("-", "");

/** As Nubank and others write OFX. */
export function ofx(lines: readonly BankLine[]): string {
  const rows = lines.map(
    ({ day, cents, text, id }) =>
      `<STMTTRN><TRNTYPE>${cents < 0 ? "DEBIT" : "CREDIT"}</TRNTYPE><DTPOSTED>${compact(day)}100000[-3:BRT]</DTPOSTED><TRNAMT>${decimal(cents)}</TRNAMT>` +
      `<FITID>${id ?? ""}</FITID><MEMO>${text}</MEMO></STMTTRN>`,
  );
  const days = lines.map(({ day }) => day).sort();
  return (
    `OFXHEADER:100\nDATA:OFXSGML\nENCODING:UTF-8\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF>` +
    `<BANKACCTFROM><BANKID>0260</BANKID><ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>${compact(days[0] ?? "2026-01-01")}` +
    `</DTSTART><DTEND>${compact(days.at(-1) ?? "2026-01-01")}</DTEND>${rows.join("\n")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  );
}

/** As Nubank writes OFX of a card. */
export const cardOfx = (lines: readonly BankLine[]): string =>
  ofx(lines)
    .replaceAll("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
    .replaceAll("STMTTRNRS", "CCSTMTTRNRS")
    .replaceAll("STMTRS", "CCSTMTRS")
    .replaceAll("BANKACCTFROM", "CCACCTFROM");

/** As Nubank writes the invoice of a card: purchases without a sign. */
export function cardCsv(lines: readonly BankLine[]): string {
  return ["date,title,amount", ...lines.map(({ day, cents, text }) => `${day},${text},${decimal(-cents)}`)].join("\n");
}

export interface Import {
  id: number;
  state: string;
  lines: number;
  counts: Record<string, number>;
  undecided: number;
  made: { version: number; created: number; matched: number; known: number; skipped: number } | null;
}

export async function upload(client: TestClient, content: string, fields: object): Promise<Import> {
  const reply = await client.post("/imports", { content, ...fields });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Import;
}

export async function apply(client: TestClient, { id }: { id: number }, body: object = {}): Promise<Import> {
  const reply = await client.post(`/imports/${id}/apply`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Import;
}

export interface ImportLineReply {
  n: number;
  verdict: string;
  reason: string;
  sure: boolean;
  target: {
    transaction_id: number | null;
    credit_card_id: number | null;
    invoice: number | null;
    options: { credit_card_id: number; invoice: number }[] | null;
  } | null;
  decision: object | null;
  transaction_id: number | null;
}

export async function linesOf(client: TestClient, { id }: { id: number }, query = ""): Promise<ImportLineReply[]> {
  const reply = await client.get(`/imports/${id}/lines${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ImportLineReply[];
}

let importers = 0;
/** Somebody with an account of a bank. */
export async function newImporter(finance: TestFinance): Promise<{ member: TestMember; account_id: number }> {
  const member = await finance.member(`importer${++importers}@example.com`);
  const { id } = (await member.post("/accounts", { name: "Banco" })).body as { id: number };
  return { member, account_id: id };
}

export const COFFEES: BankLine[] = [
  { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "a1" },
  { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "a2" },
  { day: "2026-01-07", cents: 250_000, text: "SALARIO EMPRESA", id: "a3" },
];
