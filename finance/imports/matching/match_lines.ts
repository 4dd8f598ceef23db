// Decides what each line is, in steps: known.ts, parts.ts, waiting.ts, payments.ts, moves.ts, transfers.ts; otherwise it is new.
// Lines that a user's rule ignores are skipped unless they are known.
import type { ImportLine, ImportTarget } from "../line.ts";
import type { RuleHits } from "../rule_hits.ts";
import { findMoves } from "./moves.ts";
import { findParts, type PartRow, type Purchase } from "./parts.ts";
import { findPayments, type PaidCard } from "./payments.ts";
import { findRepeated, type Link } from "./repeated_lines.ts";
import { findTransfers, type OtherRow } from "./transfers.ts";
import type { LineVerdict } from "./verdict.ts";
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

export interface LineVerdicts {
  /** By the number of the line. */
  verdicts: Map<number, LineVerdict>;
  purchases: Map<number, Purchase>;
  /** Known lines that are written otherwise now. */
  another: Set<number>;
}

export function matchLines(
  lines: readonly ImportLine[],
  importTarget: ImportTarget,
  facts: Facts,
  rules: RuleHits = NO_RULES,
): LineVerdicts {
  const verdicts = new Map<number, LineVerdict>();
  const another = new Set<number>();
  let left = lines;
  const keep = (verdictsByLine: ReadonlyMap<number, LineVerdict>) => {
    for (const [n, each] of verdictsByLine) verdicts.set(n, each);
    left = left.filter(({ n }) => !verdicts.has(n));
  };
  const repeated = findRepeated(left, facts.links);
  for (const [n, { isAnother }] of repeated) if (isAnother) another.add(n);
  keep(new Map([...repeated].map(([n, each]) => [n, each.verdict])));
  keep(new Map(left.filter((line) => rules.of(line)?.ignores).map(({ n }) => [n, IGNORED])));
  keep(new Map(left.filter(({ kind }) => kind === "payment_received").map(({ n }) => [n, RECEIVED])));
  keep(new Map(left.filter(({ amountUnsure }) => amountUnsure).map(({ n }) => [n, AMOUNT_UNSURE])));
  const parts =
    importTarget.invoice === null
      ? { verdicts: new Map<number, LineVerdict>(), purchases: new Map<number, Purchase>() }
      : findParts(left, { rows: facts.partRows, seriesOfFitid: facts.seriesOfFitid, invoice: importTarget.invoice });
  keep(parts.verdicts);
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
  const matchedIds = new Set([...moves.values()].map(({ target }) => target?.transactionId));
  keep(
    findTransfers(
      left.filter(({ unsure, planned }) => !unsure && !planned),
      facts.otherRows.filter(({ id }) => !matchedIds.has(id)),
    ),
  );
  keep(new Map(left.map((line) => [line.n, newLine(line, importTarget)])));
  return { verdicts, purchases: parts.purchases, another };
}

const NO_RULES: RuleHits = { of: () => undefined, accountOf: () => undefined };
const IGNORED: LineVerdict = { verdict: "ignored", reason: "rule_ignore", sure: true };
const RECEIVED: LineVerdict = { verdict: "payment", reason: "payment_received", sure: true };
/** Before all that compares amounts. */
const AMOUNT_UNSURE: LineVerdict = { verdict: "new", reason: "amount_unsure", sure: false };

function newLine({ unsure, planned }: ImportLine, { cardId }: ImportTarget): LineVerdict {
  if (unsure) return { verdict: "new", reason: "sense_unsure", sure: false };
  return planned && cardId === null
    ? { verdict: "planned", reason: "future", sure: true }
    : { verdict: "new", reason: "new", sure: true };
}
