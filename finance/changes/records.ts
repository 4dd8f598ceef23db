// What the entries of a page are about, as it is now: a reader who follows the feed needs nothing else.
import type { Db } from "../../kernel/sql/database.ts";
import { presentAccount } from "../accounts/account.ts";
import { listAccounts } from "../accounts/queries.ts";
import { presentStored } from "../budgets/budget.ts";
import { listStoredBudgetsById } from "../budgets/queries.ts";
import { presentCategory } from "../categories/category.ts";
import { listCategories } from "../categories/queries.ts";
import { presentMemory } from "../category_memory/memory_record.ts";
import { listMemoryById } from "../category_memory/queries.ts";
import { presentCard } from "../credit_cards/credit_card.ts";
import { listCards } from "../credit_cards/queries.ts";
import { presentMove, presentStoredGoal } from "../goals/goal.ts";
import { listStoredGoals, listStoredMoves } from "../goals/queries.ts";
import { listRules } from "../import_rules/queries.ts";
import { presentRule } from "../import_rules/rule.ts";
import { presentCheck } from "../invoices/check.ts";
import { checkKeyOf } from "../invoices/check_key.ts";
import { listChecks } from "../invoices/queries_checks.ts";
import { listRowsById } from "../rows/queries_list.ts";
import { presentTransaction } from "../rows/row.ts";
import type { PostedEntity } from "../tables/tables.ts";
import type { LoggedEntry } from "./queries.ts";

interface Reading {
  db: Db;
  spaceId: number;
  timeZone: string;
}

type RecordsById = Map<number, object>;

type RecordReader = (reading: Reading, ids: number[]) => Promise<RecordsById>;

/** Accounts, categories and cards are few, so all of them are read for one. Null: records of the kind have no answer of their own. */
const READERS: Readonly<Record<PostedEntity, RecordReader | null>> = {
  transaction: async ({ db, spaceId, timeZone }, ids) =>
    byId((await listRowsById(db, spaceId, ids)).map((row) => presentTransaction(row, timeZone))),
  account: async ({ db, spaceId, timeZone }) =>
    byId((await listAccounts(db, spaceId)).map((row) => presentAccount(row, timeZone))),
  category: async ({ db, spaceId, timeZone }) =>
    byId((await listCategories(db, spaceId)).map((row) => presentCategory(row, timeZone))),
  credit_card: async ({ db, spaceId, timeZone }) => byId((await listCards(db, spaceId)).map((row) => presentCard(row, timeZone))),
  invoice_check: async ({ db, spaceId, timeZone }, ids) => {
    const checks = await listChecks(db, spaceId, ids.map(checkKeyOf));
    return byId(checks.filter(({ stored }) => stored).map((each) => presentCheck(each, timeZone)));
  },
  import_rule: async ({ db, spaceId, timeZone }) =>
    byId((await listRules(db, spaceId)).map((rule) => presentRule(rule, timeZone))),
  category_memory: async ({ db, spaceId, timeZone }, ids) =>
    byId((await listMemoryById(db, spaceId, ids)).map((row) => presentMemory(row, timeZone))),
  budget: async ({ db, spaceId }, ids) => byId((await listStoredBudgetsById(db, spaceId, ids)).map(presentStored)),
  goal: async ({ db, spaceId, timeZone }, ids) =>
    byId((await listStoredGoals(db, spaceId, ids)).map((goal) => presentStoredGoal(goal, timeZone))),
  goal_move: async ({ db, spaceId, timeZone }, ids) =>
    byId((await listStoredMoves(db, spaceId, ids)).map((move) => presentMove(move, timeZone))),
  card_days: null,
  series: null,
  import: null,
  source_link: null,
  import_layout: null,
};

const readerOf = (entity: string) => READERS[entity as PostedEntity] ?? undefined;

const byId = (records: readonly { id: number }[]): RecordsById => new Map(records.map((record) => [record.id, record]));

/** Null where the record is gone, or is of a kind that has no answer of its own. */
export async function readRecords(
  reading: Reading,
  entries: readonly Pick<LoggedEntry, "entity" | "entity_id">[],
): Promise<(object | null)[]> {
  const kinds = Map.groupBy(entries, ({ entity }) => entity);
  const records = new Map(
    await Promise.all(
      [...kinds].map(async ([entity, some]): Promise<[string, RecordsById | undefined]> => {
        const ids = [...new Set(some.map(({ entity_id: id }) => id))];
        return [entity, await readerOf(entity)?.(reading, ids)];
      }),
    ),
  );
  return entries.map(({ entity, entity_id: id }) => records.get(entity)?.get(id) ?? null);
}
