// Choices of a sheet as chips: each shows its value, and the picker of the phone opens on a tap.
import type { ComponentChildren } from "preact";

interface EntryChipProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is seen; the select lies over it. */
  face: ComponentChildren;
  class?: string | undefined;
  problem?: string | undefined;
  /** Options. */
  children: ComponentChildren;
}

export function EntryChip({ label, value, onChange, face, problem, children, ...props }: EntryChipProps) {
  return (
    <span class={`entry-chip ${props.class ?? ""}`}>
      <span class="entry-chip-face" aria-hidden="true">
        {face}
      </span>
      <select
        aria-label={label}
        {...(problem && { "aria-invalid": "true" as const })}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          // An option that only opens a dialog leaves the value as it was.
          currentTarget.value = value;
        }}
      >
        {children}
      </select>
    </span>
  );
}
