// A goal as a bar: what purchases took and what is reserved, of the target. The text says the same.
import { currentDay } from "../../clock.ts";
import type { Store } from "../../data/store.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { bareText } from "../../ledger/bare_text.ts";
import { longDay } from "../../rules/day_names.ts";
import { type Goal, goalShares } from "../../rules/goals.ts";
import { Icon, isIcon } from "../../ui/icon.tsx";
import { goalWords } from "./words.ts";

export function GoalBar({ goal }: { goal: Goal }) {
  const store = useStore();
  return (
    <span class="budget goal">
      <span class="mark">
        <Icon name={isIcon(goal.icon ?? undefined) ? (goal.icon as "savings") : "savings"} />
      </span>
      <span class="budget-head">
        <strong>{goal.name}</strong>
        <span class="money">{statusText(store, goal)}</span>
      </span>
      <GoalBullet goal={goal} />
      <span class="hint budget-foot">
        <span class="money used">{goalWords.of(bareText(store, goal.saved_cents), bareText(store, goal.target_cents))}</span>
        {goal.target_date && <span>{goalWords.by(longDay(goal.target_date, language, currentDay()))}</span>}
      </span>
    </span>
  );
}

export function GoalBullet({ goal }: { goal: Goal }) {
  const { spent, saved } = goalShares(goal);
  return (
    <svg class="bullet" width="100%" height="14" aria-hidden="true">
      <rect class="ground" y="4" width="100%" height="6" rx="3" />
      <rect class="done" y="4" width={`${saved}%`} height="6" rx="3" />
      {spent > 0 && <rect class="spent" y="4" width={`${spent}%`} height="6" rx="3" />}
    </svg>
  );
}

/** What matters most about a goal now: never more than one thing. */
export function statusText(store: Store, goal: Goal): string {
  const missing = goal.month_missing_cents ?? 0;
  if (goal.status === "behind") return goalWords.behind(bareText(store, goal.behind_cents));
  if (goal.status === "on_track") return missing > 0 ? goalWords.toGo(bareText(store, missing)) : goalWords.onTrack;
  if (goal.status === "reached") return goalWords.reached;
  if (goal.status === "paused") return goalWords.isPaused;
  return goal.status === "archived" ? goalWords.isArchived : goalWords.noDate;
}
