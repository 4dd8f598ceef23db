// What a list says that has nothing in it.
import type { ComponentChildren } from "preact";

export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <p>{text}</p>
      {children}
    </div>
  );
}
