// The mark of an account or a card. Decoration: the name stands beside it.
import { bankMarkOf } from "../rules/banks.ts";

export function BankMark({ name }: { name: string }) {
  const { letters, colour, shade = "" } = bankMarkOf(name);
  return (
    <span class={`bank-mark ${shade}`} style={{ background: colour }} aria-hidden="true">
      {letters}
    </span>
  );
}
