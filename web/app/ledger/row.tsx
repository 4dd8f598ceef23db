// One row of money. In a list with a selection it can be ticked, edited in place, swiped, and has a menu.
import { useComputed } from "@preact/signals";
import { useContext } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { shortDay } from "../rules/day_names.ts";
import { isNeutral } from "../rules/figures.ts";
import { partOf } from "../rules/ledger.ts";
import type { Transaction } from "../rules/records.ts";
import { fittingParts, type ShareFilter, shareOf, stateOf } from "../rules/row_filter.ts";
import { lateParts } from "../shell/shell.tsx";
import { useIsBrief } from "../ui/fast_scroll.ts";
import { Icon } from "../ui/icon.tsx";
import { placeAtPointer, placeBelow } from "../ui/menu.tsx";
import type { RowPlace } from "../ui/virtual_rows.tsx";
import { amountText } from "./amount_text.ts";
import { BareAmount } from "./bare_amount.tsx";
import { CategoryMark } from "./category_mark.tsx";
import { InstalmentPips } from "./instalment_pips.tsx";
import { listWords } from "./list_words.ts";
import { type Cell, RowEditor } from "./row_editor.tsx";
import { type Names, placeNameOf } from "./row_names.ts";
import { type Selection, SelectionContext, Tick } from "./selection.tsx";
import { ShownFilter } from "./shown_filter.ts";
import { SwipeActs, swipeHandlers } from "./swipe.tsx";

interface RowProps {
  row: Transaction;
  names: Names;
  isDated?: boolean;
  /** In a list that draws only some of its rows. */
  place?: RowPlace & { "aria-setsize": number; "aria-posinset": number };
}

export function Row({ row, names, isDated = false, place = undefined }: RowProps) {
  const store = useStore();
  const selection = useContext(SelectionContext);
  // Computed, so that a row is drawn again only if it is concerned itself.
  const editing = useComputed(() => (selection?.editing.value?.id === row.id ? selection.editing.value : undefined)).value;
  const isInspected = useComputed(() => selection?.inspected.value === row.id).value;
  const isBrief = useIsBrief(place !== undefined);
  const isSwiped = useComputed(() => selection?.swiped.value === row.id).value;
  if (selection && editing)
    return <RowEditor row={row} editing={editing} place={place} onClose={() => (selection.editing.value = undefined)} />;
  // People are known after the first screen.
  const Author = lateParts.value?.RowAuthor;
  const isChanged = store.changedElsewhere.value.has(row.id);
  const canWrite = selection !== undefined && !store.isReadOnly.value;
  const filter = useContext(ShownFilter);
  const cents = shareOf(row, filter);
  const whole = cents !== row.amount_cents && listWords.ofWhole(amountText(store, Math.abs(row.amount_cents)));
  const marks = isBrief ? undefined : marksOf(row, isChanged, whole);
  const classes = [
    "row",
    selection && "selectable",
    isChanged && "changed",
    isInspected && "inspected",
    isSwiped && "swiped",
    isNeutral(row) && "neutral",
  ];
  return (
    <li
      class={classes.filter(Boolean).join(" ")}
      data-id={row.id}
      {...place}
      {...(selection && { onContextMenu: (event: MouseEvent) => openMenu(event, row, selection) })}
    >
      {canWrite && <Tick row={row} selection={selection} isBrief={isBrief} />}
      <a
        href={`/transactions/${row.id}`}
        class={[canWrite && !isNeutral(row) && "cells-edit", marks && "marked"].filter(Boolean).join(" ") || undefined}
        aria-current={isInspected ? "true" : undefined}
        {...(selection && { onClick: (event: MouseEvent) => clickRow(event, row, selection, canWrite) })}
        {...(canWrite && !isBrief && swipeHandlers(row, selection))}
      >
        <CategoryMark category={names.categories.get(shownCategory(row, filter))} icon={iconOfRow(row)} isBrief={isBrief}>
          {Author && !isBrief && <Author row={row} />}
        </CategoryMark>
        <Cells row={row} names={names} isDated={isDated} isBrief={isBrief} />
        <span class="much">
          <span data-cell="amount">
            <BareAmount cents={cents} plain={isNeutral(row)} />
          </span>
          {marks}
        </span>
      </a>
      {isSwiped && canWrite && <SwipeActs row={row} selection={selection} />}
    </li>
  );
}

