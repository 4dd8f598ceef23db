// Days of a long list: only rows near the screen are in the document. Keys, selection and focus reach all of them.
import { useSignal } from "@preact/signals";
import { useContext, useEffect, useMemo } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { useLongList } from "../keyboard/list_navigation.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import type { Day } from "../rules/ledger.ts";
import type { Transaction } from "../rules/records.ts";
import { here } from "../shell/router.ts";
import { VirtualRows } from "../ui/virtual_rows.tsx";
import { DayHeading } from "./day_heading.tsx";
import { listWords } from "./list_words.ts";
import { Row } from "./row.tsx";
import { useNames } from "./row_names.ts";
import { SelectionContext } from "./selection.tsx";

interface VirtualDaysProps {
  days: readonly Day[];
  balances: ReadonlyMap<string, BalancePoint> | undefined;
}

type Item = { day: Day } | { row: Transaction };

const WIDE = "(min-width: 56rem)";
/** In pixels, as the style has them. */
const HEIGHTS = { heading: 40, wide: 40, dense: 32, phone: 57, editing: 64 };

export function VirtualDays({ days, balances }: VirtualDaysProps) {
  const store = useStore();
  const names = useNames();
  const editing = useContext(SelectionContext)?.editing.value?.id;
  const isWide = useMedia(WIDE);
  const items = useMemo(() => days.flatMap((day): Item[] => [{ day }, ...day.rows.map((row) => ({ row }))]), [days]);
  const rowHeight = store.isDense.value ? HEIGHTS.dense : isWide ? HEIGHTS.wide : HEIGHTS.phone;
  // After a return the focused row is drawn at once, so that it can get the focus back.
  const drawn = useSignal(linkedRow());
  useLongList({
    ids: items.flatMap((item) => ("row" in item ? item.row.id : [])),
    focus: (id) => {
      if (focusRow(id)) return;
      drawn.value = id;
      // The row is drawn in the microtask before.
      queueMicrotask(() => focusRow(id));
    },
  });
  return (
    <VirtualRows
      items={items}
      keyOf={(item) => ("row" in item ? item.row.id : item.day.date)}
      heightOf={(item) => ("day" in item ? HEIGHTS.heading : item.row.id === editing ? HEIGHTS.editing : rowHeight)}
      always={drawn.value}
      list={{ class: "day virtual", role: "list", "aria-label": listWords.list }}
      show={(item, place, index) => {
        const counted = { ...place, "aria-setsize": items.length, "aria-posinset": index + 1 };
        if ("row" in item) return <Row row={item.row} names={names} place={counted} />;
        return (
          <li class="day-heading" {...counted}>
            <DayHeading day={item.day} balance={balances?.get(item.day.date)} />
          </li>
        );
      }}
    />
  );
}

function focusRow(id: number): boolean {
  const link = document.querySelector<HTMLElement>(`.virtual .row[data-id="${id}"] > a`);
  link?.focus();
  return link !== null;
}

const linkedRow = () => Number(/^\/transactions\/(\d+)$/.exec(here.peek().returnsTo?.link ?? "")?.[1]) || undefined;

function useMedia(query: string): boolean {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => (matches.value = media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, [query]);
  return matches.value;
}
