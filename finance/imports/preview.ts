// The lines of a file with what would become of them.
import type { Db } from "../../kernel/sql/database.ts";
import type { Problem, Statement } from "../import_files/file.ts";
import { readFacts } from "./facts.ts";
import { type BadLine, clean, type ImportLine, type ImportTarget, importLines } from "./line.ts";
import { matchLines } from "./matching/match_lines.ts";
import type { LineVerdict } from "./matching/verdict.ts";
import type { StoredLine } from "./queries.ts";
import { readRuleHits } from "./rule_hits.ts";

interface Previewed {
  spaceId: number;
  target: ImportTarget;
  statement: Statement;
  problems: readonly Problem[];
}

/** Bad lines come after the good ones, whose numbers they do not disturb. */
const MOST_BAD_LINES = 1_000;

export async function previewOf(db: Db, { spaceId, target, statement, problems }: Previewed): Promise<StoredLine[]> {
  const lines = importLines(statement, target);
  const [facts, hits] = await Promise.all([readFacts(db, spaceId, target, lines), readRuleHits(db, spaceId, target, lines)]);
  const { verdicts } = matchLines(lines, target, facts, hits);
  const bad = problems.filter(({ line }) => line !== null).slice(0, MOST_BAD_LINES);
  return [
    ...lines.map((line) => storedLine(line, verdicts.get(line.n) as LineVerdict)),
    ...bad.map((problem, index) => badLine(problem, lines.length + index + 1)),
  ];
}

const storedLine = (line: ImportLine, { verdict, reason, sure, target }: LineVerdict): StoredLine => ({
  n: line.n,
  line,
  verdict,
  reason,
  sure,
  target: target ?? null,
  decision: null,
});

function badLine({ line, reason, raw }: Problem, n: number): StoredLine {
  const bad: BadLine = { n, line, raw: clean(raw, 500), error: reason };
  return { n, line: bad, verdict: "error", reason: "error", sure: true, target: null, decision: null };
}

export const isGood = (line: ImportLine | BadLine): line is ImportLine => !("error" in line);
