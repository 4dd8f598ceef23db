// /: the overview, loaded by one request.
import type { ComponentChildren } from "preact";
import { StepChart } from "../../charts/charts.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { Money } from "../../ledger/money.tsx";
import { entryWords, statusWords } from "../../ledger/words.ts";
import { lineAhead } from "../../rules/balance_points.ts";
import { shortDay } from "../../rules/day_names.ts";
import { isMonth, monthOf } from "../../rules/days.ts";
import { flowsOf } from "../../rules/flows.ts";
import { isUntouched, type OverviewCard, type Overview as OverviewReply, usedPercent } from "../../rules/overview.ts";
import type { Category } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { shellWords } from "../../shell/words.ts";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { BudgetBar } from "../budgets/budget_bar.tsx";
import { cardWords } from "../credit_cards/words.ts";
import { forecastSentence } from "../forecast/forecast_sentence.ts";
import { StepsLeft } from "../welcome/steps_left.tsx";
import { ExpectedRow } from "./expected_rows.tsx";
import { overviewWords } from "./words.ts";

export function Overview() {
  const { query } = here.value;
  const thisMonth = monthOf(currentDay());
  const month = isMonth(query.month) ? query.month : thisMonth;
  const path = month === thisMonth ? "/overview" : `/overview?month=${month}`;
  const reply = useData<OverviewReply>(path);
  return (
    <Screen
      title={overviewWords.title}
      tools={
        <MonthSwitcher month={month} today={thisMonth} href={(chosen) => (chosen === thisMonth ? "/" : `/?month=${chosen}`)} />
      }
    >
      <Loading from={reply} path={path}>
        {(overview) => <OverviewView overview={overview} />}
      </Loading>
    </Screen>
  );
}

function OverviewView({ overview }: { overview: OverviewReply }) {
  const store = useStore();
  const { overdue, due_soon: dueSoon, credit_cards: cards, forecast } = overview;
  return (
    <>
      <StepsLeft />
      {isUntouched(overview) && (
        <div class="panel state">
          <p>{overviewWords.begin}</p>
          <a class="button main writes" href="/transactions/new">
            {entryWords.title}
          </a>
          <a class="writes" href="/welcome">
            {shellWords.begin}
          </a>
        </div>
      )}
      <Figures overview={overview} />
      <div class="columns">
        <div class="stack">
          {overdue.count > 0 && (
            <Panel
              title={overviewWords.overdue}
              hint={overviewWords.overdueSum(overdue.count, amountText(store, overdue.amount_cents))}
              more="/agenda"
            >
              <ExpectedRows rows={overdue.rows.slice(0, 5)} />
            </Panel>
          )}
          <Panel title={overviewWords.soon} more="/agenda" moreText={overviewWords.agenda}>
            {dueSoon.length === 0 ? <Empty text={overviewWords.noneSoon} /> : <ExpectedRows rows={dueSoon} />}
          </Panel>
          <Cards cards={cards} />
        </div>
        <div class="stack">
          {!isUntouched(overview) && (
            <section class="panel">
              <StepChart
                name={overviewWords.forecast}
                sentence={forecastSentence(store, forecast)}
                {...lineAhead(forecast)}
                height={190}
              />
              <a class="beside-chart" href="/forecast">
                {overviewWords.forecastMore}
              </a>
            </section>
          )}
          <Budgets overview={overview} />
        </div>
      </div>
    </>
  );
}

function ExpectedRows({ rows }: { rows: OverviewReply["due_soon"] }) {
  return (
    <ul>
      {rows.map((row) => (
        <ExpectedRow key={`${row.kind}${row.transaction_id}${row.credit_card_id}${row.credit_card_invoice_id}`} row={row} />
      ))}
    </ul>
  );
}

function Figures({ overview }: { overview: OverviewReply }) {
  const store = useStore();
  const { realised, predicted } = flowsOf(overview.cash_flow);
  const end = overview.expected_month_balance_cents;
  const isOver = overview.month.slice(0, 7) < overview.date.slice(0, 7);
  const trio = [
    [overviewWords.in, predicted.inCents, realised.inCents],
    [overviewWords.out, predicted.outCents, realised.outCents],
    [overviewWords.result, predicted.resultCents, realised.resultCents],
  ] as const;
  return (
    <div class="figures">
      <dl class="figure big">
        <dt>{overviewWords.today}</dt>
        <dd>
          <Money cents={overview.balance_cents} plain large />
        </dd>
        {typeof end === "number" && (
          <>
            <dt class="second">{isOver ? overviewWords.wasMonthEnd : overviewWords.monthEnd}</dt>
            <dd class="second">
              <Money cents={end} plain />
            </dd>
          </>
        )}
      </dl>
      <div class="figure">
        <p class="hint">{overviewWords.predicted}</p>
        <dl class="trio">
          {trio.map(([label, cents, sofar]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money cents={cents} />
              </dd>
              <dd class="hint">{overviewWords.realised(amountText(store, sofar))}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{overviewWords.basis}</p>
      </div>
    </div>
  );
}

interface PanelProps {
  title: string;
  hint?: string;
  more: string;
  moreText?: string;
  children: ComponentChildren;
}

function Panel({ title, hint, more, moreText = overviewWords.all, children }: PanelProps) {
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{title}</h2>
        <a href={more} aria-label={`${moreText}: ${title}`}>
          {moreText}
        </a>
      </header>
      {hint && <p class="hint panel-hint">{hint}</p>}
      {children}
    </section>
  );
}

function Cards({ cards }: { cards: readonly OverviewCard[] }) {
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

function Budgets({ overview: { budgets, month } }: { overview: OverviewReply }) {
  const categories = useData<Category[]>("/categories").data;
  const url = `/budgets/${month.slice(0, 4)}/${Number(month.slice(5, 7))}`;
  return (
    <Panel title={overviewWords.budgets} more={url}>
      {budgets.length === 0 ? (
        <Empty text={overviewWords.noBudgets}>
          <a class="button writes" href={url}>
            {overviewWords.addBudget}
          </a>
        </Empty>
      ) : (
        <ul class="budget-list">
          {budgets.map((budget) => (
            <li key={budget.id}>
              <BudgetBar budget={budget} category={categories?.find(({ id }) => id === budget.category_id)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
