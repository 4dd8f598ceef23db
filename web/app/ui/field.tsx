// A labelled input with its hint and its problem.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** Attributes that connect an input to its label, its hint and its problem. */
export interface FieldInput {
  id: string;
  "aria-invalid"?: "true";
  "aria-describedby"?: string;
}

interface FieldProps {
  label: string;
  problem?: string | undefined;
  hint?: string;
  children: (props: FieldInput) => ComponentChildren;
}

export function Field({ label, problem, hint, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(problem && { "aria-invalid": "true" as const }), ...(described && { "aria-describedby": described }) })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
