// Applies a preview as one post: lines become rows, and links by which the same lines are recognised when they are imported again.
import type { Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import { type Lesson, learn } from "../category_memory/learn.ts";
import { fail } from "../errors.ts";
import { readOneOf } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import type { Reader } from "../post/reader.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type AppliedRows, canBe, countNeeded, type Decided, type Making, makeRows } from "./applied_rows.ts";
import { followsVerdict, outcomeOf, PROPOSALS, type Proposals, signed } from "./decision.ts";
import { readFacts } from "./facts.ts";
import { isEarned, openGuide } from "./fill.ts";
import { type AppliedCounts, presentImport } from "./import_record.ts";
import { rememberLayout } from "./layouts.ts";
import { type ImportTarget, targetOf } from "./line.ts";
import { type LineVerdicts, matchLines } from "./matching/match_lines.ts";
import type { LineVerdict } from "./matching/verdict.ts";
import { isGood } from "./preview.ts";
import {
  countVerdicts,
  findImport,
  listSeries,
  listSplitLegs,
  listStoredLines,
  listTargets,
  type StoredLine,
  setProgress,
  setVerdicts,
} from "./queries.ts";
import { readRuleHits } from "./rule_hits.ts";

const LINES_AT_ONCE = 5_000;
const NO_RECORD = { proposals: null };

/** Somebody wrote since the preview was made, and lines would become something else. Holds what they would become. */
class VerdictsChanged extends Error {
  readonly verdicts: Pick<StoredLine, "n" | "verdict" | "reason" | "sure" | "target">[];
  constructor(verdicts: VerdictsChanged["verdicts"]) {
    super("the verdicts of a preview have changed");
    this.verdicts = verdicts;
  }
}

export async function applyImport(input: WriteInput<unknown>, id: number) {
  const { record, write, db, act } = input;
  const { value: proposals, problems } = readOneOf(record, "proposals", PROPOSALS);
  throwIfInvalid(record, NO_RECORD, problems);
  try {
    return await write((read) => decideApply(read, { input, id, proposals }));
  } catch (error) {
    if (!(error instanceof VerdictsChanged)) throw error;
    for (let at = 0; at < error.verdicts.length; at += LINES_AT_ONCE)
      await setVerdicts(db, act.caller.spaceId, id, error.verdicts.slice(at, at + LINES_AT_ONCE));
    throw fail.importChanged({ values: { lines: error.verdicts.length } });
  }
}

interface Applying {
  input: WriteInput<unknown>;
  id: number;
  proposals: Proposals | undefined;
}

async function decideApply(read: Reader, { input, id, proposals }: Applying) {
  const { record, act } = input;
  const { spaceId, timeZone, userId } = act.caller;
  const [space, stored] = await Promise.all([read.space, findImport(read, spaceId, id)]);
  if (!stored) throw fail.recordUnknown();
  const counts = await countVerdicts(read, spaceId, [id]);
  // Whoever clicks twice gets what the first click did.
  if (stored.state === "applied") return { before: {}, after: {}, answer: presentImport(stored, counts, timeZone) };
  if (stored.state !== "preview") throw fail.importNotOpen();
  const target = targetOf(stored);
  await requireOpen(read, spaceId, record, target);
  const { decided, judging } = await decideLines(read, spaceId, { id, target, space, proposals });
  const undecided = decided.filter(({ outcome }) => outcome.do === "undecided").length;
  if (undecided > 0) refuse(record, NO_RECORD, "proposals", { kind: "notDecided", values: { most: undecided } });
  const targets = await readTargets(read, spaceId, decided);
  const open = decided.map((each) => withTarget(each, targets, target));
  const making = {
    importId: id,
    target,
    space,
    targets,
    purchases: judging.purchases,
    today: dayIn(timeZone, act.now),
    now: act.now,
    userId,
  };
  const rows = await drawRows(read, spaceId, open, making);
  const [linkIds, totals, memory, layouts] = await Promise.all([
    read.ids("source_links", rows.links.length),
    followTotals(read, spaceId, rows),
    learn(read, { spaceId, now: act.now }, lessonsOf(open)),
    rememberLayout(read, { spaceId, now: act.now }, stored.about.chosen),
  ]);
  const { progress: _, ...before } = stored;
  const appliedCounts = countApplied(space.version + 1, rows, open, judging);
  const after = { ...before, state: "applied" as const, made: appliedCounts, updated_at: act.now.toISOString() };
  return {
    before: {
      transactions: rows.before,
      series: totals.before,
      imports: [before],
      category_memory: memory.before,
      import_layouts: layouts.before,
    },
    after: {
      transactions: rows.after,
      series: [...rows.series, ...totals.after],
      imports: [after],
      source_links: rows.links.map((link, index) => ({ ...link, id: linkIds[index] as number })),
      category_memory: memory.after,
      import_layouts: layouts.after,
    },
    // The rows say what was written; links are how they are known again.
    withoutEntries: ["source_links" as const],
    answer: presentImport({ ...after, progress: stored.lines }, counts, timeZone),
    onStaged: (on: Db, share: number) => setProgress(on, spaceId, id, Math.floor(share * stored.lines)),
    sumTooLarge: () => refuse(record, NO_RECORD, "base", { kind: "sumTooLarge" }),
  };
}

function countApplied(version: number, rows: AppliedRows, open: readonly Decided[], { verdicts }: LineVerdicts): AppliedCounts {
  return {
    version,
    created: rows.created,
    matched: rows.matched,
    known: open.filter(({ line }) => verdicts.get(line.n)?.verdict === "known").length,
    skipped: open.filter(({ outcome }) => outcome.do === "nothing").length,
  };
}

interface Deciding {
  id: number;
  target: ImportTarget;
  space: StoredSpace;
  proposals: Proposals | undefined;
}

/** What becomes of each line that could be read, by the verdicts of now. */
async function decideLines(read: Reader, spaceId: number, { id, target, space, proposals }: Deciding) {
  const lines = await listAll(read, spaceId, id);
  const good = lines.map(({ line }) => line).filter(isGood);
  const [facts, hits] = await Promise.all([readFacts(read, spaceId, target, good), readRuleHits(read, spaceId, target, good)]);
  const judging = matchLines(good, target, facts, hits);
  throwIfVerdictsChanged(lines, judging);
  const guide = await openGuide(read, spaceId, { space, lines: good, hits });
  const decided = lines.flatMap((each): Decided[] => {
    if (!isGood(each.line)) return [];
    const verdict = judging.verdicts.get(each.n) as LineVerdict;
    const outcome = outcomeOf(each.line, verdict, each.decision, { proposals, isAnother: judging.another.has(each.n) });
    const fill = guide.fillOf(each.line, signed(each.line, each.decision));
    return [{ line: each.line, outcome, decision: withOpenCategory(each.decision, guide.isOpen), fill }];
  });
  await requireCards(read, spaceId, decided, judging);
  return { decided, judging };
}

async function drawRows(
  read: Reader,
  spaceId: number,
  open: readonly Decided[],
  making: Omit<Making, "days">,
): Promise<AppliedRows> {
  const { target, purchases } = making;
  const needed = countNeeded(open, purchases);
  const [days, rowIds, seriesIds] = await Promise.all([
    target.cardId === null ? [] : listCardDays(read, spaceId, [target.cardId]),
    read.ids("transactions", needed.rows),
    read.ids("series", needed.series),
  ]);
  return makeRows(open, rowIds, seriesIds, { ...making, days });
}

async function requireOpen(read: Db, spaceId: number, record: Submitted, { accountId, cardId }: ImportTarget): Promise<void> {
  const id = (cardId ?? accountId) as number;
  const accountOrCard = (await findAccountsAndCards(read, spaceId, [id])).get(id);
  const field = cardId === null ? "account_id" : "credit_card_id";
  if (!accountOrCard) refuse(record, NO_RECORD, field, { kind: "unknown" });
  if (accountOrCard?.archived) refuse(record, NO_RECORD, field, { kind: "archived" });
}

async function listAll(read: Db, spaceId: number, id: number): Promise<StoredLine[]> {
  const lines: StoredLine[] = [];
  for (let page = await listStoredLines(read, spaceId, id, 0, LINES_AT_ONCE); page.length > 0; ) {
    lines.push(...page);
    page = await listStoredLines(read, spaceId, id, page.at(-1)?.n as number, LINES_AT_ONCE);
  }
  return lines;
}

const optionsText = (target: LineVerdict["target"] | null) =>
  (target?.options ?? []).map(({ cardId, invoice }) => `${cardId}/${invoice}`).join();

/** What the user saw is what is done. */
function throwIfVerdictsChanged(lines: readonly StoredLine[], { verdicts }: LineVerdicts): void {
  const changed = lines.flatMap((each) => {
    const now = verdicts.get(each.n);
    if (!now || !followsVerdict(each.decision)) return [];
    const { verdict, reason, sure, target = null } = now;
    const isSame =
      verdict === each.verdict &&
      sure === each.sure &&
      target?.transactionId === each.target?.transactionId &&
      target?.accountId === each.target?.accountId &&
      target?.cardId === each.target?.cardId &&
      target?.invoice === each.target?.invoice &&
      optionsText(target) === optionsText(each.target);
    return isSame ? [] : [{ n: each.n, verdict, reason, sure, target }];
  });
  if (changed.length > 0) throw new VerdictsChanged(changed);
}

/** A card whose invoice the user chose may be gone or archived since. */
async function requireCards(read: Db, spaceId: number, decided: readonly Decided[], { verdicts }: LineVerdicts): Promise<void> {
  const chosen = decided.flatMap(({ line, outcome }) => (outcome.do === "pay" ? [{ n: line.n, cardId: outcome.cardId }] : []));
  const accountsAndCards = await findAccountsAndCards(read, spaceId, [...new Set(chosen.map(({ cardId }) => cardId))]);
  const changed = chosen
    .filter(({ cardId }) => accountsAndCards.get(cardId)?.archived !== false)
    .map(({ n }) => {
      const { verdict, reason, sure, target = null } = verdicts.get(n) as LineVerdict;
      return { n, verdict, reason, sure, target };
    });
  if (changed.length > 0) throw new VerdictsChanged(changed);
}

/** What the user said of a category is remembered of its merchant; what was guessed is not. */
function lessonsOf(decided: readonly Decided[]): Lesson[] {
  return decided.flatMap(({ line, outcome, decision }) => {
    const isChosen = decision?.category_id !== undefined && ["create", "match", "purchase"].includes(outcome.do);
    if (!isChosen) return [];
    const isIncome = isEarned(line, signed(line, decision));
    return [{ description: line.description, isIncome, categoryId: decision.category_id as number }];
  });
}

const withOpenCategory = (decision: StoredLine["decision"], isOpen: (id: number) => boolean) => {
  if (decision?.category_id === undefined || isOpen(decision.category_id)) return decision;
  const { category_id: _, ...rest } = decision;
  return rest;
};

async function readTargets(read: Db, spaceId: number, decided: readonly Decided[]): Promise<Map<number, StoredRow>> {
  const ids = decided.flatMap(({ outcome }) => ("transactionId" in outcome ? [outcome.transactionId] : []));
  const named = await listTargets(read, spaceId, [...new Set(ids)]);
  const rows = [
    ...named,
    ...(await listSplitLegs(
      read,
      spaceId,
      named.map(({ id }) => id),
    )),
  ];
  const legs = rows.map(({ oposite_transaction_id: leg }) => leg).filter((leg) => leg !== null);
  return new Map([...rows, ...(await listTargets(read, spaceId, legs))].map((row) => [row.id, row]));
}

/** A row that the user named may have gone or moved since. */
function withTarget(each: Decided, targets: ReadonlyMap<number, StoredRow>, importTarget: ImportTarget): Decided {
  if (each.outcome.do !== "match") return each;
  const row = targets.get(each.outcome.transactionId);
  const isHere = row && row.account_id === importTarget.accountId && row.credit_card_id === importTarget.cardId;
  return isHere && canBe(row, each.line, each.decision) ? each : { ...each, outcome: { do: "create" } };
}

/** A purchase in parts knows what they sum to. */
async function followTotals(read: Db, spaceId: number, { before, after }: AppliedRows) {
  const cents = new Map(after.map(({ id, amount_cents: amount }) => [id, amount]));
  const differences = new Map<number, number>();
  for (const row of before)
    if (row.series_id !== null && row.total_installments > 1) {
      const difference = (cents.get(row.id) ?? row.amount_cents) - row.amount_cents;
      if (difference !== 0) differences.set(row.series_id, (differences.get(row.series_id) ?? 0) + difference);
    }
  const series = await listSeries(read, spaceId, [...differences.keys()]);
  const moved = series.map((each) => ({ ...each, total_cents: (each.total_cents ?? 0) + (differences.get(each.id) ?? 0) }));
  return { before: series, after: moved };
}
