// A line of an import as it is kept and judged: what the bank sent, cleaned of what no database holds.
import { FIRST_CARD_DAY, LAST_CARD_DAY } from "../billing/cycle.ts";
import type { Line, Statement } from "../import_files/file.ts";
import { identityKey } from "../import_files/meaning/identity_key.ts";
import { purchasesOfIof } from "../import_files/meaning/iof.ts";
import { kindOf, type LineKind } from "../import_files/meaning/kinds.ts";
import { chargeDay, type Part, partOf } from "../import_files/meaning/parts.ts";
import type { Reason } from "../import_files/reasons.ts";
import type { StoredImport } from "../tables/tables.ts";

export interface ImportTarget {
  accountId: number | null;
  cardId: number | null;
  /** Of the card: where its purchases go. */
  invoice: number | null;
}

export interface ImportLine {
  /** Its number within the import, from 1. */
  n: number;
  /** Of the file. */
  line: number;
  raw: string;
  day: string;
  cents: number;
  description: string;
  kind: LineKind;
  planned: boolean;
  /** The file does not say whether the money came or went. */
  unsure: boolean;
  /** The file does not show whether the amount is in thousands or has three decimals. Absent in previews from before this was asked. */
  amountUnsure?: boolean;
  part: { k: number; n: number } | null;
  fitid: string | null;
  /** The FITID stands for the purchase, with all its parts. */
  purchase: boolean;
  transferKey: string | null;
  /** Of a line of IOF: the number of the line of its purchase. */
  taxes: number | null;
  category: string | null;
  notes: string | null;
  tags: string[];
  /** By which the line is known when it comes again. */
  key: string;
}

/** What could not be read. */
export interface BadLine {
  n: number;
  line: number | null;
  raw: string;
  error: Reason;
}

const LONGEST_DESCRIPTION = 255;
const NO_DESCRIPTION = "Sem descrição";

export const targetName = ({ accountId, cardId }: ImportTarget) => (cardId === null ? `account:${accountId}` : `card:${cardId}`);

export const targetOf = (row: Pick<StoredImport, "account_id" | "credit_card_id" | "invoice">): ImportTarget => ({
  accountId: row.account_id,
  cardId: row.credit_card_id,
  invoice: row.invoice,
});

export function importLines(statement: Statement, target: ImportTarget): ImportLine[] {
  const purchases = purchasesOfIof(statement.lines);
  return statement.lines.map((line, index) => {
    const purchase = purchases.get(index);
    return { ...importLine(line, index + 1, statement, target), taxes: purchase === undefined ? null : purchase + 1 };
  });
}

function importLine(from: Line, n: number, statement: Statement, target: ImportTarget): Omit<ImportLine, "taxes"> {
  const onCard = target.cardId !== null;
  const description = clean(from.description, LONGEST_DESCRIPTION) || NO_DESCRIPTION;
  // Where the file does not say what it is of, its lines were read as those of an account.
  const wasReadAsAccount = statement.place === null && onCard;
  const part: Part | null = from.part ?? (wasReadAsAccount ? partOf(description) : null);
  const day = onCard && part && statement.repeatsPurchaseDay ? chargeDay(from.day, part.k) : from.day;
  return {
    n,
    line: from.line,
    raw: clean(from.raw, 500),
    day: onCard ? within(day, FIRST_CARD_DAY, LAST_CARD_DAY) : day,
    cents: from.amountCents,
    description,
    kind: wasReadAsAccount ? kindOf(description, from.amountCents, "card") : from.kind,
    planned: from.isPlanned,
    unsure: from.isSenseUnsure,
    ...(from.isAmountUnsure && { amountUnsure: true }),
    part: onCard && part ? { k: part.k, n: part.n } : null,
    fitid: from.fitid === null ? null : clean(from.fitid, 255) || null,
    purchase: statement.fitidNamesPurchase,
    transferKey: from.transferKey,
    category: from.category === null ? null : clean(from.category, 255),
    notes: from.notes === null ? null : clean(from.notes, 10_000),
    tags: [...new Set(from.tags.map((tag) => clean(tag, 40)).filter((tag) => tag !== ""))].slice(0, 100),
    key: identityKey(targetName(target), { day: from.day, amountCents: from.amountCents, description, part }),
  };
}

const within = (day: string, first: string, last: string) => (day < first ? first : day > last ? last : day);

/** Without control characters, halves of surrogate pairs, and what is too long. */
export function clean(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return plain.length <= most ? plain : [...plain].slice(0, most).join("").trim();
}
