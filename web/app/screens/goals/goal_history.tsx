// What was reserved for a goal, released and spent, the newest first.
import { write } from "../../data/api.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { Money } from "../../ledger/money.tsx";
import { dayName } from "../../rules/day_names.ts";
import { type GoalMove, type GoalWithMoves, moveKindOf } from "../../rules/goals.ts";
import type { Account, Refusal } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { goalActWords, goalWords } from "./words.ts";

interface GoalHistoryProps {
  goal: GoalWithMoves;
  accounts: readonly Account[];
}

export function GoalHistory({ goal, accounts }: GoalHistoryProps) {
  return (
    <section class="panel flush goal-history" aria-label={goalWords.history}>
      <header class="panel-head">
        <h2>{goalWords.history}</h2>
      </header>
      {goal.moves.length === 0 && <Empty text={goalWords.noHistory} />}
      <ul>
        {goal.moves.map((move) => (
          <MoveRow key={move.id} goal={goal} move={move} account={accounts.find(({ id }) => id === move.account_id)} />
        ))}
      </ul>
      {goal.has_more_moves && <p class="state hint">{goalWords.moreHistory}</p>}
    </section>
  );
}

function MoveRow({ goal, move, account }: { goal: GoalWithMoves; move: GoalMove; account: Account | undefined }) {
  const store = useStore();
  const kind = moveKindOf(move);
  const unlink = async () => {
    try {
      const { undo } = await write(store, "DELETE", `/goals/${goal.id}/spend`, { transaction_id: move.transaction_id });
      store.message.value = { text: goalActWords.unspent, undo };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
  };
  return (
    <li class="row goal-move">
      <span class="what">
        {kind === "spend" ? (
          <a href={`/transactions/${move.transaction_id}`}>{move.description}</a>
        ) : (
          <strong>{goalWords.moves[kind]}</strong>
        )}
        <span class="hint">
          {joinParts(kind === "spend" && goalWords.moves.spend, account?.name, dayName(move.date, language))}
        </span>
      </span>
      {kind === "spend" && goal.state !== "archived" && (
        <button type="button" class="small writes" onClick={() => void unlink()}>
          {goalActWords.unspend}
        </button>
      )}
      <span class="much">
        <Money cents={move.counted_cents} plain />
      </span>
    </li>
  );
}
