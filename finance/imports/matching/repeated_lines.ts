// Which lines were imported before. Equal FITIDs prove that two lines are the same; different ones prove nothing, so equal lines are
// counted. Of m equal lines and s stored ones, min(m, s) are repeated.
import { daysBetween } from "../../calendar/day.ts";
import { likenessOfWords, wordsOf } from "../../import_files/meaning/merchant.ts";
import type { ImportLine } from "../line.ts";
import { bestPairs, type Pair } from "./pairs.ts";
import type { LineVerdict } from "./verdict.ts";

/** A line that was imported before, and what became of it. */
export interface Link {
  id: number;
  content_key: string;
  fitid: string | null;
  day: string;
  amount_cents: number;
  part_k: number | null;
  part_n: number | null;
  description: string;
  transaction_id: number;
  /** False: the user has deleted it. */
  is_there: boolean;
}

const DAYS_MOVED = 5;
const ALIKE = 0.5;

export interface RepeatedLine {
  verdict: LineVerdict;
  /** The line is written otherwise than it was known by, so it becomes another way to know it. */
  isAnother: boolean;
}

/** By the number of the line. */
export function findRepeated(lines: readonly ImportLine[], links: readonly Link[]): Map<number, RepeatedLine> {
  const repeated = new Map<number, RepeatedLine>();
  const matchedIds = new Set<number>();
  const take = (line: ImportLine, link: Link, reason: LineVerdict["reason"], sure = true) => {
    matchedIds.add(link.transaction_id);
    const verdict: LineVerdict = {
      verdict: link.is_there ? "known" : "deleted",
      reason: link.is_there ? reason : "deleted",
      sure: sure || !link.is_there,
      target: { transactionId: link.transaction_id },
    };
    repeated.set(line.n, { verdict, isAnother: link.content_key !== line.key });
  };
  // Rows that are there come before those that were deleted.
  const ordered = links.toSorted((one, other) => Number(other.is_there) - Number(one.is_there) || one.id - other.id);
  takeSameIds(lines, ordered, matchedIds, take);
  takeSameLines(lines, ordered, repeated, matchedIds, take);
  takeChanged(lines, ordered, repeated, matchedIds, take);
  return repeated;
}

type Take = (line: ImportLine, link: Link, reason: LineVerdict["reason"], sure?: boolean) => void;

const amountOf = (line: ImportLine) => `${line.cents} ${line.part?.k ?? ""}/${line.part?.n ?? ""}`;
const amountOfLink = (link: Link) => `${link.amount_cents} ${link.part_k ?? ""}/${link.part_n ?? ""}`;

function takeSameIds(lines: readonly ImportLine[], links: readonly Link[], matchedIds: ReadonlySet<number>, take: Take): void {
  const nameOf = (line: ImportLine) => `${line.fitid}\n${amountOf(line)}`;
  const withId = lines.filter(({ fitid }) => fitid !== null);
  const times = Map.groupBy(withId, nameOf);
  const byId = Map.groupBy(
    links.filter(({ fitid }) => fitid !== null),
    (link) => `${link.fitid}\n${amountOfLink(link)}`,
  );
  for (const line of withId) {
    if ((times.get(nameOf(line))?.length ?? 0) > 1) continue;
    const same = byId.get(nameOf(line))?.filter((link) => !matchedIds.has(link.transaction_id)) ?? [];
    const link = same.find(({ content_key: key }) => key === line.key) ?? same.find(({ day }) => near(day, line.day));
    if (link && new Set(same.map(({ transaction_id: id }) => id)).size === 1) take(line, link, "same_id");
  }
}

function takeSameLines(
  lines: readonly ImportLine[],
  links: readonly Link[],
  repeated: ReadonlyMap<number, RepeatedLine>,
  taken: ReadonlySet<number>,
  take: Take,
): void {
  const byKey = Map.groupBy(links, ({ content_key: key }) => key);
  for (const line of lines) {
    if (repeated.has(line.n)) continue;
    const same = byKey.get(line.key);
    // What is taken stays taken, so it is passed over once.
    while (same?.[0] && taken.has(same[0].transaction_id)) same.shift();
    if (same?.[0]) take(line, same[0], "same_line");
  }
}

/** A link that no line took, dated where the file would have it: the bank lists it otherwise now. */
function takeChanged(
  lines: readonly ImportLine[],
  links: readonly Link[],
  repeated: ReadonlyMap<number, RepeatedLine>,
  taken: ReadonlySet<number>,
  take: Take,
): void {
  const days = lines.map(({ day }) => day).sort();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const left = links.filter(
    ({ transaction_id: id, day, is_there: isThere }) => isThere && !taken.has(id) && day >= first && day <= last,
  );
  // At its edges a file may have been cut within a day, and then what it lacks has not moved.
  const isInside = (day: string) => day > first && day < last;
  const byAmount = Map.groupBy(left, amountOfLink);
  const words = new Map<number, Set<string>>();
  const pairs = lines
    .filter(({ n }) => !repeated.has(n))
    .flatMap((line): (Pair & { line: ImportLine; link: Link })[] => {
      const near5 =
        byAmount.get(amountOf(line))?.filter(({ day }) => day === line.day || (isInside(day) && near(day, line.day))) ?? [];
      if (near5.length === 0) return [];
      const own = wordsOf(line.description);
      return near5.slice(0, 20).map((link) => {
        const theirs = words.get(link.id) ?? wordsOf(link.description);
        words.set(link.id, theirs);
        return {
          line,
          link,
          one: line.n,
          other: link.transaction_id,
          likeness: likenessOfWords(own, theirs),
          days: distance(line.day, link.day),
        };
      });
    });
  for (const { line, link, likeness, days: apart } of bestPairs(pairs)) {
    if (apart === 0 && likeness >= ALIKE && isInside(link.day)) take(line, link, "reworded");
    else take(line, link, "moved", false);
  }
}

const near = (one: string, other: string) => distance(one, other) <= DAYS_MOVED;

export function distance(one: string, other: string): number {
  return Math.abs(daysBetween(one, other));
}
