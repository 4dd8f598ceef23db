// A field for a day, typed in short forms in the order of the app's language, or picked from a calendar. Native fields would use the browser's language.
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { language } from "../language.ts";
import { dayName, numericDay } from "../rules/day_names.ts";
import { addDays } from "../rules/days.ts";
import { parseDay } from "../rules/typed_day.ts";
import { Field, type FieldInput } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { useLate } from "./use_late.ts";
import { dayFieldWords } from "./words.ts";

/** Touch keyboards get hints for digits only. */
const hasKeys = () => matchMedia("(hover: hover)").matches;

interface DayFieldProps {
  label: string;
  /** Empty while the text is no day. */
  value: Signal<string>;
  problem?: string | undefined;
}

export function DayField({ label, value, problem }: DayFieldProps) {
  const isTyped = useSignal(false);
  const hint =
    isTyped.value && value.value !== "" ? dayName(value.value, language) : hasKeys() ? dayFieldWords.hint : dayFieldWords.digits;
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(props) => (
        <DayInput
          input={props}
          value={value.value}
          onInput={(day, typed) => {
            value.value = day;
            isTyped.value = typed !== undefined;
          }}
        />
      )}
    </Field>
  );
}

interface DayInputProps {
  input: FieldInput;
  value: string;
  /** `day` is empty if the text is no day. Without `typed`, the day was picked or stepped to. */
  onInput: (day: string, typed?: string) => void;
}

export function DayInput({ input, value, onInput }: DayInputProps) {
  const typed = useSignal<string | undefined>(undefined);
  const field = useRef<HTMLDivElement>(null);
  const picker = useLate(() => import("./day_picker.tsx"));
  const today = currentDay();
  const set = (day: string, text?: string) => {
    typed.value = text;
    onInput(day, text);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || value === "") return;
    event.preventDefault();
    set(addDays(value, step));
  };
  return (
    <div class="day-field" ref={field}>
      <input
        {...input}
        name="date"
        autoComplete="off"
        {...(!hasKeys() && { inputMode: "numeric" as const })}
        value={typed.value ?? (value === "" ? "" : numericDay(value, language))}
        onInput={({ currentTarget: { value: text } }) => set(parseDay(text, today, language) ?? "", text)}
        onBlur={() => {
          if (value !== "") typed.value = undefined;
        }}
        onKeyDown={press}
      />
      <button type="button" class="quiet" aria-label={dayFieldWords.pick} onClick={picker.open}>
        <Icon name="calendar" />
      </button>
      {picker.part && (
        <picker.part.DayPicker
          value={value}
          near={field.current?.getBoundingClientRect()}
          onPick={(day) => set(day)}
          onClose={picker.close}
        />
      )}
    </div>
  );
}
