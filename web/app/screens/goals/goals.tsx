// /goals: what money is set aside for, what this month needs, and what is on track.
import { useSignal } from "@preact/signals";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { type Goal, goalSums } from "../../rules/goals.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { GoalBar } from "./goal_bar.tsx";
import { GoalForm } from "./goal_form.tsx";
import { ReserveForm } from "./reserve_form.tsx";
import { goalActWords, goalWords } from "./words.ts";

export function Goals() {
  useKeys(LIST_NAVIGATION);
  const path = "/goals";
  const goals = useData<Goal[]>(path);
  const adds = useSignal(false);
  const reserves = useSignal<Goal | undefined>(undefined);
  const add = (
    <button type="button" class="writes" onClick={() => (adds.value = true)}>
      {goalWords.add}
    </button>
  );
  return (
    <Screen title={goalWords.title} tools={add}>
      <Loading from={goals} path={path}>
        {(all) => {
          const open = all.filter(({ state }) => state !== "archived");
          const archived = all.filter(({ state }) => state === "archived");
          return (
            <>
              {all.length === 0 && (
                <div class="panel">
                  <Empty text={goalWords.empty} />
                </div>
              )}
              {open.length > 0 && <Sums goals={open} />}
              {open.length > 0 && <List goals={open} onReserve={(goal) => (reserves.value = goal)} />}
              {archived.length > 0 && (
                <details class="archived">
                  <summary>{goalWords.archivedOnes}</summary>
                  <List goals={archived} />
                </details>
              )}
            </>
          );
        }}
      </Loading>
      {adds.value && <GoalForm onClose={() => (adds.value = false)} />}
      {reserves.value && <ReserveForm goal={reserves.value} onClose={() => (reserves.value = undefined)} />}
    </Screen>
  );
}

/** What is still to be reserved this month; where nothing is missing, what is reserved. */
function Sums({ goals }: { goals: readonly Goal[] }) {
  const store = useStore();
  const { reservedCents, monthCents, missingCents } = goalSums(goals);
  const isMissing = missingCents > 0;
  const percent = Math.min(100, (100 * (monthCents - missingCents)) / Math.max(1, monthCents));
  return (
    <section class="panel budgets-total">
      <dl>
        <div class="figure big">
          <dt>{isMissing ? goalWords.thisMonth : goalWords.nothingMissing}</dt>
          <dd>
            <LargeMoney cents={isMissing ? missingCents : reservedCents} />
          </dd>
        </div>
      </dl>
      {isMissing && (
        <svg class="bullet" width="100%" height="18" aria-hidden="true">
          <rect class="ground" y="4" width="100%" height="10" rx="5" />
          <rect class="done" y="4" width={`${percent}%`} height="10" rx="5" />
        </svg>
      )}
      <p class="hint budget-foot">
        {isMissing && (
          <span>{goalWords.monthPart(amountText(store, monthCents - missingCents), amountText(store, monthCents))}</span>
        )}
        {isMissing && <span>{goalWords.inAll(amountText(store, reservedCents))}</span>}
        {!isMissing && monthCents > 0 && <span>{goalWords.monthDone}</span>}
      </p>
    </section>
  );
}

function List({ goals, onReserve }: { goals: readonly Goal[]; onReserve?: (goal: Goal) => void }) {
  return (
    <ul class="panel flush">
      {goals.map((goal) => (
        <li class="row goal-row" key={goal.id}>
          <a href={`/goals/${goal.id}`}>
            <GoalBar goal={goal} />
          </a>
          {onReserve && goal.remaining_cents > 0 && (
            <button
              type="button"
              class="small writes"
              aria-label={goalActWords.reserveFor(goal.name)}
              onClick={() => onReserve(goal)}
            >
              {goalActWords.reserve}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
