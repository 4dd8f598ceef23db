// A row on top of the list for a new entry: Enter books it, Escape closes it. Phones use the sheet instead.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { newKey } from "../data/api.ts";
import { noteCategory } from "../data/preferences.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { monthDays, monthOfDay } from "../months.ts";
import { book } from "../offline/queue.ts";
import { placeFields } from "../rules/draft.ts";
import { isPartCount, splitText, usualPlace } from "../rules/entry.ts";
import { parseCents, plainAmount } from "../rules/money.ts";
import { repeatOf } from "../rules/new_entry.ts";
import type { Account } from "../rules/records.ts";
import { placeOf } from "../rules/row_place.ts";
import { Icon } from "../ui/icon.tsx";
import { FormProblem } from "../ui/problems.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords, uiWords } from "../ui/words.ts";
import type { PastEntry } from "./descriptions.tsx";
import { listWords } from "./list_words.ts";
import { ONCE, RepeatCell, type Repetition } from "./repeat_cell.tsx";
import { repeatWords } from "./repeat_words.ts";
import { CellButtons, type Cells, RowCells } from "./row_cells.tsx";
import { formHandlers } from "./row_form.ts";
import { entryWords } from "./words.ts";

interface EntryRowProps {
  month: string;
  /** The account or card that the list is filtered by, if any. */
  place: string;
}

export function EntryRow({ month, place }: EntryRowProps) {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    isOpen.value = false;
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div class="panel flush ledger entry-row writes">
      {isOpen.value ? (
        <EntryForm month={month} place={place} onClose={close} />
      ) : (
        <button ref={button} type="button" class="row-button" onClick={() => (isOpen.value = true)}>
          <Icon name="plus" /> {listWords.addHere}
        </button>
      )}
    </div>
  );
}

function EntryForm({ month, place, onClose }: EntryRowProps & { onClose: () => void }) {
  const store = useStore();
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const today = currentDay();
  const first = monthOfDay(today) === month ? today : monthDays(month).first;
  const empty = { amount: "", description: "", date: first, category: "", place: place || usualPlace(accounts) };
  const draft = useSignal(empty);
  const repeat = useSignal<Repetition>(ONCE);
  const isIncome = useSignal(false);
  const { form, send, at, sending, problem, retry } = useSending();
  const key = useRef(newKey());
  const set = (change: Partial<typeof empty>) => (draft.value = { ...draft.value, ...change });
  const begin = () => form.current?.querySelector<HTMLElement>('[name="description"]')?.focus();
  useLayoutEffect(() => void begin(), []);
  const save = () =>
    send(async () => {
      const { category } = draft.value;
      const booking = await book(store, "/transactions", readEntry(draft.value, repeat.value, isIncome.value), key.current);
      key.current = newKey();
      if (category !== "") noteCategory(store, Number(category));
      store.message.value =
        booking.state === "sent" ? { text: entryWords.saved, undo: booking.undo } : { text: entryWords.queued };
      set({ amount: "", description: "", category: "" });
      repeat.value = ONCE;
      begin();
    });
  const fill = (past: PastEntry) => {
    isIncome.value = past.amount_cents > 0;
    set({
      description: past.description,
      category: String(past.category_id),
      place: placeOf({ account_id: past.account_id ?? 0, credit_card_id: past.credit_card_id }),
      ...(draft.value.amount === "" && { amount: plainAmount(Math.abs(past.amount_cents), language) }),
    });
  };
  const turn = (income: boolean) => {
    isIncome.value = income;
    set({ category: "", ...(income && draft.value.place.startsWith("card:") && { place: usualPlace(accounts) }) });
  };
  const split = splitText(repeat.value.repeat, parseCents(draft.value.amount), Number(repeat.value.parts), language);
  return (
    <div class="row editing">
      <form ref={form} noValidate aria-label={entryWords.title} {...formHandlers(save, onClose)}>
        <RowCells draft={draft.value} set={set} at={at} kind={isIncome.value ? "earnings" : "expenses"} onPast={fill} />
        <CellButtons isSending={sending} closeLabel={uiWords.close} onClose={onClose}>
          <select
            aria-label={entryWords.kind}
            value={isIncome.value ? "income" : "expense"}
            onChange={(event) => turn(event.currentTarget.value === "income")}
          >
            <option value="expense">{entryWords.kinds.expense}</option>
            <option value="income">{entryWords.kinds.income}</option>
          </select>
          <RepeatCell value={repeat.value} onChange={(value) => (repeat.value = value)} at={at} />
        </CellButtons>
        {split && <p class="hint">{split}</p>}
        <FormProblem problem={problem.value} retry={retry} />
      </form>
    </div>
  );
}

/** Throws a Refusal. */
function readEntry({ amount, description, date, category, place }: Cells, repeat: Repetition, isIncome: boolean) {
  const cents = parseCents(amount) ?? 0;
  const wrong: Record<string, string> = {};
  if (cents <= 0) wrong.amount_cents = entryWords.badAmount;
  if (description.trim() === "") wrong.description = formWords.missing;
  if (date === "") wrong.date = formWords.badDay;
  if (repeat.repeat === "parts" && !isPartCount(Number(repeat.parts))) wrong.total = repeatWords.badParts;
  if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
  return {
    description: description.trim(),
    amount_cents: isIncome ? cents : -cents,
    date,
    ...placeFields(place),
    ...(category !== "" && { category_id: Number(category) }),
    ...repeatOf(repeat),
  };
}
