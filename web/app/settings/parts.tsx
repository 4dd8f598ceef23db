// Sections of the settings, and formats of dates in them.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { language } from "../language.ts";

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

export function dayAndTime(moment: string): string {
  return new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

export function day(moment: string): string {
  return new Date(moment).toLocaleDateString(language, { dateStyle: "medium" });
}
