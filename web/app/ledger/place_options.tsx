// Accounts and cards, as choices.
import type { Account, Card } from "../rules/records.ts";
import type { Option } from "../ui/form.tsx";

export const placeOptions = (accounts: readonly Account[], cards: readonly Card[]): Option[] => [
  ...accounts.map(({ id, name }): Option => [`account:${id}`, name]),
  ...cards.map(({ id, name }): Option => [`card:${id}`, name]),
];

export function PlaceOptions({ accounts, cards }: { accounts: readonly Account[]; cards: readonly Card[] }) {
  return (
    <>
      {placeOptions(accounts, cards).map(([place, name]) => (
        <option key={place} value={place}>
          {name}
        </option>
      ))}
    </>
  );
}
