// A select of months, named in the app's language. Native fields use the browser's language.
import { monthTitle, thisMonth } from "../months.ts";
import { addMonths } from "../rules/days.ts";
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
  const now = thisMonth();
  const near = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) => addMonths(now, MONTHS_AHEAD - index));
  const months = value === "" || near.includes(value) ? near : [value, ...near];
  return (
    <select {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">…</option>
      {months.map((month) => (
        <option key={month} value={month}>
          {monthTitle(month)}
        </option>
      ))}
    </select>
  );
}
