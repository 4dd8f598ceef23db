// An amount typed on a phone: digits fill the cents from the right, until a comma, point or sign marks it as typed in full.
import { plainAmount } from "./money.ts";

export interface AmountInput {
  text: string;
  inFull: boolean;
}

/** The field's value after the user changed `before` to `text`. A paste counts as typed in full. */
export function typeAmount(before: AmountInput, text: string, language: string): AmountInput {
  if (/^[-−]?$/.test(text)) return { text, inFull: false };
  const [was, is] = [figuresOf(before.text), figuresOf(text)];
  const isOneMoreOrLess = !before.inFull && Math.abs(is.length - was.length) === 1;
  if (/^\d$/.test(text) || (isOneMoreOrLess && /^[-−]?[\d.,]+$/.test(text))) {
    const cents = Number(is) * (/^\d/.test(text) ? 1 : -1);
    if (!Number.isSafeInteger(cents)) return before;
    return { text: cents === 0 && is.length < was.length ? "" : plainAmount(cents, language), inFull: false };
  }
  const sign = before.inFull || !text.startsWith(before.text) ? undefined : text.slice(before.text.length);
  // Digits that filled the cents become whole reais.
  if (was !== "" && sign?.length === 1) {
    const [minus = ""] = /^[-−]/.exec(before.text) ?? [];
    return { text: `${minus}${Number(was)}${sign}`, inFull: true };
  }
  return { text, inFull: true };
}

const figuresOf = (text: string) => text.replace(/\D/g, "");
