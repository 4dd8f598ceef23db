// A calendar to pick a day from, in the app's language. Arrows move by day and week, Page Up and Page Down by month.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { language } from "../language.ts";
import { longDay, monthName } from "../rules/day_names.ts";
import { addDays, addMonths, lastDayOf, monthOf } from "../rules/days.ts";
import { weeksOf } from "../rules/weeks.ts";
import { dayPickerWords } from "./day_picker_words.ts";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { monthWords } from "./month_words.ts";

interface DayPickerProps {
  /** The chosen day, or empty. */
  value: string;
  /** The field, beside which wide screens show the calendar. */
  near?: DOMRect | undefined;
  onPick: (day: string) => void;
  onClose: () => void;
}

const STEPS: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => inMonth(day, -1),
  PageDown: (day) => inMonth(day, 1),
};

/** The same day some months away, or the last day of a shorter month. */
function inMonth(day: string, months: number): string {
  const month = addMonths(monthOf(day), months);
  const same = `${month}-${day.slice(8)}`;
  return same > lastDayOf(month) ? lastDayOf(month) : same;
}

export function DayPicker({ value, near, onPick, onClose }: DayPickerProps) {
  const today = currentDay();
  const reached = useSignal(value === "" ? today : value);
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [reached.value]);
  const month = monthOf(reached.value);
  const pick = (day: string) => {
    onPick(day);
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    reached.value = step(reached.value);
  };
  return (
    <Dialog title={dayPickerWords.title} onClose={onClose} class="day-picker" near={near}>
      <div class="month-switcher">
        <button
          type="button"
          class="quiet"
          aria-label={monthWords.previous}
          onClick={() => (reached.value = inMonth(reached.value, -1))}
        >
          <Icon name="left" />
        </button>
        <strong aria-live="polite">{monthName(month, language)}</strong>
        <button
          type="button"
          class="quiet"
          aria-label={monthWords.next}
          onClick={() => (reached.value = inMonth(reached.value, 1))}
        >
          <Icon name="right" />
        </button>
        <button type="button" class="small" onClick={() => pick(today)}>
          {dayPickerWords.today}
        </button>
      </div>
      <table ref={table} onKeyDown={press}>
        <thead>
          <tr>
            {dayPickerWords.weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name[0]?.toUpperCase()}</span>
                <span class="unseen">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={`${month}${index}`}>
              {week.map((day, column) => (
                <td key={day ?? column}>
                  {day && (
                    <button
                      type="button"
                      class="quiet"
                      tabIndex={day === reached.value ? 0 : -1}
                      aria-pressed={day === value}
                      aria-label={longDay(day, language, today)}
                      {...(day === today && { "aria-current": "date" as const })}
                      onClick={() => pick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
