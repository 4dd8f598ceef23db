// Test support: what the model expects of goals.
import { dayAfter, monthStart } from "./days.ts";
import { balanceOf, countedOf, earmarkOf, earmarksOf, reservedOn } from "./earmarks.ts";
import type { Goal, Model, Move } from "./model.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { accountOf, isNeutral, pick, rowOf } from "./state.ts";

export const createGoal: Planner<Operations["create goal"]> = (model, { cents, date, refills }) => {
  let created: Goal;
  return {
    method: "POST",
    path: "/goals",
    body: bodyOf({ name: "goal", target_cents: cents, target_date: date, refills }),
    commit: ({ id }) => {
      created = {
        id,
        name: "goal",
        target: cents,
        date: date ?? null,
        refills: refills ?? false,
        state: "active",
        startedOn: model.today,
        moves: [],
        createdAt: model.now,
        updatedAt: model.now,
      };
      model.goals.push(created);
    },
    expected: () => showGoal(model, created),
  };
};

export const changeGoal: Planner<Operations["change goal"]> = (model, operation) => {
  const id = pick(model, "goal", operation.goal);
  const goal = goalOf(model, id);
  const { date, cents, state } = operation;
  const plan: Plan = { method: "PUT", path: `/goals/${id}`, body: bodyOf({ target_cents: cents, target_date: date, state }) };
  if (!goal) return { ...plan, refusal: "unknown" };
  const after = { target: cents ?? goal.target, date: date === undefined ? goal.date : date, state: state ?? goal.state };
  return { ...plan, commit: () => Object.assign(goal, after, { updatedAt: model.now }), expected: () => showGoal(model, goal) };
};

export const deleteGoal: Planner<Operations["delete goal"]> = (model, operation) => {
  const id = pick(model, "goal", operation.goal);
  const goal = goalOf(model, id);
  const plan: Plan = { method: "DELETE", path: `/goals/${id}` };
  if (!goal) return { ...plan, refusal: "unknown" };
  const view = showGoal(model, goal);
  const commit = () => {
    model.goals = model.goals.filter((each) => each !== goal);
    model.gone.goal = id;
  };
  return { ...plan, commit, expected: () => view };
};

export const listGoals: Planner<Operations["list goals"]> = (model) => ({
  method: "GET",
  path: "/goals",
  expected: () => model.goals.map((goal) => showGoal(model, goal)),
});

export const reserve: Planner<Operations["reserve"]> = (model, operation) => {
  const goal = goalOf(model, pick(model, "goal", operation.goal));
  const named = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const accountId = named ?? model.defaultAccountId;
  const account = accountOf(model, accountId);
  const total = goal ? earmarksOf(model, goal).reduce((sum, each) => sum + each.reserved_cents, 0) : 0;
  return actOn(model, operation.goal, "reserve", {
    body: bodyOf({ amount_cents: operation.cents, account_id: named }),
    wrong: { account_id: !account || account.archived, amount_cents: total + operation.cents > 999_999_999_999 },
    accountId,
    moves: [{ accountId: accountId as number, cents: operation.cents, rowId: undefined }],
  });
};

export const release: Planner<Operations["release"]> = (model, operation) => {
  const goal = goalOf(model, pick(model, "goal", operation.goal));
  const named = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const accountId = named ?? (goal && largestOf(model, goal)) ?? model.defaultAccountId;
  const isUnknown = !accountOf(model, accountId);
  const most = goal && accountId !== undefined ? earmarkOf(model, goal, accountId) : 0;
  return actOn(model, operation.goal, "release", {
    body: bodyOf({ amount_cents: operation.cents, account_id: named }),
    wrong: { account_id: isUnknown, amount_cents: !isUnknown && operation.cents > most },
    accountId,
    moves: [{ accountId: accountId as number, cents: -operation.cents, rowId: undefined }],
  });
};

export const moveEarmark: Planner<Operations["move earmark"]> = (model, operation) => {
  const goal = goalOf(model, pick(model, "goal", operation.goal));
  const [from, to] = [pick(model, "account", operation.from), pick(model, "account", operation.to)];
  const { cents } = operation;
  const source = accountOf(model, from);
  const target = accountOf(model, to);
  const most = goal ? earmarkOf(model, goal, from) : 0;
  return actOn(model, operation.goal, "move", {
    body: { amount_cents: cents, from_account_id: from, to_account_id: to },
    wrong: {
      from_account_id: !source,
      to_account_id: !target || target.archived || from === to,
      amount_cents: source !== undefined && cents > most,
    },
    accountId: to,
    moves: [
      { accountId: from, cents: -cents, rowId: undefined },
      { accountId: to, cents, rowId: undefined },
    ],
  });
};

