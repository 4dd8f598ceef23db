// What the settings are made of: sections, fields that hold a text, and forms that say what was refused.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Field, FormProblem, type useSending } from "../parts.tsx";
import type { Refusal } from "../rules/records.ts";
import { language } from "../words.ts";
import { texts } from "./texts.ts";

export function Section({ title, hint, acts, children }: SectionProps) {
  const id = useId();
  return (
    <section class="panel form section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {acts && <div class="acts">{acts}</div>}
      </header>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  );
}

interface SectionProps {
  title: string;
  hint?: string;
  acts?: ComponentChildren;
  children?: ComponentChildren;
}

interface TextFieldProps {
  type?: "text" | "email" | "tel" | "password" | "date" | "url";
  inputMode?: "numeric";
  autoComplete?: string;
  maxLength?: number;
  readOnly?: boolean;
  label: string;
  value: Signal<string>;
  problem?: string | undefined;
  hint?: string;
}

export function TextField({ label, value, problem, hint, ...rest }: TextFieldProps) {
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      {(props) => (
        <input
          {...(rest as object)}
          {...props}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  label: string;
  value: Signal<string>;
  options: readonly (readonly [value: string, label: string])[];
  problem?: string | undefined;
  hint?: string;
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

type Sending = ReturnType<typeof useSending>;

/** `save` throws what was refused. */
export function Form({ sending, act, save, isOff = false, destroys = false, children }: FormProps) {
  return (
    <form
      ref={sending.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void sending.send(save);
      }}
    >
      <FormProblem problem={sending.problem.value && inWords(sending.problem.value)} />
      {children}
      <div class="acts">
        <button class={destroys ? "main destroys" : "main"} type="submit" disabled={isOff || sending.sending}>
          {act}
        </button>
      </div>
    </form>
  );
}

interface FormProps {
  sending: Sending;
  act: string;
  save: () => Promise<void>;
  isOff?: boolean;
  destroys?: boolean;
  children?: ComponentChildren;
}

/** Auth speaks English; what it refuses has words of ours by its code. */
export function inWords(refusal: Refusal): Refusal {
  const said = texts.refusals[refusal.code ?? ""];
  return said ? { ...refusal, message: said } : refusal;
}

export function dayAndTime(moment: string): string {
  return new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(language, { dateStyle: "medium" });
}
