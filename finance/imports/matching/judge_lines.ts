// What becomes of each line: known ones first, then rows that wait for them, parts, payments and transfers; what is left is new.
// The steps: known.ts, parts.ts, waiting.ts, payments.ts, moves.ts, transfers.ts. What a rule of the user ignores is looked at no further,
// unless it is known.
import type { ImportLine, ImportPlace } from "../line.ts";
import type { RuleHits } from "../rule_hits.ts";
import { findKnown, type Link } from "./known.ts";
import { findMoves } from "./moves.ts";
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
  rules: RuleHits = NO_RULES,
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
  keep(new Map(left.filter((line) => rules.of(line)?.ignores).map(({ n }) => [n, IGNORED])));
  keep(new Map(left.filter(({ kind }) => kind === "payment_received").map(({ n }) => [n, RECEIVED])));
  keep(new Map(left.filter(({ amountUnsure }) => amountUnsure).map(({ n }) => [n, AMOUNT_UNSURE])));
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
  keep(findPayments(left, facts.cards, (line) => rules.accountOf(line) !== undefined));
  const moves = findMoves(
    left.filter(({ unsure }) => !unsure),
    rules.accountOf,
    facts.otherRows,
  );
  keep(moves);
  const taken = new Set([...moves.values()].map(({ target }) => target?.transactionId));
  keep(
    findTransfers(
      left.filter(({ unsure, planned }) => !unsure && !planned),
      facts.otherRows.filter(({ id }) => !taken.has(id)),
    ),
  );
  keep(new Map(left.map((line) => [line.n, newLine(line, place)])));
  return { judged, purchases: parts.purchases, another };
}

const NO_RULES: RuleHits = { of: () => undefined, accountOf: () => undefined };
const IGNORED: Judged = { verdict: "ignored", reason: "rule_ignore", sure: true };
const RECEIVED: Judged = { verdict: "payment", reason: "payment_received", sure: true };
/** Before all that compares amounts. */
const AMOUNT_UNSURE: Judged = { verdict: "new", reason: "amount_unsure", sure: false };

function newLine({ unsure, planned }: ImportLine, { cardId }: ImportPlace): Judged {
  if (unsure) return { verdict: "new", reason: "sense_unsure", sure: false };
  return planned && cardId === null
    ? { verdict: "planned", reason: "future", sure: true }
    : { verdict: "new", reason: "new", sure: true };
}
