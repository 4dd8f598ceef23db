// The amount while it is typed on the keypad: large, with the calculation above it. Digits that are not typed yet are pale.
import { language } from "../../language.ts";
import { entryWords } from "../../ledger/words.ts";
import { isCalculation, keypadCents, showKeypad } from "../../rules/keypad.ts";
import { formatCents, plainAmount } from "../../rules/money.ts";

export function TypedTotal({ text }: { text: string }) {
  const cents = keypadCents(text) ?? 0;
  const isSum = isCalculation(text);
  const amount = plainAmount(cents, language);
  const typed = isSum ? amount : showKeypad(text, language);
  const point = amount.length - 3;
  return (
    <div class="typed-total">
      <p class="hint" aria-hidden="true">
        {isSum && showKeypad(text, language)}
      </p>
      <p class={typed === "" ? "total pale" : "total"} aria-hidden="true">
        <small>R$</small> {amount.slice(0, point)}
        <small>
          {typed.slice(point)}
          <span class="pale">{amount.slice(Math.max(point, typed.length))}</span>
        </small>
      </p>
      <output class="unseen" aria-label={entryWords.amount}>
        {formatCents(cents, language)}
      </output>
    </div>
  );
}
