// The state of a form while it is sent.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Refusal } from "../rules/records.ts";

/** Whether it is being sent, what was refused, and the problem of each field. */
export function useSending() {
  const sending = useSignal(false);
  const problem = useSignal<Refusal | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // A layout effect: a later one would take the focus from a field in which somebody already types.
  useLayoutEffect(() => {
    if (problem.value) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem.value]);
  const last = useRef<() => Promise<void>>(undefined);
  const send = async (work: () => Promise<void>) => {
    if (sending.value) return;
    last.current = work;
    sending.value = true;
    problem.value = undefined;
    await work().catch((error: Refusal) => (problem.value = error));
    sending.value = false;
  };
  const at = (...fields: string[]) => fields.flatMap((field) => problem.value?.errors[field] ?? [])[0];
  // Once somebody types again, the form is no longer resent automatically.
  useEffect(() => {
    const { current } = form;
    if (!problem.value?.retryAfter || !current) return;
    const stop = () => {
      const { retryAfter: _, ...left } = problem.value as Refusal;
      problem.value = left;
    };
    current.addEventListener("input", stop, { once: true });
    return () => current.removeEventListener("input", stop);
  }, [problem.value]);
  const retry = () => {
    if (last.current) void send(last.current);
  };
  return { form, send, at, sending: sending.value, problem, retry };
}

export type FormState = ReturnType<typeof useSending>;

/** A refusal by the app itself, before anything is sent. */
export function ownRefusal(errors: Record<string, string>, status = 422): Refusal {
  const entries = Object.entries(errors).map(([field, text]) => [field, [text]]);
  return { status, message: "", requestId: "", errors: Object.fromEntries(entries) };
}
