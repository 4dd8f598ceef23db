// What has happened, as bank statements: OFX 1.0.2, one for each account and each card. It comes back through import as known: the FITID names
// the transaction, and days, amounts, texts and parts read as they are.
import type { Db } from "../../kernel/sql/database.ts";
import { isBalance } from "../import_files/meaning/kinds.ts";
import { fitidOf } from "../import_files/meaning/own_fitid.ts";
import { partOf } from "../import_files/meaning/parts.ts";
import type { StoredRow } from "../tables/tables.ts";
import { decimalText } from "./csv_file.ts";
import { ALWAYS, type LedgerRequest } from "./ledger.ts";
import { type Days, listStatements, readStatement, type StatementHead } from "./queries_ofx.ts";
import type { Produce } from "./snapshot.ts";

const HEADER = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:UTF-8", "CHARSET:NONE"]
  .concat("COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", "", "")
  .join("\r\n");

const OK = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";

export function ofxFile({ spaceId, period, today, now }: LedgerRequest): Produce {
  const days = { ...ALWAYS, ...period };
  /** Nothing is known of what comes. */
  const happened = { ...days, end: days.end < today ? days.end : today };
  return async function* (tx) {
    const moment = now.toISOString().replace(/\D/g, "").slice(0, 14);
    const institution = "<FI><ORG>Cofre</ORG><FID>0</FID></FI>";
    yield `${HEADER}<OFX>\r\n<SIGNONMSGSRSV1><SONRS>${OK}<DTSERVER>${moment}[0:GMT]</DTSERVER><LANGUAGE>POR</LANGUAGE>${institution}</SONRS></SIGNONMSGSRSV1>\r\n`;
    for (const kind of ["account", "card"] as const) {
      const heads = await listStatements(tx, spaceId, kind, today);
      if (heads.length === 0) continue;
      const [outer, inner] = kind === "card" ? ["CREDITCARDMSGSRSV1", "CCSTMT"] : ["BANKMSGSRSV1", "STMT"];
      yield `<${outer}>\r\n`;
      for (const head of heads) {
        yield `<${inner}TRNRS><TRNUID>${head.id}</TRNUID>${OK}<${inner}RS><CURDEF>BRL</CURDEF>${accountText(head)}\r\n`;
        yield* transactionsOf(tx, spaceId, head, happened);
        yield `<LEDGERBAL><BALAMT>${decimalText(head.balance_cents, ".")}</BALAMT><DTASOF>${dayText(today)}</DTASOF></LEDGERBAL></${inner}RS></${inner}TRNRS>\r\n`;
      }
      yield `</${outer}>\r\n`;
    }
    yield "</OFX>\r\n";
  };
}

async function* transactionsOf(tx: Db, spaceId: number, head: StatementHead, days: Days): AsyncGenerator<string> {
  yield `<BANKTRANLIST><DTSTART>${dayText(days.start)}</DTSTART><DTEND>${dayText(days.end)}</DTEND>\r\n`;
  for await (const rows of readStatement(tx, spaceId, head, days)) yield rows.map((row) => transactionText(row)).join("");
  yield "</BANKTRANLIST>\r\n";
}

function accountText({ id, kind, type }: StatementHead): string {
  if (kind === "card") return `<CCACCTFROM><ACCTID>${id}</ACCTID></CCACCTFROM>`;
  return `<BANKACCTFROM><BANKID>0</BANKID><ACCTID>${id}</ACCTID><ACCTTYPE>${type === "savings" ? "SAVINGS" : "CHECKING"}</ACCTTYPE></BANKACCTFROM>`;
}

function transactionText(row: StoredRow): string {
  const sense = row.amount_cents < 0 ? "DEBIT" : "CREDIT";
  const amount = decimalText(row.amount_cents, ".");
  return `<STMTTRN><TRNTYPE>${sense}</TRNTYPE><DTPOSTED>${dayText(row.date)}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${fitidOf(row.id)}</FITID><MEMO>${escaped(memoOf(row))}</MEMO></STMTTRN>\r\n`;
}

const dayText = (day: string) => day.replaceAll("-", "");

/** Longer purchases are not written so by any bank. */
const MOST_PARTS = 99;

/** Parts as banks write them; and what reads like a balance is said to be none. */
export function memoOf({ description, credit_card_id: card, total_installments: parts, occurrence }: StoredRow): string {
  const isPart = card !== null && parts > 1 && parts <= MOST_PARTS && occurrence !== null && partOf(description) === null;
  const text = isPart ? `${description} - Parcela ${occurrence}/${parts}` : description;
  return isBalance(text) ? `Lançamento ${text}` : text;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** On one line, without control characters. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}
