// Whether a new row repeats: every month, or in instalments. Small as long as it does not.
import type { Repeat } from "../rules/entry.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import type { FormState } from "../ui/use_sending.ts";
import { REPEATS } from "./repeat_options.ts";
import { entryWords } from "./words.ts";

export interface Repetition {
  repeat: Repeat;
  /** How many instalments, as typed. */
  parts: string;
}

export const ONCE: Repetition = { repeat: "once", parts: "2" };

interface RepeatCellProps {
  value: Repetition;
  onChange: (value: Repetition) => void;
  at: FormState["at"];
}

export function RepeatCell({ value, onChange, at }: RepeatCellProps) {
  return (
    <>
      <span class={value.repeat === "once" ? "repeat-cell" : "repeat-cell on"} title={entryWords.repeat}>
        <Icon name="repeat" />
        <select
          name="repeat"
          aria-label={entryWords.repeat}
          value={value.repeat}
          onChange={(event) => onChange({ ...value, repeat: event.currentTarget.value as Repeat })}
        >
          {REPEATS.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </span>
      {value.repeat === "parts" && (
        <Field label={entryWords.howMany} problem={at("installments_attributes", "total")}>
          {(props) => (
            <input
              {...props}
              class="repeat-parts"
              name="parts"
              type="number"
              min={2}
              max={480}
              value={value.parts}
              onClick={(event) => event.currentTarget.select()}
              onInput={(event) => onChange({ ...value, parts: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
