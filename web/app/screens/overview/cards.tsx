// Cards with their open invoice and what is available of their limit.
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { Money } from "../../ledger/money.tsx";
import { statusWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { type OverviewCard, usedPercent } from "../../rules/overview.ts";
import { Empty } from "../../ui/empty.tsx";
import { cardWords } from "../credit_cards/words.ts";
import { Panel } from "./panel.tsx";
import { overviewWords } from "./words.ts";

export function Cards({ cards }: { cards: readonly OverviewCard[] }) {
  return (
    <Panel title={overviewWords.cards} more="/credit_cards">
      {cards.length === 0 ? (
        <Empty text={overviewWords.noCards}>
          <a class="button writes" href="/credit_cards">
            {overviewWords.addCard}
          </a>
        </Empty>
      ) : (
        <ul>
          {cards.map((card) => (
            <li class="row" key={card.credit_card_id}>
              <a href={`/credit_cards/${card.credit_card_id}/invoices/${card.open_invoice.id}`}>
                <BankMark name={card.name} />
                <span class="what">
                  <strong>{card.name}</strong>
                  <span class="hint">
                    {[overviewWords.open, statusWords.closes(shortDay(card.open_invoice.closing_date, language))].join(" · ")}
                  </span>
                  {card.available_cents !== null && <Limit card={card} availableCents={card.available_cents} />}
                </span>
                <span class="much">
                  <Money cents={card.open_invoice.balance_cents} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Limit({ card, availableCents }: { card: OverviewCard; availableCents: number }) {
  const store = useStore();
  return (
    <span class="limit">
      <meter
        min={0}
        max={100}
        value={usedPercent(card.limit_cents - availableCents, card.limit_cents)}
        aria-label={`${cardWords.limit}: ${card.name}`}
      />
      <span class="hint">{overviewWords.left(amountText(store, availableCents))}</span>
    </span>
  );
}
