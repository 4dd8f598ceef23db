// Firefly III's CSV of transactions: about fifty columns, of which these are read by name.
//
// | quirk                                       | done                                                                     |
// |---------------------------------------------|--------------------------------------------------------------------------|
// | amounts are of any sign, the type decides   | withdrawal leaves the source, deposit comes to the destination           |
// | a transfer is one row                       | a line on each of its two accounts, with one id                          |
// | one group_id on several rows is a split     | one line with splits                                                     |
// | reconciliations and liabilities             | opening balances are lines; other types are listed                       |
import { type Draft, finished, problem } from "../draft.ts";
import type { Problem, Statement } from "../file.ts";
import type { Reason } from "../reasons.ts";
import { headerName, type Row, rawOf, textOf } from "../tables/table.ts";
import { type Amount, centsOf } from "../text/amounts.ts";
import { compactDay } from "../text/days.ts";
import { fold } from "../text/fold.ts";

const NEEDED = ["group id", "journal id", "type", "amount", "description", "date", "source name", "destination name"];

export function isFireflyHeader(row: Row): boolean {
  const names = new Set(row.cells.map((cell) => headerName(textOf(cell))));
  return NEEDED.every((name) => names.has(headerName(name)));
}

interface Posting {
  account: string;
  draft: Draft;
}

export function readFirefly(header: Row, rows: readonly Row[], today: string): { statements: Statement[]; problems: Problem[] } {
  const positions = new Map(header.cells.map((cell, index) => [headerName(textOf(cell)), index]));
  const accounts = new Map<string, { currency: string; drafts: Map<string, Draft> }>();
  const problems: Problem[] = [];
  for (const row of rows) {
    const read = (name: string) => textOf(row.cells[positions.get(headerName(name)) ?? -1]);
    const postings = row.reason ?? postingsOf(row, read);
    if (typeof postings === "string") {
      problems.push(problem(row.line, postings, rawOf(row)));
      continue;
    }
    for (const { account, draft } of postings) {
      const statement = accounts.get(account) ?? { currency: read("currency_code") || "BRL", drafts: new Map<string, Draft>() };
      accounts.set(account, statement);
      const group = read("group_id") || `line ${row.line}`;
      const above = statement.drafts.get(group);
      if (above) addSplit(above, draft);
      else statement.drafts.set(group, draft);
    }
  }
  const statements = [...accounts].map(([name, { currency, drafts }]) =>
    finished({ place: null, account: { name }, currency, drafts: [...drafts.values()] }, today, problems),
  );
  return { statements, problems };
}

function postingsOf(row: Row, read: (name: string) => string): Posting[] | Reason {
  const amount: Amount = centsOf(read("amount"), ".");
  if ("reason" in amount) return read("amount") === "" ? "amount_missing" : amount.reason;
  const day = compactDay(read("date"));
  if (day === undefined) return "day_invalid";
  const cents = Math.abs(amount.cents);
  const draft = (signed: number, transferAccount: string | null): Draft => ({
    line: row.line,
    raw: rawOf(row),
    day,
    amountCents: signed + 0,
    description: read("description"),
    fitid: read("external_id") || null,
    document: read("journal_id") || null,
    category: read("category") || null,
    notes: read("notes") || null,
    tags: read("tags")
      .split(/\s*,\s*/)
      .filter((tag) => tag !== ""),
    transferAccount,
  });
  const source = read("source_name");
  const destination = read("destination_name");
  const type = fold(read("type"));
  if (type === "WITHDRAWAL") return [{ account: source, draft: draft(0 - cents, null) }];
  if (type === "DEPOSIT") return [{ account: destination, draft: draft(cents, null) }];
  if (type === "OPENING BALANCE") {
    const comesFromOutside = /INITIAL BALANCE/.test(fold(read("source_type"))) || amount.cents >= 0;
    return [{ account: comesFromOutside ? destination : source, draft: draft(comesFromOutside ? cents : 0 - cents, null) }];
  }
  if (type !== "TRANSFER") return "unknown_type";
  return [
    { account: source, draft: draft(0 - cents, destination) },
    { account: destination, draft: draft(cents, source) },
  ];
}

function addSplit(above: Draft, { amountCents, category, description }: Draft): void {
  above.splits ??= [{ amountCents: above.amountCents ?? 0, category: above.category ?? null, description: above.description }];
  above.splits.push({ amountCents: amountCents ?? 0, category: category ?? null, description });
  above.amountCents = (above.amountCents ?? 0) + (amountCents ?? 0);
  above.category = null;
}
