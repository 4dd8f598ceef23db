// The mark of an account or a card. Decoration: the name stands beside it.
import { bankMarkOf } from "../rules/banks.ts";

export function BankMark({ name }: { name: string }) {
  const { letters, colour, isLight } = bankMarkOf(name);
  return (
    <span class={isLight ? "bank-mark light" : "bank-mark"} style={{ background: colour }} aria-hidden="true">
      {letters}
    </span>
  );
}
