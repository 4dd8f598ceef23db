// A select of months, named in the app's language. Native fields use the browser's language.
import { currentDay } from "../clock.ts";
import { language } from "../language.ts";
import { monthName } from "../rules/day_names.ts";
import { addMonths, monthOf } from "../rules/days.ts";
import type { FieldInput } from "./field.tsx";

const MONTHS_BACK = 24;
const MONTHS_AHEAD = 3;

interface MonthSelectProps {
  input: FieldInput;
  /** Empty if none is chosen. */
  value: string;
  onChange: (month: string) => void;
}

export function MonthSelect({ input, value, onChange }: MonthSelectProps) {
  const thisMonth = monthOf(currentDay());
  const near = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) => addMonths(thisMonth, MONTHS_AHEAD - index));
  const months = value === "" || near.includes(value) ? near : [value, ...near];
  return (
    <select {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">…</option>
      {months.map((month) => (
        <option key={month} value={month}>
          {monthName(month, language)}
        </option>
      ))}
    </select>
  );
}
