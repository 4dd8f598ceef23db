// Rows that a line may be: planned ones that wait for it, and those that the user typed by hand before the bank's file came.
import type { Periodicity } from "../../calendar/periodicity.ts";
import { likenessOfWords, wordsOf } from "../../import_files/meaning/merchant.ts";
import type { ImportLine } from "../line.ts";
import { bestPairs, type Pair } from "./pairs.ts";
import { distance } from "./repeated_lines.ts";
import type { LineVerdict } from "./verdict.ts";

/** A row of the place that no line of a file is known to be. */
export interface Row {
  id: number;
  date: string;
  amount_cents: number;
  description: string;
  paid: boolean;
  /** Of its series. */
  periodicity: Periodicity | null;
  is_payment: boolean;
}

const DAYS_PLANNED = 10;
const DAYS_TYPED = 3;
/** Less than half a period, so that a weekly row is not taken for its neighbour. */
const DAYS_OF_SERIES: Partial<Record<Periodicity, number>> = { daily: 0, weekly: 3, biweekly: 6 };
const ALIKE = 0.5;
const VERY_ALIKE = 0.8;
const UNLIKE_AMOUNT = 0.1;
/** However many rows have one amount: so many of them are looked at for a line. */
const MOST_CANDIDATES = 12;

type Candidate = Pair & { line: ImportLine; row: Row };

/** By the number of the line. */
export function findWaiting(lines: readonly ImportLine[], rows: readonly Row[]): Map<number, LineVerdict> {
  const byAmount = Map.groupBy(rows, ({ amount_cents: cents }) => cents);
  const words = new Map<number, Set<string>>();
  const wordsOfRow = (row: Row) => {
    const rowWords = words.get(row.id) ?? wordsOf(row.description);
    words.set(row.id, rowWords);
    return rowWords;
  };
  const candidates = lines.flatMap((line): Candidate[] => {
    const fitting = byAmount.get(line.cents)?.filter((row) => distance(row.date, line.day) <= reachOf(line, row)) ?? [];
    if (fitting.length === 0) return [];
    const own = wordsOf(line.description);
    const nearest = fitting.length > MOST_CANDIDATES ? fitting.toSorted(byDistance(line)).slice(0, MOST_CANDIDATES) : fitting;
    return nearest.map((row) => ({
      line,
      row,
      one: line.n,
      other: row.id,
      days: distance(row.date, line.day),
      likeness: isSamePayment(line, row) ? 1 : likenessOfWords(own, wordsOfRow(row)),
    }));
  });
  const rowsOfLine = Map.groupBy(candidates, ({ one }) => one);
  const linesOfRow = Map.groupBy(candidates, ({ other }) => other);
  const verdicts = new Map<number, LineVerdict>();
  const used = new Set<number>();
  for (const { line, row, likeness } of bestPairs(candidates)) {
    const isOnly = rowsOfLine.get(line.n)?.length === 1 && linesOfRow.get(row.id)?.length === 1;
    const reason = likeness >= ALIKE ? "alike" : isOnly && !row.paid ? "only_planned" : "maybe_same";
    verdicts.set(line.n, { verdict: "match", reason, sure: reason !== "maybe_same", target: { transactionId: row.id } });
    used.add(row.id);
  }
  proposeUnlikeAmounts(lines, rows, { verdicts, used, wordsOfRow });
  return verdicts;
}

function reach({ paid, periodicity }: Row): number {
  const days = paid ? DAYS_TYPED : DAYS_PLANNED;
  return Math.min(days, (periodicity && DAYS_OF_SERIES[periodicity]) ?? days);
}

/** People enter the payment of an invoice on the day it is due, and pay it on another: it must not count twice. */
const reachOf = (line: ImportLine, row: Row) => (isSamePayment(line, row) ? DAYS_PLANNED : reach(row));

const byDistance = (line: ImportLine) => (one: Row, other: Row) =>
  distance(one.date, line.day) - distance(other.date, line.day) || one.id - other.id;

const isSamePayment = (line: ImportLine, row: Row) => line.kind === "invoice_payment" && row.is_payment;

interface Soon {
  verdicts: Map<number, LineVerdict>;
  used: ReadonlySet<number>;
  wordsOfRow(row: Row): Set<string>;
}

/** A planned bill whose amount came out a little otherwise: only ever proposed. */
function proposeUnlikeAmounts(lines: readonly ImportLine[], rows: readonly Row[], { verdicts, used, wordsOfRow }: Soon): void {
  const planned = rows.filter((row) => !row.paid && !used.has(row.id) && !row.is_payment);
  if (planned.length === 0) return;
  const byWord = new Map<string, Row[]>();
  for (const row of planned)
    for (const word of wordsOfRow(row)) byWord.set(word, [...(byWord.get(word) ?? []), row].slice(0, 50));
  const pairs = lines
    .filter(({ n }) => !verdicts.has(n))
    .flatMap((line): Candidate[] => {
      const own = wordsOf(line.description);
      const near = new Set([...own].slice(0, 3).flatMap((word) => byWord.get(word) ?? []));
      return [...near]
        .map((row) => ({
          line,
          row,
          one: line.n,
          other: row.id,
          days: distance(row.date, line.day),
          likeness: likenessOfWords(own, wordsOfRow(row)),
        }))
        .filter(
          ({ row, likeness, days }) => likeness >= VERY_ALIKE && days <= reach(row) && isNear(line.cents, row.amount_cents),
        );
    });
  for (const { line, row } of bestPairs(pairs))
    verdicts.set(line.n, { verdict: "match", reason: "maybe_planned", sure: false, target: { transactionId: row.id } });
}

const isNear = (cents: number, planned: number) =>
  Math.sign(cents) === Math.sign(planned) && Math.abs(cents - planned) <= Math.abs(planned) * UNLIKE_AMOUNT;
