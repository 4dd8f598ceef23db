// Sections of a screen with lines in them, and formats of moments.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { language } from "../language.ts";
import { Empty } from "./empty.tsx";
import { joinParts } from "./join_parts.ts";

export function Section({ title, hint, acts, children }: SectionProps) {
  const id = useId();
  return (
    <section class="panel form section" aria-labelledby={id}>
      <header>
        <div class="said">
          <h2 id={id}>{title}</h2>
          {hint && <p class="hint">{hint}</p>}
        </div>
        {acts && <div class="acts">{acts}</div>}
      </header>
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

interface LinesProps<Item> {
  items: readonly Item[];
  /** Says that there are none. */
  empty: string;
  children: (item: Item) => ComponentChildren;
}

export function Lines<Item>({ items, empty, children }: LinesProps<Item>) {
  return items.length === 0 ? <Empty text={empty} /> : <ul class="lines">{items.map(children)}</ul>;
}

interface LineProps {
  mark?: ComponentChildren;
  title: ComponentChildren;
  /** Empty ones are left out. */
  hints: readonly unknown[];
  /** Buttons and dialogs. */
  children?: ComponentChildren;
}

export function Line({ mark, title, hints, children }: LineProps) {
  return (
    <li>
      {mark}
      <span class="what">
        <strong>{title}</strong>
        <span class="hint">{joinParts(...hints)}</span>
      </span>
      {children}
    </li>
  );
}

export function dayAndTime(moment: string): string {
  return new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(language, { dateStyle: "medium" });
}
