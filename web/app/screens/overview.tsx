// /: how things stand this month.

import { Empty, Loading, Money, Screen, useData } from "../parts.tsx";
import { Row } from "../rows.tsx";
import { addDays, dayOf, lastDayOf, monthName, monthOf, shortDay } from "../rules/days.ts";
import { totalsOf } from "../rules/ledger.ts";
import type { Card, Invoice, Transaction } from "../rules/records.ts";
import { who } from "../session.ts";
import { language, words } from "../words.ts";
import { Status } from "./credit_cards.tsx";

interface Balances {
  predicted_balance: number;
  balances: { date: string; balance: number; credit_card_invoices_to_pay: number }[];
}

export function Overview() {
  const today = dayOf(new Date());
  const month = monthOf(today);
  const period = `start_date=${month}-01&end_date=${lastDayOf(month)}`;
  const balancesPath = `/balances?${period}`;
  const rowsPath = `/transactions?${period}`;
  const balances = useData<Balances>(balancesPath);
  const rows = useData<Transaction[]>(rowsPath);
  const { overview } = words;
  return (
    <Screen
      title={overview.title}
      tools={<p class="hint">{`${overview.hello(who.value?.name ?? "")} · ${monthName(month, language)}`}</p>}
    >
      <div class="figures">
        <Loading from={balances} path={balancesPath}>
          {(found) => (
            <>
              <Figure big label={overview.today} cents={found.balances.find(({ date }) => date === today)?.balance ?? 0} />
              <Figure label={overview.monthEnd} cents={monthEnd(found)} />
            </>
          )}
        </Loading>
        {rows.data && <Month rows={rows.data} />}
      </div>
      <div class="columns">
        <Bills today={today} />
        <section class="panel flush" aria-labelledby="latest">
          <header class="panel-head">
            <h2 id="latest">{overview.latest}</h2>
            <a href="/transactions">{overview.all}</a>
          </header>
          <Loading from={rows} path={rowsPath}>
            {(found) =>
              found.length === 0 ? (
                <Empty text={words.list.empty}>
                  <a class="button main" href="/transactions/new">
                    {words.entry.title}
                  </a>
                </Empty>
              ) : (
                <ul>
                  {found.slice(0, 7).map((row) => (
                    <Row key={row.id} row={row} />
                  ))}
                </ul>
              )
            }
          </Loading>
        </section>
      </div>
    </Screen>
  );
}

/** Invoices that are due and have no payment yet have no row either. */
function monthEnd({ predicted_balance: predicted, balances }: Balances): number {
  return predicted - balances.reduce((sum, step) => sum + step.credit_card_invoices_to_pay, 0);
}

function Month({ rows }: { rows: readonly Transaction[] }) {
  const { inCents, outCents, allCents } = totalsOf(rows);
  const { overview } = words;
  return (
    <div class="figure wide">
      <dl class="trio">
        <div>
          <dt>{overview.in}</dt>
          <dd>
            <Money cents={inCents} />
          </dd>
        </div>
        <div>
          <dt>{overview.out}</dt>
          <dd>
            <Money cents={outCents} />
          </dd>
        </div>
        <div>
          <dt>{overview.result}</dt>
          <dd>
            <Money cents={allCents} />
          </dd>
        </div>
      </dl>
      <p class="hint">{overview.basis}</p>
    </div>
  );
}

function Figure({ label, cents, big = false }: { label: string; cents: number; big?: boolean }) {
  return (
    <dl class={big ? "figure big" : "figure"}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} plain />
      </dd>
    </dl>
  );
}

function Bills({ today }: { today: string }) {
  const path = `/invoices?start_date=${addDays(today, -365)}&end_date=${addDays(today, 45)}`;
  const invoices = useData<Invoice[]>(path);
  const cards = useData<Card[]>("/credit_cards").data;
  const { overview, cards: cardWords } = words;
  return (
    <section class="panel flush" aria-labelledby="bills">
      <header class="panel-head">
        <h2 id="bills">{overview.bills}</h2>
        <a href="/credit_cards">{words.nav.cards}</a>
      </header>
      <Loading from={invoices} path={path}>
        {(found) => {
          const owed = found.filter(
            ({ balance_cents: cents, status }) => cents < 0 && status !== "partial" && status !== "future",
          );
          if (owed.length === 0) return <Empty text={overview.noBills} />;
          return (
            <ul>
              {owed.map((invoice) => (
                <li class="row" key={`${invoice.credit_card_id}-${invoice.id}`}>
                  <a href={`/credit_cards/${invoice.credit_card_id}/invoices/${invoice.id}`}>
                    <span class="what">
                      <strong>{cards?.find(({ id }) => id === invoice.credit_card_id)?.name ?? words.nav.cards}</strong>
                      <span class="hint">
                        {cardWords.isDue(shortDay(invoice.date, language))} · <Status status={invoice.status} />
                      </span>
                    </span>
                    <span class="much">
                      <Money cents={invoice.balance_cents} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          );
        }}
      </Loading>
    </section>
  );
}
