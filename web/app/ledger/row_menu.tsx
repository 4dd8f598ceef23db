// The menu of a row, by right click, by the key of menus, or after a swipe.
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { isNeutral } from "../rules/figures.ts";
import type { Transaction } from "../rules/records.ts";
import { placeOf } from "../rules/row_place.ts";
import { toggled } from "../rules/selection.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { uiWords } from "../ui/words.ts";
import { addressWith } from "./list_address.ts";
import { rowActWords } from "./list_words.ts";
import { canBePaid, duplicate, markPaid, remove } from "./row_acts.ts";
import { type Names, placeNameOf, useNames } from "./row_names.ts";
import { rowWords } from "./row_words.ts";
import { canInspect, type Selection } from "./selection.tsx";

export function RowMenu({ selection }: { selection: Selection }) {
  const store = useStore();
  const names = useNames();
  const opened = selection.menu.value;
  if (!opened) return null;
  const { row, place } = opened;
  return (
    <Menu
      key={row.id}
      label={row.description}
      items={[...(store.isReadOnly.value ? [] : writeItems(store, row, selection)), ...readItems(row, names, selection)]}
      place={place}
      onClose={() => (selection.menu.value = undefined)}
    />
  );
}

function writeItems(store: Store, row: Transaction, selection: Selection): MenuItem[] {
  const edit: MenuItem = { label: uiWords.edit, icon: "edit", go: `/transactions/${row.id}` };
  const removes: MenuItem = { label: rowWords.remove, icon: "remove", destroys: true, go: () => void remove(store, row) };
  if (isNeutral(row)) return [edit, removes];
  const paid: MenuItem = {
    label: row.paid ? rowActWords.markUnpaid : rowActWords.markPaid,
    icon: "check",
    go: () => void markPaid(store, row),
  };
  return [
    edit,
    { label: rowWords.duplicate, icon: "copy", hint: "U", go: () => void duplicate(store, row) },
    ...(canBePaid(row) ? [paid] : []),
    { label: rowActWords.chooseCategory, icon: "grid", hint: "C", go: () => selection.begin("category", row.id) },
    {
      label: rowActWords.select,
      icon: "list",
      hint: "X",
      go: () => (selection.chosen.value = toggled(selection.chosen.value, row.id)),
    },
    removes,
  ];
}

function readItems(row: Transaction, names: Names, selection: Selection): MenuItem[] {
  const category = names.categories.get(row.category_id);
  const place = placeNameOf(names, row);
  const [tag] = row.tags;
  const filters: [label: string, change: Record<string, string>][] = [
    ...(category && !isNeutral(row) ? [[category.name, { category: `${category.id}` }] as [string, Record<string, string>]] : []),
    ...(place ? [[place, { place: placeOf(row) }] as [string, Record<string, string>]] : []),
    ...(tag ? [[`#${tag.name}`, { tag: tag.name }] as [string, Record<string, string>]] : []),
  ];
  return [
    ...(canInspect()
      ? [
          {
            label: rowActWords.details,
            icon: "info",
            hint: "I",
            isDivided: true,
            go: () => void selection.inspect(row.id),
          } as const,
        ]
      : []),
    ...filters.map(
      ([label, change], index): MenuItem => ({
        label: rowActWords.filterBy(label),
        icon: "filter",
        isDivided: index === 0,
        go: addressWith(change),
      }),
    ),
  ];
}
