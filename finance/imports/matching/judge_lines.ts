// What becomes of each line: known ones first, then rows that wait for them, parts, payments and transfers; what is left is new.
// The steps: known.ts, waiting.ts, parts.ts, payments.ts, transfers.ts; rules of the user come before all but what is known.
import type { ImportLine, ImportPlace } from "../line.ts";
import { findKnown, type Link } from "./known.ts";
import { findParts, type PartRow, type Purchase } from "./parts.ts";
import { findPayments, type PaidCard } from "./payments.ts";
import { findTransfers, type OtherRow } from "./transfers.ts";
import type { Judged } from "./verdict.ts";
import { findWaiting, type Row } from "./waiting.ts";

/** What the space has that lines may be. */
export interface Facts {
  links: readonly Link[];
  rows: readonly Row[];
  otherRows: readonly OtherRow[];
  cards: readonly PaidCard[];
  partRows: readonly PartRow[];
  seriesOfFitid: ReadonlyMap<string, number>;
}

export interface JudgedLines {
  /** By the number of the line. */
  judged: Map<number, Judged>;
  purchases: Map<number, Purchase>;
  /** Known lines that are written otherwise now. */
  another: Set<number>;
}

export function judgeLines(
  lines: readonly ImportLine[],
  place: ImportPlace,
  facts: Facts,
  byRule: (line: ImportLine) => Judged | undefined = () => undefined,
): JudgedLines {
  const judged = new Map<number, Judged>();
  const another = new Set<number>();
  let left = lines;
  const keep = (found: ReadonlyMap<number, Judged>) => {
    for (const [n, each] of found) judged.set(n, each);
    left = left.filter(({ n }) => !judged.has(n));
  };
  const known = findKnown(left, facts.links);
  for (const [n, { isAnother }] of known) if (isAnother) another.add(n);
  keep(new Map([...known].map(([n, each]) => [n, each.judged])));
  keep(new Map(left.flatMap((line) => [[line.n, byRule(line)] as const]).filter(isJudged)));
  keep(new Map(left.filter(({ kind }) => kind === "payment_received").map(({ n }) => [n, RECEIVED])));
  const parts =
    place.invoice === null
      ? { judged: new Map<number, Judged>(), purchases: new Map<number, Purchase>() }
      : findParts(left, { rows: facts.partRows, seriesOfFitid: facts.seriesOfFitid, invoice: place.invoice });
  keep(parts.judged);
  keep(
    findWaiting(
      left.filter(({ unsure }) => !unsure),
      facts.rows,
    ),
  );
  keep(findPayments(left, facts.cards));
  keep(
    findTransfers(
      left.filter(({ unsure, planned }) => !unsure && !planned),
      facts.otherRows,
    ),
  );
  keep(new Map(left.map((line) => [line.n, newLine(line, place)])));
  return { judged, purchases: parts.purchases, another };
}

const isJudged = (pair: readonly [number, Judged | undefined]): pair is readonly [number, Judged] => pair[1] !== undefined;

const RECEIVED: Judged = { verdict: "payment", reason: "payment_received", sure: true };

function newLine({ unsure, planned }: ImportLine, { cardId }: ImportPlace): Judged {
  if (unsure) return { verdict: "new", reason: "sense_unsure", sure: false };
  return planned && cardId === null
    ? { verdict: "planned", reason: "future", sure: true }
    : { verdict: "new", reason: "new", sure: true };
}
