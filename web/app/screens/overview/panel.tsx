// A block of the overview: its title with a link to more of it, and what it shows.
import type { ComponentChildren } from "preact";
import { overviewWords } from "./words.ts";

interface PanelProps {
  title: string;
  hint?: string | undefined;
  more: string;
  moreText?: string;
  children: ComponentChildren;
}

export function Panel({ title, hint, more, moreText = overviewWords.all, children }: PanelProps) {
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{title}</h2>
        <a href={more} aria-label={`${moreText}: ${title}`}>
          {moreText}
        </a>
      </header>
      {hint && <p class="hint panel-hint">{hint}</p>}
      {children}
    </section>
  );
}
