// A day that is typed in few letters, or picked from the browser's calendar. On touch the browser's own field is the best there is.
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { TextField } from "./form.tsx";
import { Field, Icon } from "./parts.tsx";
import { dayName, numericDay } from "./rules/day_names.ts";
import { addDays, dayOf } from "./rules/days.ts";
import { parseDay } from "./rules/typed_day.ts";
import { choose, language } from "./words.ts";

const text = choose(
  { hint: "hoje, ontem, 15, 15/3, +2", pick: "Abrir calendário" },
  { hint: "today, yesterday, 15, 3/15, +2", pick: "Open calendar" },
);

interface DayFieldProps {
  label: string;
  /** Empty while what is typed is no day. */
  value: Signal<string>;
  problem: string | undefined;
}

export function DayField({ label, value, problem }: DayFieldProps) {
  const typed = useSignal<string | undefined>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  // Browsers take long to make such a field, so it is made when it is needed.
  const picks = useSignal(false);
  useLayoutEffect(() => {
    if (picks.value) picker.current?.showPicker();
  }, [picks.value]);
  if (!matchMedia("(hover: hover)").matches) return <TextField label={label} value={value} problem={problem} type="date" />;
  const today = dayOf(new Date());
  const set = (day: string, shown?: string) => {
    value.value = day;
    typed.value = shown;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || value.value === "") return;
    event.preventDefault();
    set(addDays(value.value, step));
  };
  const pick = () => {
    picker.current?.showPicker();
    picks.value = true;
  };
  const hint = typed.value !== undefined && value.value !== "" ? dayName(value.value, language) : text.hint;
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(props) => (
        <div class="day-field">
          <input
            {...props}
            name="date"
            autoComplete="off"
            value={typed.value ?? (value.value === "" ? "" : numericDay(value.value, language))}
            onInput={({ currentTarget: { value: text } }) => set(parseDay(text, today, language) ?? "", text)}
            onBlur={() => {
              if (value.value !== "") typed.value = undefined;
            }}
            onKeyDown={press}
          />
          {picks.value && (
            <input
              ref={picker}
              class="unseen"
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              value={value.value}
              onInput={(event) => set(event.currentTarget.value)}
            />
          )}
          <button type="button" class="quiet" aria-label={text.pick} onClick={pick}>
            <Icon name="calendar" />
          </button>
        </div>
      )}
    </Field>
  );
}
