// The message of an empty list.
import type { ComponentChildren } from "preact";

export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <p>{text}</p>
      {children}
    </div>
  );
}
