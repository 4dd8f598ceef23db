// /goals/:id: a goal, what it has on which account, its acts and its history.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { longDay } from "../../rules/day_names.ts";
import type { Goal as GoalRecord, GoalWithMoves } from "../../rules/goals.ts";
import type { Account, Refusal } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { GoalBullet, statusText } from "./goal_bar.tsx";
import { GoalForm } from "./goal_form.tsx";
import { GoalHistory } from "./goal_history.tsx";
import { MoveForm, ReleaseForm, ReserveForm } from "./reserve_form.tsx";
import { SpendForm } from "./spend_form.tsx";
import { goalActWords, goalWords } from "./words.ts";

export function Goal() {
  const { params } = here.value;
  const path = `/goals/${params.id}`;
  const goal = useData<GoalWithMoves>(path);
  return (
    <Screen title={goal.data?.name ?? goalWords.title}>
      {goal.problem?.status === 404 ? (
        <p class="panel state">{goalWords.notFound}</p>
      ) : (
        <Loading from={goal} path={path}>
          {(loaded) => <GoalView key={loaded.id} goal={loaded} />}
        </Loading>
      )}
    </Screen>
  );
}

type Act = "reserve" | "release" | "spend" | "move" | "edit";

function GoalView({ goal }: { goal: GoalWithMoves }) {
  const store = useStore();
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const opens = useSignal<Act | undefined>(undefined);
  const close = () => (opens.value = undefined);
  const isOpen = goal.state !== "archived" && !store.isReadOnly.value;
  const has = goal.reserved_cents > 0;
  const open = (act: Act, can: boolean) => () => {
    if (can) opens.value = act;
  };
  useKeys([
    { on: ["r"], what: goalActWords.keys.reserve, run: open("reserve", isOpen) },
    { on: ["u"], what: goalActWords.keys.spend, run: open("spend", isOpen && has) },
    { on: ["l"], what: goalActWords.keys.release, run: open("release", isOpen && has) },
  ]);
  return (
    <>
      <section class="panel bill">
        <GoalFigures goal={goal} accounts={accounts} />
        <div class="acts writes">
          {isOpen && (
            <button type="button" class="main" onClick={open("reserve", true)}>
              {goalActWords.reserve}
            </button>
          )}
          {isOpen && has && (
            <>
              <button type="button" onClick={open("spend", true)}>
                {goalActWords.spend}
              </button>
              <button type="button" onClick={open("release", true)}>
                {goalActWords.release}
              </button>
              {accounts.filter(({ archived }) => !archived).length > 1 && (
                <button type="button" onClick={open("move", true)}>
                  {goalActWords.move}
                </button>
              )}
            </>
          )}
          <button type="button" onClick={() => (opens.value = "edit")}>
            {goalWords.change}
          </button>
          {goal.state !== "active" && <Resume goal={goal} />}
        </div>
      </section>
      <GoalHistory goal={goal} accounts={accounts} />
      {opens.value === "reserve" && <ReserveForm goal={goal} onClose={close} />}
      {opens.value === "release" && <ReleaseForm goal={goal} onClose={close} />}
      {opens.value === "spend" && <SpendForm goal={goal} onClose={close} />}
      {opens.value === "move" && <MoveForm goal={goal} onClose={close} />}
      {opens.value === "edit" && <GoalForm goal={goal} onClose={close} />}
    </>
  );
}

function GoalFigures({ goal, accounts }: { goal: GoalRecord; accounts: readonly Account[] }) {
  const store = useStore();
  const { target_date: date, monthly_cents: monthly, month_missing_cents: missing } = goal;
  const nameOf = (id: number) => accounts.find((each) => each.id === id)?.name ?? "…";
  return (
    <>
      <dl class="figure big">
        <dt>
          {goalWords.savedLine} · {statusText(store, goal)}
        </dt>
        <dd>
          <LargeMoney cents={goal.saved_cents} />
        </dd>
      </dl>
      <GoalBullet goal={goal} />
      {date && monthly !== null && goal.remaining_cents > 0 && (
        <p>{goalWords.sentence(amountText(store, monthly), longDay(date, language, currentDay()))}</p>
      )}
      <dl class="sum">
        <SumLine label={goalWords.targetLine} cents={goal.target_cents} />
        <SumLine label={goalWords.remaining} cents={goal.remaining_cents} />
        {missing !== null && goal.remaining_cents > 0 && <SumLine label={goalWords.month} cents={missing} />}
        {goal.earmarks.map(({ account_id: id, reserved_cents: cents }) => (
          <SumLine key={id} label={goalWords.reservedIn(nameOf(id))} cents={cents} />
        ))}
        {goal.spent_cents > 0 && <SumLine label={goalWords.spentLine} cents={goal.spent_cents} />}
      </dl>
    </>
  );
}

function Resume({ goal }: { goal: GoalRecord }) {
  const store = useStore();
  const resume = async () => {
    try {
      const { undo } = await write(store, "PUT", `/goals/${goal.id}`, { state: "active" });
      store.message.value = { text: goalWords.resumed, undo };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
  };
  return (
    <button type="button" onClick={() => void resume()}>
      {goalWords.resume}
    </button>
  );
}
