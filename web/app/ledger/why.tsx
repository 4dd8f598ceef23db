// "Why?" beside a total: what counts in it, and lines that add up to it.
import type { ComponentChildren } from "preact";
import { useLate } from "../ui/use_late.ts";
import { Money } from "./money.tsx";
import { whyWords } from "./why_words.ts";

export interface WhyProps {
  /** The name of the figure. */
  figure: string;
  /** What counts, by which basis and up to which day. */
  counts: string;
  totalCents: number;
  /** `WhyLine`s that add up to the total. They may load data of their own, because they are created when it opens. */
  children: ComponentChildren;
}

/** The dialog loads when it is opened: most totals are only read. */
export function Why(props: WhyProps) {
  const dialog = useLate(() => import("./why_dialog.tsx"));
  return (
    <>
      <button type="button" class="why-button" aria-label={`${whyWords.why} ${props.figure}`} onClick={dialog.open}>
        {whyWords.why}
      </button>
      {dialog.part && <dialog.part.WhyDialog {...props} onClose={dialog.close} />}
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
