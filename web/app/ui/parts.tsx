// What the screens are made of.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { type Loaded, load, resource, use } from "../data/api.ts";
import { isReadOnly } from "../data/role.ts";
import { type OpenSpace, openSpace } from "../data/space.ts";
import { amountsHidden } from "../data/state.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";
import type { Refusal } from "../rules/records.ts";
import { shellWords } from "../shell/words.ts";
import { Failed, isForNow } from "./trouble.tsx";
import { uiWords } from "./words.ts";

/** What a path of finance answers, now and whenever something was written. */
export function useData<T>(path: string): Loaded<T> {
  const found = resource<T>(path);
  // Asked for before anything is painted.
  useLayoutEffect(() => use(path), [path]);
  return found.value;
}

/** Income and expense differ by sign and word, never by colour alone. */
export function Money({ cents, plain = false }: { cents: number; plain?: boolean }) {
  if (amountsHidden.value)
    return (
      <span class="money">
        <span aria-hidden="true">•••••</span>
        <span class="unseen">{uiWords.hidden}</span>
      </span>
    );
  const tone = plain || cents === 0 ? "" : cents < 0 ? " out" : " in";
  return <span class={`money${tone}`}>{formatCents(cents, language)}</span>;
}

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="1.9"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}

const SHAPES = {
  home: "M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  plus: "M12 5v14M5 12h14",
  card: "M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18M7 15h3",
  bank: "M3 10l9-6 9 6M5 10v8M9.5 10v8M14.5 10v8M19 10v8M3 20h18",
  more: "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  target: "M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M12 12l8-8M17 3v4h4",
  calendar: "M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 10.5h16M8.5 3.5V8M15.5 3.5V8",
  forecast: "M3 17l5-6 4 4 5-8M17 7h4v4",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  tag: "M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01",
  arrive: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  bars: "M5 20v-7M12 20V4M19 20v-11",
  check: "M5 12.5l4.5 4.5L19 7.5",
};

interface ScreenProps {
  title: string;
  tools?: ComponentChildren;
  /** There is nothing on it for those who may only look. */
  writes?: boolean;
  children: ComponentChildren;
}

export function Screen({ title, tools, writes = false, children }: ScreenProps) {
  const { hasOthers } = openSpace.value;
  const name = nameOfSpace(openSpace.value);
  useEffect(() => {
    document.title = [title, hasOthers && name, document.documentElement.dataset.brand].filter(Boolean).join(" · ");
  }, [title, hasOthers, name]);
  return (
    <>
      <header class="screen-head">
        <div>
          <SpaceName />
          <h1>{title}</h1>
        </div>
        {tools}
      </header>
      {writes && isReadOnly.value ? (
        <div class="panel">
          <Empty text={shellWords.readOnly} />
        </div>
      ) : (
        children
      )}
    </>
  );
}

const nameOfSpace = ({ isOwn, name }: OpenSpace) => (isOwn ? shellWords.space.own : shellWords.space.of(name));

/** Quiet where there is one alone. With others it leads to them, and that of somebody else cannot be overlooked. */
function SpaceName() {
  const { isOwn, hasOthers } = openSpace.value;
  const name = nameOfSpace(openSpace.value);
  if (!hasOthers) return <p class="space-name">{name}</p>;
  return (
    <a class={isOwn ? "space-name several" : "space-name several foreign"} href="/settings/household">
      <span>
        <Icon name="home" />
        {name}
      </span>
    </a>
  );
}

/** What is loaded is drawn; what failed says why, and can be tried again. */
export function Loading<T>({
  from,
  path,
  children,
}: {
  from: Loaded<T>;
  path: string;
  children: (data: T) => ComponentChildren;
}) {
  if (from.data !== undefined)
    return (
      <>
        {from.problem && isForNow(from.problem) && (
          <Failed problem={from.problem} {...(from.at && { at: from.at })} retry={() => void load(path)} />
        )}
        {children(from.data)}
      </>
    );
  if (from.problem) return <Failed problem={from.problem} retry={() => void load(path)} />;
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{uiWords.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** What ties an input to its label, its hint and its problem. */
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

/** A labelled input with what is wrong with it tied to it. */
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

/** The state of a form that is being sent: what was refused, by field, and whether it is on its way. */
export function useSending() {
  const sending = useSignal(false);
  const problem = useSignal<Refusal | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // With the problem itself: a little later somebody may be typing elsewhere.
  useLayoutEffect(() => {
    if (problem.value) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem.value]);
  const last = useRef<() => Promise<void>>(undefined);
  const send = async (work: () => Promise<void>) => {
    if (sending.value) return;
    last.current = work;
    sending.value = true;
    problem.value = undefined;
    await work().catch((error: Refusal) => {
      problem.value = error;
    });
    sending.value = false;
  };
  const at = (...fields: string[]) => fields.flatMap((field) => problem.value?.errors[field] ?? [])[0];
  // What is being typed is not sent by itself.
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

/** A refusal that was found here, before anything was sent. */
export function ownRefusal(errors: Record<string, string>, status = 422): Refusal {
  const listed = Object.entries(errors).map(([field, text]) => [field, [text]]);
  return { status, message: "", requestId: "", errors: Object.fromEntries(listed) };
}
