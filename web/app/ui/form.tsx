// Forms: the refusal on top, the fields, and the submit button.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Field } from "./field.tsx";
import { FormProblem } from "./problems.tsx";
import type { FormState } from "./use_sending.ts";
import { formWords } from "./words.ts";

export interface FormProps {
  sending: FormState;
  /** Throws a Refusal. */
  save: () => Promise<void>;
  /** Label of the submit button. */
  act?: string;
  /** Whether the submit button is disabled. */
  isOff?: boolean;
  destroys?: boolean;
  /** Additional buttons. */
  acts?: ComponentChildren;
  /** Runs on Ctrl+Enter instead of `save`. */
  another?: () => Promise<void>;
  class?: string;
  children?: ComponentChildren;
}

export function Form({ sending, save, act, isOff = false, destroys = false, acts, another, children, ...props }: FormProps) {
  const submit = () => sending.send(save);
  return (
    <form
      ref={sending.form}
      class={props.class ?? "form"}
      noValidate
      onSubmit={submitHandler(submit)}
      onKeyDown={(event) => {
        if (!another || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return pressInForm(event, submit);
        event.preventDefault();
        void sending.send(another);
      }}
    >
      <FormProblem problem={sending.problem.value} retry={sending.retry} />
      {children}
      <div class="acts">
        <button class={destroys ? "main destroys" : "main"} type="submit" disabled={isOff || sending.sending}>
          {act ?? formWords.save}
        </button>
        {acts}
      </div>
    </form>
  );
}

export const submitHandler = (save: () => Promise<void>) => (event: Event) => {
  event.preventDefault();
  void save();
};

/** Enter saves from any field and ↓ opens a select. By default selects would take both keys themselves. */
export function pressInForm(event: KeyboardEvent, save: () => void): void {
  const { target, key } = event;
  if (!(target instanceof HTMLSelectElement) || isPickerOpen(target)) return;
  if (key === "Enter") save();
  else if (key === "ArrowDown" && "showPicker" in target) target.showPicker();
  else return;
  event.preventDefault();
}

/** Browsers without `:open` handle the keys themselves. */
function isPickerOpen(list: HTMLSelectElement): boolean {
  try {
    return list.matches(":open");
  } catch {
    return false;
  }
}

export interface ValueProps<Value> {
  label: string;
  value: Signal<Value>;
  problem?: string | undefined;
  hint?: string | undefined;
}

interface TextFieldProps extends ValueProps<string> {
  type?: "text" | "email" | "tel" | "password" | "url" | "number" | "color" | "date" | "datetime-local";
  inputMode?: "numeric" | "decimal";
  autoComplete?: string;
  maxLength?: number;
  min?: number | string;
  max?: number;
  placeholder?: string;
  readOnly?: boolean;
  class?: string;
  onBlur?: () => void;
  /** Computes the new value of the field from the typed one. */
  reads?: (before: string, typed: string) => string;
}

export function TextField({ label, value, problem, hint, reads, ...rest }: TextFieldProps) {
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      {(props) => (
        <input
          {...(rest as object)}
          {...props}
          value={value.value}
          // A number is typed anew more often than it is edited.
          {...(rest.type === "number" && { onClick: (event: Event) => (event.currentTarget as HTMLInputElement).select() })}
          onInput={({ currentTarget: field }) => {
            if (reads) field.value = reads(value.value, field.value);
            value.value = field.value;
          }}
        />
      )}
    </Field>
  );
}

export type Option = readonly [value: string, label: string];

interface SelectFieldProps extends ValueProps<string> {
  options: readonly Option[];
  onChosen?: () => void;
}

export function SelectField({ label, value, options, problem, hint, onChosen }: SelectFieldProps) {
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      {(props) => (
        <select
          {...props}
          value={value.value}
          onChange={(event) => {
            value.value = event.currentTarget.value;
            onChosen?.();
          }}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export const optionsOf = (records: readonly { id: number; name: string }[]): Option[] =>
  records.map(({ id, name }) => [String(id), name]);

export function CheckField({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value.value} onChange={(event) => (value.value = event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
