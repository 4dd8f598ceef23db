// Parts of purchases on a card (parcelas). A part of an existing purchase is one of its rows. The first part of a new purchase creates
// it, with all later parts.
import { wordsOf } from "../../import_files/meaning/merchant.ts";
import type { ImportLine } from "../line.ts";
import type { LineVerdict } from "./verdict.ts";

/** A row of a purchase in parts that no line of a file is known to be. */
export interface PartRow {
  id: number;
  series_id: number;
  occurrence: number;
  total_installments: number;
  amount_cents: number;
  description: string;
  invoice: number;
}

export interface PartFacts {
  rows: readonly PartRow[];
  /** The series of purchases by the FITID that all their parts have. */
  seriesOfFitid: ReadonlyMap<string, number>;
  invoice: number;
}

export interface Purchase {
  /** The first part that the file has: it makes the purchase. */
  first: ImportLine;
  others: ImportLine[];
}

export interface PartVerdicts {
  verdicts: Map<number, LineVerdict>;
  /** By the number of their first line. */
  purchases: Map<number, Purchase>;
}

type PartLine = ImportLine & { part: { k: number; n: number } };
const hasPart = (line: ImportLine): line is PartLine => line.part !== null;

export function findParts(lines: readonly ImportLine[], facts: PartFacts): PartVerdicts {
  const verdicts = new Map<number, LineVerdict>();
  const matchedIds = new Set<number>();
  const ofOccurrence = Map.groupBy(facts.rows, ({ occurrence, total_installments: n }) => `${occurrence}/${n}`);
  /** Series that a line of this file has matched: further parts of them were anticipated, wherever they stood. */
  const met = new Set<number>();
  const left: PartLine[] = [];
  for (const line of lines.filter(hasPart).sort((one, other) => one.part.k - other.part.k || one.n - other.n)) {
    const rows = ofOccurrence.get(`${line.part.k}/${line.part.n}`) ?? [];
    const series = line.purchase && line.fitid !== null ? facts.seriesOfFitid.get(line.fitid) : undefined;
    const row = rows.find((each) => !matchedIds.has(each.id) && isPart(line, each, facts.invoice, series, met));
    if (!row) {
      left.push(line);
      continue;
    }
    matchedIds.add(row.id);
    met.add(row.series_id);
    const target = { transactionId: row.id, seriesId: row.series_id };
    verdicts.set(line.n, { verdict: "part", reason: "part_known", sure: true, target });
  }
  const purchases = purchasesOf(left);
  for (const { first, others } of purchases.values()) {
    verdicts.set(first.n, { verdict: "part", reason: "part_new", sure: true });
    for (const { n } of others) verdicts.set(n, { verdict: "part", reason: "part_shared", sure: true });
  }
  return { verdicts, purchases };
}

/** Texts shorten after the first part and amounts differ by a few cents, so neither has to be equal. */
function isPart(line: PartLine, row: PartRow, invoice: number, series: number | undefined, met: ReadonlySet<number>): boolean {
  if (series !== undefined) return row.series_id === series;
  const isNear =
    Math.abs(row.amount_cents - line.cents) <= line.part.n && firstWord(row.description) === firstWord(line.description);
  return isNear && (row.invoice === invoice || met.has(row.series_id));
}

const firstWord = (description: string) => wordsOf(description).values().next().value ?? "";

/** Equal parts of one number are of as many purchases. */
function purchasesOf(lines: readonly PartLine[]): Map<number, Purchase> {
  const open = new Map<string, { first: PartLine; others: PartLine[]; parts: Set<number> }[]>();
  const purchases: Purchase[] = [];
  for (const line of lines) {
    const byFitid = line.purchase && line.fitid !== null;
    const name = byFitid ? `id ${line.fitid} ${line.part.n}` : `${line.part.n} ${firstWord(line.description)}`;
    const alike = open.get(name) ?? [];
    open.set(name, alike);
    const own = alike.find(
      ({ first, parts }) => !parts.has(line.part.k) && (byFitid || Math.abs(first.cents - line.cents) <= line.part.n),
    );
    if (own) {
      own.others.push(line);
      own.parts.add(line.part.k);
      continue;
    }
    const purchase = { first: line, others: [], parts: new Set([line.part.k]) };
    alike.push(purchase);
    purchases.push(purchase);
  }
  return new Map(purchases.map((each) => [each.first.n, each]));
}

/** A bank that lists all parts at once charges the lowest; of one that lists some, they were all charged now. */
export function isAnticipated({ first, others }: Purchase): boolean {
  const { k, n } = first.part as { k: number; n: number };
  return others.length > 0 && others.length < n - k;
}
