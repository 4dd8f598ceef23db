// Applies the rules about accounts that nobody uses, each night after housekeeping. Each user is locked and looked at again in a
// transaction of their own, so that whoever comes back at that moment keeps the account.
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthWorld } from "../endpoint.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { noteRun } from "../maintenance/queries.ts";
import { bannedForGood } from "../moving_in/account.ts";
import { notify } from "../outbox/notify.ts";
import { banTrait } from "../users/ban.ts";
import { deleteUser, lockUser, updateUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import {
  deleteNotice,
  deleteOutdatedNotices,
  HAS_NO_NOTICE,
  insertNotice,
  isDormant,
  isMatching,
  isUnconfirmed,
  listDue,
  listMatching,
  type Match,
} from "./queries.ts";
import { type RetentionRules, rulesOf } from "./rule.ts";

type World = Pick<AuthWorld, "db" | "config" | "serverKeys">;

/** A wrong rule does only so much before somebody sees it. */
const MOST_A_NIGHT = 5_000;
const DAY_MS = 86_400_000;
const APPLY = "apply_user_retention";

/** The world is asked for each time, because settings change. */
export function applyingUserRetention(
  world: () => World,
  log: Log,
  now: () => Date,
): { tasks: Record<string, Task>; cron: string } {
  return { tasks: { [APPLY]: () => applyRetention(world(), log, now()) }, cron: `41 3 * * * ${APPLY}\n` };
}

export async function applyRetention(world: World, log: Log, now: Date): Promise<void> {
  const rules = rulesOf(world.config);
  const removed: Record<string, number> = {};
  const count = (name: string, done: number) => {
    if (done === 0) return;
    removed[name] = done;
    log.info({ name, users: done }, "applied a rule about accounts that nobody uses");
  };
  try {
    if (rules.unconfirmedDays > 0) count("unconfirmed_users", await deleteUnconfirmed(world, rules, now));
    while ((await deleteOutdatedNotices(world.db, dormantCondition(rules, now))) > 0);
    if (rules.dormantDays > 0) {
      count("dormant_users", await disableDue(world, rules, now));
      count("dormant_notices", await noteDormant(world, rules, now));
    }
  } finally {
    if (Object.keys(removed).length > 0)
      await noteRun(world.db, { kind: "housekeeping", startedAt: now, endedAt: now, error: null, details: { removed } });
  }
}

/** Without the rule nobody is dormant. */
function dormantCondition(rules: RetentionRules, now: Date): Sql {
  const { dormantDays, noticeDays } = rules;
  return dormantDays === 0 ? sql`false` : isDormant(rules, Math.max(0, dormantDays - noticeDays), now);
}

async function deleteUnconfirmed({ db }: World, rules: RetentionRules, now: Date): Promise<number> {
  const condition = isUnconfirmed(rules, now);
  return each(db, await listMatching(db, condition, MOST_A_NIGHT), condition, async (tx, { id }) => {
    const user = await deleteUser(tx, id);
    if (!user) return;
    await noteChanges(tx, id, ["deleted"], now);
    await write(tx, "user_deleted", user, { rule: "unconfirmed", days: rules.unconfirmedDays }, now);
  });
}

async function disableDue({ db }: World, rules: RetentionRules, now: Date): Promise<number> {
  const condition = isDormant(rules, rules.dormantDays, now);
  return each(db, await listDue(db, now, MOST_A_NIGHT), condition, async (tx, user) => {
    const until = new Date(bannedForGood(now));
    await updateUser(tx, user.id, { banned_until: until }, { now });
    await Promise.all([endCodes(tx, user.id), noteChanges(tx, user.id, ["banned"], now), deleteNotice(tx, user.id)]);
    await write(tx, "user_banned", user, { rule: "dormant", days: rules.dormantDays, ...banTrait(until) }, now);
  });
}

/** Whoever has no confirmed address gets no mail, and the same time. */
async function noteDormant(world: World, rules: RetentionRules, now: Date): Promise<number> {
  const { db } = world;
  const condition = dormantCondition(rules, now);
  const dueAt = new Date(now.getTime() + rules.noticeDays * DAY_MS);
  const ids = await listMatching(db, sql`${condition} and ${HAS_NO_NOTICE}`, MOST_A_NIGHT);
  return each(db, ids, condition, async (tx, user) => {
    if (!(await insertNotice(tx, user.id, now, dueAt))) return;
    const variables = { day: dueAt.toISOString().slice(0, 10) };
    await notify(tx, { ...world, request: { headers: {} }, now }, user, { what: "account_dormant", variables });
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** How many the condition still holds for. */
async function each(
  db: World["db"],
  ids: readonly string[],
  condition: Sql,
  work: (tx: Db, user: Locked) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const id of ids) {
    const isDone = await db.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      if (!user || !(await isMatching(tx, id, condition))) return false;
      await work(tx, user);
      return true;
    });
    if (isDone) done++;
  }
  return done;
}

function write(
  tx: Db,
  action: AuditAction,
  user: Match,
  facts: Record<string, string | number | null>,
  now: Date,
): Promise<void> {
  const { id, email, phone } = user;
  const about = { user_id: id, ...(email !== null && { user_email: email }), ...(phone !== null && { user_phone: phone }) };
  const act = { ip: "", requestId: "", now };
  return logAct(tx, act, { action, actor: { role: "housekeeping" }, traits: { ...about, ...facts } });
}