export const spend: Planner<Operations["spend"]> = (model, operation) => {
  const goal = goalOf(model, pick(model, "goal", operation.goal));
  const rowId = pick(model, "row", operation.row);
  const row = rowOf(model, rowId);
  const named = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const own = goal && row && row.invoice === null && earmarkOf(model, goal, row.accountId) > 0 ? row.accountId : undefined;
  const accountId = named ?? own ?? (goal && largestOf(model, goal)) ?? model.defaultAccountId;
  const isUsed = model.goals.some(({ moves }) => moves.some((move) => move.rowId === rowId));
  const isWrong = !row || row.cents >= 0 || isNeutral(row) || isUsed;
  const isUnknown = !accountOf(model, accountId);
  const earmark = goal && accountId !== undefined ? earmarkOf(model, goal, accountId) : 0;
  const most = Math.min(earmark, Math.max(0, -(row?.cents ?? 0)));
  const cents = operation.cents ?? most;
  const isJudged = !isWrong && !isUnknown;
  return actOn(model, operation.goal, "spend", {
    body: bodyOf({ transaction_id: rowId, account_id: named, amount_cents: operation.cents }),
    wrong: {
      transaction_id: isWrong,
      account_id: isUnknown || (isJudged && most === 0),
      amount_cents: isJudged && most > 0 && cents > most,
    },
    accountId,
    moves: [{ accountId: accountId as number, cents: -cents, rowId }],
  });
};

export const unspend: Planner<Operations["unspend"]> = (model, operation) => {
  const goal = goalOf(model, pick(model, "goal", operation.goal));
  const rowId = pick(model, "row", operation.row);
  const move = goal?.moves.find((each) => each.rowId === rowId);
  return actOn(model, operation.goal, "spend", {
    method: "DELETE",
    body: { transaction_id: rowId },
    wrong: { transaction_id: !move },
    accountId: move?.accountId,
    moves: [],
    removed: move,
  });
};

interface Act {
  method?: "DELETE";
  body: object;
  wrong: Record<string, boolean>;
  accountId: number | undefined;
  moves: Omit<Move, "date">[];
  removed?: Move | undefined;
}

function actOn(model: Model, choice: number, name: string, { method, body, wrong, accountId, moves, removed }: Act): Plan {
  const id = pick(model, "goal", choice);
  const goal = goalOf(model, id);
  const plan: Plan = { method: method ?? "POST", path: `/goals/${id}/${name}`, body, status: 200 };
  if (!goal) return { ...plan, refusal: "unknown" };
  return {
    ...plan,
    refusal: refusalOf({ base: goal.state === "archived", ...wrong }),
    commit: () => {
      goal.moves = goal.moves.filter((each) => each !== removed);
      goal.moves.push(...moves.map((move) => ({ ...move, date: model.today })));
    },
    expected: () => {
      const account = accountOf(model, accountId);
      const balance = account ? balanceOf(model, account) : 0;
      const reserved = reservedOn(model, [accountId as number]);
      return {
        ...showGoal(model, goal),
        account: { account_id: accountId, balance_cents: balance, reserved_cents: reserved, available_cents: balance - reserved },
        warnings: reserved > balance ? ["over_balance"] : [],
      };
    },
  };
}

const goalOf = (model: Model, id: number) => model.goals.find((each) => each.id === id);

function largestOf(model: Model, goal: Goal): number | undefined {
  return earmarksOf(model, goal).sort((one, other) => other.reserved_cents - one.reserved_cents)[0]?.account_id;
}

/** Months from the one of a day to that of another, both counted. */
function monthsFrom(first: string, last: string): number {
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(last) - count(first) + 1;
}

function showGoal(model: Model, goal: Goal): Record<string, unknown> {
  const { target, date, state, startedOn } = goal;
  const earmarks = state === "archived" ? [] : earmarksOf(model, goal);
  const reserved = earmarks.reduce((sum, each) => sum + each.reserved_cents, 0);
  const spent = goal.moves.filter(({ rowId }) => rowId !== undefined).reduce((sum, move) => sum - countedOf(model, move), 0);
  const plain = goal.moves.filter((move) => move.rowId === undefined && move.date >= monthStart(model.today));
  const month = plain.reduce((sum, { cents }) => sum + cents, 0);
  const saved = reserved + (goal.refills ? 0 : spent);
  const remaining = Math.max(0, target - saved);
  const isPlanned = state === "active" && date !== null;
  const last = date === null ? "" : dayAfter(date, -1);
  const left = isPlanned ? Math.max(1, monthsFrom(model.today, last)) : null;
  const needed = left === null ? null : Math.ceil(Math.max(0, target - (saved - month)) / left);
  const all = isPlanned ? Math.max(1, monthsFrom(startedOn, last)) : 1;
  const over = monthsFrom(startedOn, model.today) - 1;
  const planned = over >= all ? target : Number((BigInt(target) * BigInt(Math.max(0, over)) + BigInt(all - 1)) / BigInt(all));
  const behind = isPlanned && remaining > 0 ? Math.max(0, planned - saved) : 0;
  const open = state === "paused" ? "paused" : date === null ? "no_date" : behind > 0 ? "behind" : "on_track";
  return {
    id: goal.id,
    name: goal.name,
    target_cents: target,
    target_date: date,
    icon: null,
    refills: goal.refills,
    state,
    started_on: startedOn,
    created_at: goal.createdAt,
    updated_at: goal.updatedAt,
    status: state === "archived" ? "archived" : remaining === 0 ? "reached" : open,
    reserved_cents: reserved,
    spent_cents: spent,
    saved_cents: saved,
    remaining_cents: remaining,
    months_left: left,
    monthly_cents: needed,
    month_reserved_cents: month,
    month_missing_cents: needed === null ? null : Math.min(remaining, Math.max(0, needed - month)),
    behind_cents: behind,
    earmarks,
  };
}
