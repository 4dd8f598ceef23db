// Accounts and cards, as choices.
import type { Account, Card } from "./rules/records.ts";

export function PlaceOptions({ accounts, cards }: { accounts: readonly Account[]; cards: readonly Card[] }) {
  return (
    <>
      {accounts.map(({ id, name }) => (
        <option key={id} value={`account:${id}`}>
          {name}
        </option>
      ))}
      {cards.map(({ id, name }) => (
        <option key={`card${id}`} value={`card:${id}`}>
          {name}
        </option>
      ))}
    </>
  );
}
