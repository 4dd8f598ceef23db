// The limit of a card as a bar: what one invoice takes of it, what all others take, and what is available.
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { BareAmount } from "../../ledger/bare_amount.tsx";
import { countWords } from "../../ledger/count_words.ts";
import { Money } from "../../ledger/money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { usedPercent } from "../../rules/overview.ts";
import type { Card } from "../../rules/records.ts";
import { cardWords } from "./words.ts";

interface LimitBarProps {
  card: Card;
  availableCents: number;
  /** Owed on the invoice that is shown. */
  invoiceCents: number;
}

export function LimitBar({ card, availableCents, invoiceCents }: LimitBarProps) {
  const store = useStore();
  const owedCents = card.limit_cents - availableCents;
  const used = usedPercent(owedCents, card.limit_cents);
  const ofInvoice = Math.min(used, usedPercent(invoiceCents, card.limit_cents));
  const isOver = availableCents < 0;
  return (
    <div class={isOver ? "limit-block over" : "limit-block"}>
      <p class="limit-head">
        <span>
          {isOver ? cardWords.overLimit : cardWords.availableTitle}{" "}
          <Why figure={cardWords.availableTitle} counts={countWords.available} totalCents={availableCents}>
            <WhyLine text={cardWords.limit} cents={card.limit_cents} />
            <WhyLine text={cardWords.owed} cents={-owedCents} />
          </Why>
        </span>
        <strong>
          <Money cents={isOver ? -availableCents : availableCents} plain />
        </strong>
      </p>
      <meter class="unseen" min={0} max={100} value={used} aria-label={`${cardWords.limit}: ${card.name}`} />
      <div class="limit-bar" aria-hidden="true">
        <i style={{ inlineSize: `${ofInvoice}%` }} />
        <i style={{ inlineSize: `${used - ofInvoice}%` }} />
      </div>
      <p class="hint">
        {cardWords.ofLimit(amountText(store, card.limit_cents))}
        {owedCents > invoiceCents && invoiceCents >= 0 && (
          <>
            {` · ${cardWords.otherInvoices} `}
            <BareAmount cents={invoiceCents - owedCents} />
          </>
        )}
      </p>
    </div>
  );
}
