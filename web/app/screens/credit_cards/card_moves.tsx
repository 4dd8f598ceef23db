// Previews new days of a card: which purchases move to which invoice, and whether it was paid.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dryRun } from "../../data/dry_run.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { monthName } from "../../rules/day_names.ts";
import { invoiceMonth } from "../../rules/days.ts";
import type { Card } from "../../rules/records.ts";
import { CheckField } from "../../ui/form.tsx";
import { cardMoveWords } from "./words.ts";

interface Move {
  from_invoice_id: number;
  to_invoice_id: number;
  transactions_count: number;
  amount_cents: number;
  paid: boolean;
}

const PAUSE_MS = 200;

interface CardMovesProps {
  card: Card;
  days: { closing_day: number; due_day: number };
  force: Signal<boolean>;
  problem: string | undefined;
}

export function CardMoves({ card, days, force, problem }: CardMovesProps) {
  const store = useStore();
  const moves = useSignal<Move[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    moves.value = undefined;
    const ask = () =>
      dryRun<{ moves: Move[] }>(store, "PUT", `/credit_cards/${card.id}`, { ...days, force: true }).then(
        (answer) => {
          if (isCurrent) moves.value = answer.moves;
        },
        // Problems are shown when the form is sent.
        () => {},
      );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [days.closing_day, days.due_day]);
  const list = moves.value;
  const month = (invoice: number) => monthName(invoiceMonth(invoice), language);
  return (
    <div class="moves" role="status">
      <p class="hint">{list?.length === 0 ? `${cardMoveWords.hint} ${cardMoveWords.none}` : cardMoveWords.hint}</p>
      {list && list.length > 0 && (
        <ul>
          {list.map(({ from_invoice_id: from, to_invoice_id: to, transactions_count: count, amount_cents: cents, paid }) => (
            <li key={`${from} ${to}`}>
              {cardMoveWords.move(count, amountText(store, cents), month(from), month(to))}
              {paid && <span class="status partial">{cardMoveWords.paid}</span>}
            </li>
          ))}
        </ul>
      )}
      {list?.some(({ paid }) => paid) && <CheckField label={cardMoveWords.force} value={force} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
