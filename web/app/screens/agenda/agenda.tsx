// /agenda: what is due in a month, as calendar and list, with daily balances; and its address for other calendars.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { useDayBalances } from "../../data/day_balances.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { language } from "../../language.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Money } from "../../ledger/money.tsx";
import { bySpace, daysQuery, monthOfDay, monthRule, thisMonth } from "../../months.ts";
import { daysToList, dueByDay } from "../../rules/agenda.ts";
import type { BalancePoint } from "../../rules/balance_points.ts";
import { dayName } from "../../rules/day_names.ts";
import { isMonth } from "../../rules/days.ts";
import type { Card, ExpectedEntry, Invoice, Transaction } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { ExpectedRow } from "../overview/expected_rows.tsx";
import { AgendaAddress } from "./agenda_address.tsx";
import { Calendar } from "./calendar.tsx";
import { agendaWords } from "./words.ts";

export function Agenda() {
  useKeys(LIST_NAVIGATION);
  const { query } = here.value;
  const today = currentDay();
  const now = thisMonth();
  const month = isMonth(query.month) ? query.month : now;
  const period = daysQuery(month);
  const rowsPath = bySpace(`/transactions?${period}`);
  const rows = useData<Transaction[]>(rowsPath);
  const invoices = useData<Invoice[]>(`/invoices?${period}`).data;
  const cards = useData<Card[]>("/credit_cards").data;
  const balances = useDayBalances(month);
  const chosen = useSignal<string | undefined>(undefined);
  useEffect(() => {
    chosen.value = undefined;
  }, [month]);
  const cardName = (id: number) => cards?.find((card) => card.id === id)?.name ?? "";
  return (
    <Screen
      title={agendaWords.title}
      tools={<MonthSwitcher month={month} today={now} href={(each) => (each === now ? "/agenda" : `/agenda?month=${each}`)} />}
    >
      <Loading from={rows} path={rowsPath}>
        {(list) => {
          const due = dueByDay(
            list,
            (invoices ?? []).filter(({ date }) => monthOfDay(date) === month),
            cardName,
          );
          return (
            <div class="agenda">
              <Calendar
                month={month}
                today={today}
                due={due}
                balances={balances}
                chosen={chosen.value}
                onChoose={(day) => (chosen.value = day)}
              />
              <List due={due} balances={balances} today={today} chosen={chosen.value} onAll={() => (chosen.value = undefined)} />
            </div>
          );
        }}
      </Loading>
      <AgendaAddress />
    </Screen>
  );
}

interface ListProps {
  due: ReadonlyMap<string, ExpectedEntry[]>;
  balances: ReadonlyMap<string, BalancePoint>;
  today: string;
  chosen: string | undefined;
  onAll: () => void;
}

function List({ due, balances, today, chosen, onAll }: ListProps) {
  const days = daysToList(due, { chosen, today, rule: monthRule() });
  return (
    <section class="panel flush" aria-live="polite">
      <header class="panel-head">
        <h2>{agendaWords.coming}</h2>
        {chosen && (
          <button type="button" class="small" onClick={onAll}>
            {agendaWords.allDays}
          </button>
        )}
      </header>
      {days.every(({ rows }) => rows.length === 0) && <Empty text={chosen ? agendaWords.nothingOn : agendaWords.nothing} />}
      {days.map(({ date, rows }) => (
        <section class="day" key={date} aria-label={dayName(date, language)}>
          <h3>
            <span>{dayName(date, language)}</span>
            <DayBalance at={balances.get(date)} />
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

function DayBalance({ at }: { at: BalancePoint | undefined }) {
  if (!at) return null;
  return (
    <span class="at-its-end">
      {figureWords.balance[at.when]} <Money cents={at.balance_cents} plain />
    </span>
  );
}
