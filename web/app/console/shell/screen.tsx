// The head of a screen of the console: its title and its tools.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { joinParts } from "../../ui/join_parts.ts";
import { shellWords } from "./words.ts";

interface ScreenProps {
  title: string;
  /** Beside the title. */
  hint?: ComponentChildren;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function Screen({ title, hint, tools, children }: ScreenProps) {
  useEffect(() => {
    document.title = joinParts(title, shellWords.console, document.documentElement.dataset.brand);
  }, [title]);
  return (
    <>
      <header class="screen-head">
        <div>
          <h1>{title}</h1>
          {hint && <p class="hint">{hint}</p>}
        </div>
        {tools && <div class="acts">{tools}</div>}
      </header>
      {children}
    </>
  );
}
