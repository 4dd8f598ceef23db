// A month as a table of days. Arrows move, Enter selects a day; narrow screens show marks instead of amounts.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { monthDays, monthRule } from "../../months.ts";
import type { BalancePoint } from "../../rules/balance_points.ts";
import { longDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import type { ExpectedEntry } from "../../rules/records.ts";
import { shortCents } from "../../rules/round_money.ts";
import { weeksOf } from "../../rules/weeks.ts";
import { dayPickerWords } from "../../ui/day_picker_words.ts";
import { overviewWords } from "../overview/words.ts";
import { agendaWords } from "./words.ts";

interface CalendarProps {
  month: string;
  today: string;
  due: ReadonlyMap<string, ExpectedEntry[]>;
  balances: ReadonlyMap<string, BalancePoint>;
  chosen: string | undefined;
  onChoose: (day: string) => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function Calendar({ month, today, due, balances, chosen, onChoose }: CalendarProps) {
  const table = useRef<HTMLTableElement>(null);
  const reached = useSignal<string | undefined>(undefined);
  const { first, last } = monthDays(month);
  const isIn = (day: string) => day >= first && day <= last;
  const current = [reached.value, today].find((day) => day !== undefined && isIn(day)) ?? first;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = addDays(current, by);
    if (!isIn(next)) return;
    reached.value = next;
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div class="sideways">
      <table class="panel calendar" ref={table} aria-label={agendaWords.calendar} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {dayPickerWords.weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span class="unseen">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, monthRule()).map((week, index) => (
            <tr key={`${month}${index}`}>
              {week.map((day, column) =>
                day ? (
                  <td key={day}>
                    <Day
                      day={day}
                      rows={due.get(day) ?? []}
                      at={balances.get(day)}
                      isToday={day === today}
                      isChosen={day === chosen}
                      isReached={day === current}
                      onChoose={() => {
                        reached.value = day;
                        onChoose(day);
                      }}
                    />
                  </td>
                ) : (
                  <td key={dayPickerWords.weekdays[column]} class="outside" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  day: string;
  rows: readonly ExpectedEntry[];
  at: BalancePoint | undefined;
  isToday: boolean;
  isChosen: boolean;
  isReached: boolean;
  onChoose: () => void;
}

const MOST_ROWS = 3;

function Day({ day, rows, at, isToday, isChosen, isReached, onChoose }: DayProps) {
  const store = useStore();
  const balance = at?.balance_cents;
  const label = agendaWords.day(
    longDay(day, language, currentDay()),
    rows.length,
    at ? `${figureWords.balance[at.when]} ${amountText(store, at.balance_cents)}` : "",
  );
  return (
    <button
      type="button"
      class={["calendar-day", isToday && "today", balance !== undefined && balance < 0 && "negative"].filter(Boolean).join(" ")}
      data-day={day}
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isChosen}
      {...(isToday && { "aria-current": "date" as const })}
      onClick={onChoose}
    >
      <span class="unseen">{label}</span>
      <span class="number" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span class="items" aria-hidden="true">
        {rows.slice(0, rows.length > MOST_ROWS ? MOST_ROWS - 1 : MOST_ROWS).map((row) => (
          <span
            key={`${row.kind}${row.transaction_id}${row.credit_card_id}`}
            class={[row.amount_cents < 0 ? "item out" : "item in", row.paid && "paid"].filter(Boolean).join(" ")}
          >
            {row.kind === "invoice" ? overviewWords.invoice(row.description) : row.description}
          </span>
        ))}
        {rows.length > MOST_ROWS && <span class="item-more">{agendaWords.more(rows.length - MOST_ROWS + 1)}</span>}
      </span>
      <span class="dots">
        {rows.slice(0, MOST_ROWS).map((row) => (
          <i
            key={`${row.kind}${row.transaction_id}${row.credit_card_id}`}
            class={[row.amount_cents < 0 ? "out" : "in", row.paid && "paid"].filter(Boolean).join(" ")}
          />
        ))}
      </span>
      {balance !== undefined && (
        <span class="day-balance" aria-hidden="true">
          {store.amountsHidden.value ? "•••" : shortCents(balance, language)}
        </span>
      )}
    </button>
  );
}
