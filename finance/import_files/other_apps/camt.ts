// CAMT.053, the statement of ISO 20022.
//
// | quirk                                    | done                                                              |
// |------------------------------------------|-------------------------------------------------------------------|
// | namespaces and versions vary             | names alone count                                                 |
// | entries that are not booked              | listed                                                            |
// | the sign is in CdtDbtInd                 | taken from there; a reversal already has the other side's         |
// | one entry with many details              | a line for each, if their amounts sum to the entry; else one line |
// | OPBD and CLBD                            | balances before and after                                         |
import { type Draft, type DraftStatement, finished, joined } from "../draft.ts";
import type { Problem, Statement } from "../file.ts";
import { LIMITS } from "../limits.ts";
import type { Reason } from "../reasons.ts";
import { type Amount, centsOf } from "../text/amounts.ts";
import { compactDay } from "../text/days.ts";
import { type Element, elementsOf, find, textAt } from "../text/elements.ts";
import { attribute, lineCounter } from "../text/markup.ts";

const PARTS = new Set(["ACCT", "FRTODT", "BAL", "NTRY"]);

export function isCamt(text: string): boolean {
  return /<(?:\w+:)?BkToCstmrStmt\b/i.test(text.slice(0, 65_536));
}

export function readCamt(text: string, today: string): { statements: Statement[]; problems: Problem[]; refusal: Reason | null } {
  const lineAt = lineCounter(text);
  const statements: DraftStatement[] = [];
  // The period stands before the account, which begins a statement.
  let period: DraftStatement["period"] = null;
  let count = 0;
  for (const element of elementsOf(text, PARTS)) {
    if (element.name === "ACCT") {
      if (statements.push({ ...opened(element), period }) > LIMITS.statements) return none("too_many_statements");
      period = null;
    }
    const statement = statements.at(-1);
    if (element.name === "FRTODT") period = periodOf(element);
    if (!statement) continue;
    if (element.name === "BAL") addBalance(statement, element, lineAt(element.at));
    if (element.name === "NTRY") {
      const drafts = draftsOf(element, lineAt(element.at), statement.currency);
      count += drafts.length;
      if (count > LIMITS.lines) return none("too_many_lines");
      statement.drafts.push(...drafts);
    }
  }
  const problems: Problem[] = [];
  return { statements: statements.map((each) => finished(each, today, problems)), problems, refusal: null };
}

function none(refusal: Reason) {
  return { statements: [], problems: [], refusal };
}

function opened(account: Element): DraftStatement {
  const number = textAt(account, "ID", "IBAN") || textAt(account, "ID", "OTHR", "ID");
  const institution = find(account, "SVCR", "FININSTNID");
  const bank = textAt(institution, "BICFI") || textAt(institution, "BIC") || textAt(institution, "CLRSYSMMBID", "MMBID");
  return {
    place: "account",
    account: { number: number || null, bank: bank || null, name: textAt(account, "NM") || null },
    currency: currencyOf(textAt(account, "CCY")),
    balances: [],
    drafts: [],
  };
}

function currencyOf(text: string): string | undefined {
  return /^[A-Z]{3}$/.test(text) ? text : undefined;
}

function periodOf(element: Element): { start: string; end: string } | null {
  const start = compactDay(textAt(element, "FRDTTM") || textAt(element, "FRDT"));
  const end = compactDay(textAt(element, "TODTTM") || textAt(element, "TODT"));
  return start !== undefined && end !== undefined && start <= end ? { start, end } : null;
}

function addBalance(statement: DraftStatement, element: Element, line: number): void {
  const type = textAt(element, "TP", "CDORPRTRY", "CD");
  const amount = signed(element, find(element, "AMT"));
  if (!("cents" in amount) || (type !== "OPBD" && type !== "CLBD" && type !== "PRCD")) return;
  const when = type === "CLBD" ? "after" : "before";
  statement.balances?.push({ line, day: dayIn(find(element, "DT")) ?? null, when, cents: amount.cents, text: type });
}

const dayIn = (element: Element | undefined) => compactDay(textAt(element, "DT") || textAt(element, "DTTM"));

function signed(element: Element, amount: Element | undefined, inherited = ""): Amount {
  const side = textAt(element, "CDTDBTIND") || inherited;
  const read: Amount = amount ? centsOf(amount.text, ".") : { reason: "amount_missing" };
  if (!("cents" in read)) return read;
  if (side !== "CRDT" && side !== "DBIT") return { reason: "unknown_type" };
  return { cents: side === "DBIT" ? 0 - read.cents : read.cents };
}

function draftsOf(entry: Element, line: number, currency: string | undefined): Draft[] {
  const whole = signed(entry, find(entry, "AMT"));
  const side = textAt(entry, "CDTDBTIND");
  const details = entry.children
    .filter(({ name }) => name === "NTRYDTLS")
    .flatMap(({ children }) => children.filter(({ name }) => name === "TXDTLS"));
  const amounts = details.map((each) => signed(each, find(each, "AMT") ?? find(each, "AMTDTLS", "TXAMT", "AMT"), side));
  const sum = amounts.reduce((total, each) => total + ("cents" in each ? each.cents : Number.NaN), 0);
  const isBatch = details.length > 1 && "cents" in whole && sum === whole.cents;
  const lines = isBatch
    ? details.map((each, index) => [each, amounts[index] as Amount] as const)
    : [[details[0], whole] as const];
  const status = textAt(entry, "STS", "CD") || textAt(entry, "STS");
  const day = dayIn(find(entry, "BOOKGDT")) ?? dayIn(find(entry, "VALDT"));
  const other = attribute(find(entry, "AMT")?.attributes ?? "", "Ccy");
  return lines.map(([detail, amount]) => {
    const isForeign = other !== undefined && currency !== undefined && other !== currency;
    const description = descriptionOf(entry, detail, side);
    const reference = textAt(detail, "REFS", "ENDTOENDID");
    return {
      line,
      raw: `${textAt(entry, "AMT")} ${side} ${day ?? ""} ${description}`,
      day,
      amountCents: "cents" in amount ? amount.cents : undefined,
      reason: reasonOf(status, day, amount, isForeign),
      description,
      fitid: textAt(detail, "REFS", "ACCTSVCRREF") || textAt(entry, "ACCTSVCRREF") || textAt(entry, "NTRYREF") || null,
      document: reference === "" || reference === "NOTPROVIDED" ? null : reference,
    };
  });
}

function reasonOf(status: string, day: string | undefined, amount: Amount, isForeign: boolean): Reason | undefined {
  if (status !== "BOOK" && status !== "") return "not_booked";
  if (day === undefined) return "day_invalid";
  if ("reason" in amount) return amount.reason;
  return isForeign ? "other_currency" : undefined;
}

/** Who is on the other side, and what they wrote. */
function descriptionOf(entry: Element, detail: Element | undefined, side: string): string {
  const party = find(detail, "RLTDPTIES", side === "DBIT" ? "CDTR" : "DBTR");
  const name = textAt(party, "NM") || textAt(party, "PTY", "NM");
  const remittance =
    find(detail, "RMTINF")
      ?.children.filter(({ name: each }) => each === "USTRD")
      .map(({ text }) => text) ?? [];
  const note = remittance.join(" ") || textAt(detail, "ADDTLTXINF") || textAt(entry, "ADDTLNTRYINF");
  return joined(name, note).slice(0, LIMITS.cellCharacters);
}
