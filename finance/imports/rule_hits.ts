// What the user's rules say to the lines of a file.
import { setImmediate } from "node:timers/promises";
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import { openRuleBook, type RuleHit } from "../import_rules/matching.ts";
import { listRules } from "../import_rules/queries.ts";
import { findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import type { ImportLine, ImportTarget } from "./line.ts";

export interface RuleHits {
  of(line: ImportLine): RuleHit | undefined;
  /** The other account of a transfer, where a rule names one that money can go to. */
  accountOf(line: ImportLine): number | undefined;
}

const LINES_AT_ONCE = 50;
const MOST_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 10;

/** Lets others be answered in between, and ends what takes too long. */
function openPace(): () => Promise<void> {
  let spent = 0;
  let since = performance.now();
  return async () => {
    const lap = performance.now() - since;
    if (spent + lap > MOST_MILLISECONDS) throw fail.rulesTooSlow();
    if (lap < PAUSE_MILLISECONDS) return;
    spent += lap;
    await setImmediate();
    since = performance.now();
  };
}

export async function readRuleHits(
  db: Db,
  spaceId: number,
  target: ImportTarget,
  lines: readonly ImportLine[],
): Promise<RuleHits> {
  const book = openRuleBook(await listRules(db, spaceId));
  const hits = new Map<number, RuleHit>();
  const pace = openPace();
  for (const line of lines) {
    if (line.n % LINES_AT_ONCE === 0) await pace();
    const { description: text, cents, kind, day, n } = line;
    const hit = book({ text, cents, kind, day, accountId: target.accountId, cardId: target.cardId });
    if (hit) hits.set(n, hit);
  }
  const named = [...hits.values()].map(({ transferAccountId: id }) => id).filter((id) => id !== undefined);
  // Only between accounts, and not with the account itself.
  const accountsAndCards = await findAccountsAndCards(db, spaceId, target.accountId === null ? [] : [...new Set(named)]);
  const isOpen = (id: number) =>
    id !== target.accountId && accountsAndCards.get(id)?.isCard === false && !accountsAndCards.get(id)?.archived;
  return {
    of: ({ n }) => hits.get(n),
    accountOf: ({ n }) => {
      const id = hits.get(n)?.transferAccountId;
      return id !== undefined && isOpen(id) ? id : undefined;
    },
  };
}
