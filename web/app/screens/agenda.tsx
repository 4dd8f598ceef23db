// /agenda: what is due in a month, as a calendar and as a list, with the balance of each day; and its address for other calendars.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { AgendaAddress } from "../agenda_address.tsx";
import { Calendar } from "../calendar.tsx";
import { ExpectedRow } from "../expected.tsx";
import { useKeys } from "../keys.ts";
import { MonthSwitcher } from "../month_switcher.tsx";
import { Empty, Loading, Money, Screen, useData } from "../parts.tsx";
import { here } from "../router.ts";
import { balanceByDay, dueByDay, listedDays } from "../rules/agenda.ts";
import { dayName } from "../rules/day_names.ts";
import { dayOf, daysBetween, isMonth, lastDayOf, monthOf } from "../rules/days.ts";
import type { Card, Expected, Forecast, Invoice, Transaction } from "../rules/records.ts";
import { WALK } from "../walk.ts";
import { agenda as text } from "../words/agenda.ts";
import { language } from "../words.ts";

const MOST_DAYS = 731;

export function Agenda() {
  useKeys(WALK);
  const { query } = here.value;
  const today = dayOf(new Date());
  const month = isMonth(query.month) ? query.month : monthOf(today);
  const period = `start_date=${month}-01&end_date=${lastDayOf(month)}`;
  const rowsPath = `/transactions?${period}`;
  const rows = useData<Transaction[]>(rowsPath);
  const invoices = useData<Invoice[]>(`/invoices?${period}`).data;
  const cards = useData<Card[]>("/credit_cards").data;
  const balances = useBalances(month, period, today);
  const chosen = useSignal<string | undefined>(undefined);
  useEffect(() => {
    chosen.value = undefined;
  }, [month]);
  const cardName = (id: number) => cards?.find((card) => card.id === id)?.name ?? "";
  return (
    <Screen
      title={text.title}
      tools={
        <MonthSwitcher
          month={month}
          today={monthOf(today)}
          href={(each) => (each === monthOf(today) ? "/agenda" : `/agenda?month=${each}`)}
        />
      }
    >
      <Loading from={rows} path={rowsPath}>
        {(found) => {
          const due = dueByDay(found, invoices ?? [], cardName);
          return (
            <div class="agenda">
              <Calendar {...{ month, today, due, balances }} chosen={chosen.value} onChoose={(day) => (chosen.value = day)} />
              <List {...{ due, balances, today }} chosen={chosen.value} onAll={() => (chosen.value = undefined)} />
            </div>
          );
        }}
      </Loading>
      <AgendaAddress />
    </Screen>
  );
}

/** Both are asked for, also where the month has nothing of one. */
function useBalances(month: string, period: string, today: string): ReadonlyMap<string, number> {
  const past = useData<{ balances: { date: string; balance: number }[] }>(`/balances?${period}&periodicity=daily`).data;
  const ahead = Math.min(MOST_DAYS, Math.max(1, daysBetween(today, lastDayOf(month))));
  const forecast = useData<Forecast>(`/forecast?days=${ahead}`).data;
  return balanceByDay(past?.balances ?? [], forecast, today);
}

interface ListProps {
  due: ReadonlyMap<string, Expected[]>;
  balances: ReadonlyMap<string, number>;
  today: string;
  chosen: string | undefined;
  onAll: () => void;
}

function List({ due, balances, today, chosen, onAll }: ListProps) {
  const days = listedDays(due, { chosen, today });
  return (
    <section class="panel flush" aria-live="polite">
      <header class="panel-head">
        <h2>{text.coming}</h2>
        {chosen && (
          <button type="button" class="small" onClick={onAll}>
            {text.allDays}
          </button>
        )}
      </header>
      {days.every(({ rows }) => rows.length === 0) && <Empty text={chosen ? text.nothingOn : text.nothing} />}
      {days.map(({ date, rows }) => (
        <section class="day" key={date} aria-label={dayName(date, language)}>
          <h3>
            <span>{dayName(date, language)}</span>
            {balances.has(date) && (
              <span>
                {text.balance} <Money cents={balances.get(date) ?? 0} plain />
              </span>
            )}
          </h3>
          <ul>
            {rows.map((row) => (
              <ExpectedRow key={`${row.kind}${row.transaction_id}${row.credit_card_id}`} row={row} showsDay={false} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
