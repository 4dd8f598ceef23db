// OFX 1 and 2, and OFC before them, as Brazilian banks write them: by a tokenizer that takes what comes, in one pass.
//
// | quirk                                                   | done                                                              |
// |---------------------------------------------------------|-------------------------------------------------------------------|
// | header untrue, on one line, or missing                  | not read: bytes decide the encoding, tags the rest                |
// | leaves unclosed, closed, or both in one file            | text up to the next tag or line end is the value                  |
// | </STMTTRN> missing                                      | the next <STMTTRN>, or the end of the list, closes it             |
// | raw & in texts                                          | stays; the known entities stand for their character, once         |
// | DTD or entities declared                                | refused                                                           |
// | zone and time in DTPOSTED                               | not applied                                                       |
// | zero or impossible dates                                | a balance, or a listed line                                       |
// | comma amounts, thousands                                | decided once for the whole file                                   |
// | three decimals in every amount                          | listed lines: an amount has two at most                           |
// | every amount positive                                   | the sense is TRNTYPE's; where that does not tell, a person is asked |
// | FITID empty or zeros, repeated, new at each download    | null where empty; never taken for more than a hint                |
// | Nubank's cards                                          | one FITID for all parts of a purchase and its IOF                 |
// | BANKACCTTO inside a transaction                         | is not the statement's account                                    |
// | balances as transactions                                | checkpoints                                                       |
// | DTSTART = DTEND, CURDEF BRC                             | no period; BRL                                                    |
// | several statements                                      | several lists                                                     |
import { type Draft, type DraftStatement, finished, joined } from "./draft.ts";
import type { Balance, Foreign, Problem, ReadOptions, Statement } from "./file.ts";
import { LIMITS } from "./limits.ts";
import type { Reason } from "./reasons.ts";
import { type Amount, type ColumnDecimal, centsOf, couldBeThousands, findDecimal } from "./text/amounts.ts";
import { compactDay } from "./text/days.ts";
import { lineCounter, tagsOf, withoutEntities } from "./text/markup.ts";

/** Only these have tags inside; every other tag is a leaf, be its value empty or not. */
const AGGREGATES = new Set(
  (
    "OFX OFC STMTTRNRS CCSTMTTRNRS STMTRS CCSTMTRS ACCTSTMT BANKACCTFROM CCACCTFROM ACCTFROM BANKTRANLIST STMTTRN BANKACCTTO CCACCTTO " +
    "PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL FI STATUS SONRS SIGNONMSGSRSV1 BANKMSGSRSV1 CREDITCARDMSGSRSV1 BALLIST BAL"
  ).split(" "),
);
const STATEMENTS = new Set(["STMTRS", "CCSTMTRS", "ACCTSTMT"]);
/** Leaves of a transaction itself: where one comes, an aggregate inside it has ended, closed or not. */
const OWN = new Set("TRNTYPE DTPOSTED TRNAMT FITID CHECKNUM CHKNUM REFNUM MEMO".split(" "));

type Leaves = Map<string, string>;

interface RawTransaction {
  line: number;
  at: number;
  end: number;
  leaves: Leaves;
}

interface RawStatement {
  opened: string;
  leaves: Leaves;
  balanceLine: number;
  transactions: RawTransaction[];
}

export function isOfx(text: string): boolean {
  return /^\s*OFXHEADER|<(?:OFX|OFC|STMTTRN|STMTRS|CCSTMTRS)>/i.test(text.slice(0, 65_536));
}