function Cells({ row, names, isDated, isBrief }: Pick<RowProps, "row" | "names" | "isDated"> & { isBrief: boolean }) {
  const place = placeNameOf(names, row);
  // Banks and their colours load after the first screen.
  const Mark = lateParts.value?.BankMark;
  const category = names.categories.get(shownCategory(row, useContext(ShownFilter)))?.name;
  const what =
    row.paid_credit_card_id !== null
      ? listWords.payment
      : isNeutral(row)
        ? listWords.transfer
        : category && withOthers(category, row);
  return (
    <span class="what">
      <strong>{row.description}</strong>
      <span class="hint cells">
        {isDated ? <span>{shortDay(row.date, language)}</span> : <span data-cell="category">{what}</span>}
        {!isBrief && (
          <>
            <span data-cell="place">
              {place !== undefined && Mark && <Mark name={place} />}
              {place}
            </span>
            <span>{row.tags.map(({ name }) => `#${name}`).join(" ")}</span>
          </>
        )}
      </span>
    </span>
  );
}

/** Of a filtered list that of the first part that fits. */
function shownCategory(row: Transaction, filter: ShareFilter): number {
  return (fittingParts(row, filter)?.[0] ?? row).category_id;
}

/** `Mercado +2`: of a split row the category of its largest part, and how many parts more. */
const withOthers = (category: string, { parts }: Transaction) => (parts ? `${category} +${parts.length - 1}` : category);

/** What is said below the amount; undefined for nothing. */
function marksOf(row: Transaction, isChanged: boolean, whole: string | false) {
  const part = partOf(row);
  const state = row.credit_card_id === null ? stateOf(row, currentDay()) : "paid";
  const marks = [
    whole,
    isChanged && listWords.changed,
    row.recurring && listWords.fixed,
    state === "open" && listWords.unpaid,
  ].filter(Boolean);
  const receipts = row.attachments_count ?? 0;
  if (marks.length === 0 && !part && state !== "overdue" && receipts === 0) return undefined;
  return (
    <span class="hint marks">
      {marks.length > 0 && marks.join(" · ")}
      {state === "overdue" && <span class="status overdue">{listWords.overdue}</span>}
      {receipts > 0 && (
        <span class="receipts-mark" role="img" aria-label={listWords.receipts(receipts)} title={listWords.receipts(receipts)}>
          <Icon name="receipt" />
        </span>
      )}
      {part && <InstalmentPips row={row} />}
      {part}
    </span>
  );
}

function openMenu(event: MouseEvent, row: Transaction, { menu }: Selection): void {
  // With Shift the browser's own menu opens.
  if (event.shiftKey) return;
  event.preventDefault();
  const element = event.currentTarget as HTMLElement;
  element.querySelector<HTMLElement>(":scope > a")?.focus({ preventScroll: true });
  // The key of menus has no pointer.
  const place = event.clientX === 0 && event.clientY === 0 ? placeBelow(element) : placeAtPointer(event);
  menu.value = { row, place };
}

/** With a pointer a cell is edited in place. Where there is room, the rest of the row shows its details; else it opens the row. */
function clickRow(event: MouseEvent, row: Transaction, selection: Selection, canWrite: boolean): void {
  // Enter is a click without a count, and opens the row.
  if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (!matchMedia("(min-width: 56rem) and (hover: hover)").matches) return;
  const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]")?.dataset.cell as Cell | undefined;
  if (cell && canWrite && !isNeutral(row)) {
    event.preventDefault();
    selection.editing.value = { id: row.id, cell };
  } else if (selection.inspect(row.id)) event.preventDefault();
}

const iconOfRow = (row: Transaction) => (row.paid_credit_card_id !== null ? "receipt" : isNeutral(row) ? "transfer" : undefined);
