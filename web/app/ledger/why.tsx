// "Why?" beside a total: what counts in it, and lines that add up to it.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "../ui/dialog.tsx";
import { Money } from "./money.tsx";
import { whyWords } from "./why_words.ts";

interface WhyProps {
  /** The name of the figure. */
  figure: string;
  /** What counts, by which basis and up to which day. */
  counts: string;
  totalCents: number;
  /** `WhyLine`s that add up to the total. They may load data of their own, because they are created when it opens. */
  children: ComponentChildren;
}

export function Why({ figure, counts, totalCents, children }: WhyProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="why-button" aria-label={`${whyWords.why} ${figure}`} onClick={() => (isOpen.value = true)}>
        {whyWords.why}
      </button>
      {isOpen.value && (
        <Dialog title={figure} onClose={() => (isOpen.value = false)}>
          <p class="hint">{counts}</p>
          <ol class="why">
            {children}
            <li class="total">
              <strong>{figure}</strong>
              <Money cents={totalCents} plain />
            </li>
          </ol>
        </Dialog>
      )}
    </>
  );
}

interface WhyLineProps {
  text: string;
  cents: number | undefined;
  /** Where the rows of the line are listed. */
  href?: string | undefined;
}

export function WhyLine({ text, cents, href }: WhyLineProps) {
  return (
    <li>
      {href ? <a href={href}>{text}</a> : <span>{text}</span>}
      {cents !== undefined && <Money cents={cents} plain />}
    </li>
  );
}