export function readOfx(
  text: string,
  { today }: ReadOptions,
): { statements: Statement[]; problems: Problem[]; refusal: Reason | null } {
  const gathered = gather(text);
  if (typeof gathered === "string") return { statements: [], problems: [], refusal: gathered };
  const all = gathered.flatMap(({ transactions }) => transactions.map(({ leaves }) => amountText(leaves)));
  const decimal = findDecimal(all, ".");
  const hasMinus = all.some((each) => /^\s*[-\u2212\u2013(]|-\s*$/.test(each));
  const problems: Problem[] = [];
  const statements = gathered.map((raw) => finished(draftStatement(text, raw, decimal, hasMinus), today, problems));
  return { statements: statements.filter(({ lines, balances }) => lines.length + balances.length > 0), problems, refusal: null };
}

/** One pass over the tags. What does not stand in a statement or a transaction is passed over. */
function gather(text: string): RawStatement[] | Reason {
  const lineAt = lineCounter(text);
  const statements: RawStatement[] = [];
  /** What stands before the statements says which bank it is. */
  const head: Leaves = new Map();
  let statement: RawStatement | undefined;
  let transaction: RawTransaction | undefined;
  let inside = "";
  let count = 0;
  for (const { name, kind, at, text: following } of tagsOf(text)) {
    if (kind === "close") {
      if (name === "STMTTRN" || name === "BANKTRANLIST" || STATEMENTS.has(name)) transaction = ended(transaction, at);
      if (STATEMENTS.has(name)) statement = undefined;
      if (name === inside) inside = "";
    } else if (STATEMENTS.has(name)) {
      transaction = ended(transaction, at);
      inside = "";
      // OFC has the one inside the other.
      if (statement?.opened === "ACCTSTMT" && statement.transactions.length === 0) continue;
      statement = opened(name, head);
      if (statements.push(statement) > LIMITS.statements) return "too_many_statements";
    } else if (name === "STMTTRN") {
      if (++count > LIMITS.lines) return "too_many_lines";
      ended(transaction, at);
      if (!statement) {
        statement = opened(name, head);
        statements.push(statement);
      }
      transaction = { line: lineAt(at), at, end: text.length, leaves: new Map() };
      statement.transactions.push(transaction);
      inside = "";
    } else if (AGGREGATES.has(name)) {
      if (name === "LEDGERBAL" && statement) statement.balanceLine = lineAt(at);
      if (name === "LEDGERBAL" || name === "AVAILBAL") transaction = ended(transaction, at);
      inside = kind === "empty" ? inside : name;
    } else {
      if (OWN.has(name)) inside = "";
      keepLeaf(transaction?.leaves ?? statement?.leaves ?? head, inside, name, following);
    }
  }
  return statements;
}

function opened(name: string, head: Leaves): RawStatement {
  const bank = ["FI.ORG", "FI.FID"].flatMap((key) => (head.has(key) ? [[key, head.get(key) as string] as const] : []));
  return { opened: name, leaves: new Map(bank), balanceLine: 0, transactions: [] };
}

function ended(transaction: RawTransaction | undefined, at: number): undefined {
  if (transaction && transaction.end > at) transaction.end = at;
}

/** A leaf of an aggregate inside goes by both names, so that the account somebody paid to is not the statement's. */
function keepLeaf(leaves: Leaves, inside: string, name: string, following: string): void {
  if (leaves.size > MOST_LEAVES) return;
  const lineEnd = following.search(/[\r\n]/);
  const value = withoutEntities(lineEnd < 0 ? following : following.slice(0, lineEnd)).trim();
  const isNested = /TO$|^PAYEE$|CURRENCY$|BAL$|FROM$|^FI$/.test(inside);
  const key = isNested ? `${inside}.${name}` : name;
  if (value !== "" && !leaves.has(key)) leaves.set(key, value.slice(0, LIMITS.cellCharacters));
}

const MOST_LEAVES = 100;

const amountText = (leaves: Leaves) => (leaves.get("TRNAMT") ?? "").trim();

/** The standard has no sign for thousands: a lone separator is believed to be one only where other amounts show it. */
function amountOf(written: string, { decimal, isCertain }: ColumnDecimal): Amount {
  if (written === "") return { reason: "amount_missing" };
  return !isCertain && couldBeThousands(written) ? { reason: "amount_too_precise" } : centsOf(written, decimal);
}

function draftStatement(text: string, raw: RawStatement, decimal: ColumnDecimal, hasMinus: boolean): DraftStatement {
  const { leaves, transactions } = raw;
  const isCard = raw.opened === "CCSTMTRS";
  const from = ["CCACCTFROM", "ACCTFROM"].find((each) => leaves.has(`${each}.ACCTID`)) ?? "BANKACCTFROM";
  const bank = leaves.get(`${from}.BANKID`) ?? leaves.get("FI.FID") ?? leaves.get("FI.ORG") ?? null;
  const start = compactDay(leaves.get("DTSTART") ?? "");
  const end = compactDay(leaves.get("DTEND") ?? "");
  return {
    place: isCard ? "card" : "account",
    account: { bank, branch: leaves.get(`${from}.BRANCHID`) ?? null, number: leaves.get(`${from}.ACCTID`) ?? null },
    currency: currencyOf(leaves.get("CURDEF")),
    period: start !== undefined && end !== undefined && start < end ? { start, end } : null,
    fitidNamesPurchase: isCard && (/^0*260$/.test(bank ?? "") || /\bNU(?:BANK| PAGAMENTOS)\b/i.test(leaves.get("FI.ORG") ?? "")),
    repeatsPurchaseDay: isCard && /^0*1$/.test(bank ?? ""),
    balances: balancesOf(raw, decimal),
    drafts: transactions.map((each) => draftOf(text, each, decimal, hasMinus)),
  };
}

function balancesOf({ leaves, balanceLine }: RawStatement, { decimal, isCertain }: ColumnDecimal): Balance[] {
  const text = leaves.get("LEDGERBAL.BALAMT") ?? leaves.get("LEDGER");
  const amount = text === undefined ? undefined : amountOf(text, findDecimal([text], decimal, isCertain));
  if (!amount || !("cents" in amount)) return [];
  const day = compactDay(leaves.get("LEDGERBAL.DTASOF") ?? leaves.get("DTEND") ?? "") ?? null;
  return [{ line: balanceLine, day, when: "after", cents: amount.cents, text: "LEDGERBAL" }];
}

function currencyOf(text: string | undefined): string | undefined {
  const code = text?.toUpperCase();
  return code !== undefined && /^[A-Z]{3}$/.test(code) && code !== "BRC" ? code : undefined;
}

const GOES_OUT = new Set(["DEBIT", "FEE", "SRVCHG", "DIRECTDEBIT", "CHECK", "POS", "1"]);
const UNCLEAR_TYPES = new Set(["XFER", "PAYMENT", "ATM", "OTHER", ""]);

function draftOf(text: string, { line, at, end, leaves }: RawTransaction, decimal: ColumnDecimal, hasMinus: boolean): Draft {
  const amount = amountOf(amountText(leaves), decimal);
  const cents = "cents" in amount ? amount.cents : undefined;
  const type = (leaves.get("TRNTYPE") ?? "").toUpperCase();
  const isNegated = !hasMinus && GOES_OUT.has(type) && cents !== undefined && cents !== 0;
  const day = compactDay(leaves.get("DTPOSTED") ?? "");
  return {
    line,
    raw: text
      .slice(at, Math.min(end, at + LIMITS.rawCharacters))
      .replace(/\s+/g, " ")
      .trim(),
    day,
    amountCents: isNegated ? -cents : cents,
    reason: day === undefined ? "day_invalid" : "reason" in amount ? amount.reason : undefined,
    isSenseUnsure: !hasMinus && UNCLEAR_TYPES.has(type) && cents !== undefined && cents > 0,
    description: descriptionOf(leaves),
    fitid: fitidOf(leaves.get("FITID")),
    document: leaves.get("CHECKNUM") ?? leaves.get("CHKNUM") ?? leaves.get("REFNUM") ?? null,
    foreign: foreignOf(leaves),
  };
}

/** Never the FITID: the text is part of the line's key, and banks draw new ids at each download. */
function descriptionOf(leaves: Leaves): string {
  const name = leaves.get("NAME") ?? leaves.get("PAYEE.NAME") ?? "";
  return joined(name, leaves.get("MEMO") ?? "") || (leaves.get("CHECKNUM") ?? leaves.get("CHKNUM") ?? "");
}

function fitidOf(text: string | undefined): string | null {
  return text === undefined || /^0*$/.test(text) ? null : text;
}

function foreignOf(leaves: Leaves): Foreign | null {
  const from = leaves.has("ORIGCURRENCY.CURSYM") ? "ORIGCURRENCY" : "CURRENCY";
  const currency = currencyOf(leaves.get(`${from}.CURSYM`));
  if (currency === undefined || currency === "BRL") return null;
  const rate = (leaves.get(`${from}.CURRATE`) ?? "").replace(",", ".");
  return { currency, cents: null, rate: /^\d+(\.\d+)?$/.test(rate) ? rate : null };
}
