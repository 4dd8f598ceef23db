// A new entry on phones, for one thumb: digits, then save. Everything else has a default that can be changed by a tap.
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { newKey } from "../../data/api.ts";
import { noteCategory } from "../../data/preferences.ts";
import { useStore } from "../../data/use_store.ts";
import { DescriptionField, type PastEntry } from "../../ledger/descriptions.tsx";
import { repeatWords } from "../../ledger/repeat_words.ts";
import { entryWords } from "../../ledger/words.ts";
import { book } from "../../offline/queue.ts";
import { isPartCount } from "../../rules/entry.ts";
import { type KeypadKey, keypadCents, keypadKeyOf, keypadText, pressKeypad } from "../../rules/keypad.ts";
import { submitHandler } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { EntryChips } from "./entry_chips.tsx";
import { EntryDetails } from "./entry_details.tsx";
import { Kinds } from "./entry_fields.tsx";
import { sheetEntryWords } from "./entry_sheet_words.ts";
import { Keypad } from "./keypad.tsx";
import { readEntry } from "./read_entry.ts";
import { TypedTotal } from "./typed_total.tsx";
import { useGuess } from "./use_guess.ts";
import { useNewEntry } from "./use_new_entry.ts";

export function EntrySheet({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const sending = useSending();
  const state = useNewEntry();
  const { fields, isTransfer, choose } = state;
  const { amount, description, kind, tags } = fields;
  const entry = { ...state, cents: keypadCents(amount.value) };
  const { category, isGuess, choosePlace } = useGuess(state);
  const notes = useSignal("");
  const hasDetails = useSignal(false);
  const id = useId();
  // One idempotency key for each entry: sent twice, it is booked once.
  const key = useRef(newKey());
  const press = (pad: KeypadKey) => (amount.value = pressKeypad(amount.value, pad));
  const fill = (past: PastEntry) => {
    const typed = amount.value;
    state.fill(past);
    if (typed === "" && !isTransfer) amount.value = keypadText(Math.abs(past.amount_cents));
  };
  const save = async () => {
    if (fields.repeat.value === "parts" && !isTransfer && !isPartCount(Number(fields.parts.value)))
      throw ownRefusal({ total: repeatWords.badParts });
    const unnamed = !isTransfer && description.value.trim() === "";
    const { path, body } = await readEntry(entry, {
      category: category ? String(category.id) : "",
      ...(unnamed && { description: category?.name ?? entryWords.kinds[kind.value] }),
    });
    const text = notes.value.trim();
    const booking = await book(store, path, { ...body, ...(text !== "" && { notes: text }) }, key.current, fields.files.value);
    if (category && !isTransfer) noteCategory(store, category.id);
    onClose();
    store.message.value = booking.state === "sent" ? { text: entryWords.saved, undo: booking.undo } : { text: entryWords.queued };
  };
  const submit = () => sending.send(save);
  const type = (event: KeyboardEvent) => {
    const { target, key: name } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isField(target)) return;
    const pad = keypadKeyOf(name);
    if (pad) press(pad);
    else if (name === "Enter" && !(target instanceof HTMLButtonElement)) void submit();
    else return;
    event.preventDefault();
  };
  const isTyped = fields.files.value.length > 0 || [amount, description, tags, notes].some(({ value }) => value.trim() !== "");
  const problems = Object.values(sending.problem.value?.errors ?? {}).flat();
  const showsDetails = hasDetails.value && !isTransfer;
  return (
    <Sheet title={entryWords.title} isTyped={isTyped} onClose={onClose} onKey={type} class="entry-sheet">
      <form ref={sending.form} noValidate onSubmit={submitHandler(submit)}>
        <Kinds kind={kind.value} onChoose={choose} />
        <TypedTotal text={amount.value} />
        <FormProblem problem={sending.problem.value} retry={sending.retry} />
        {problems.length > 0 && (
          <p class="problem" role="alert">
            {problems[0]}
          </p>
        )}
        <div class="entry-what">
          <DescriptionField
            input={{ id, "aria-label": entryWords.description, placeholder: sheetEntryWords.what }}
            value={description.value}
            onInput={(value) => (description.value = value)}
            onChoose={fill}
          />
        </div>
        <EntryChips entry={entry} at={sending.at} category={category} isGuess={isGuess} choosePlace={choosePlace} />
        {!isTransfer && (
          <button
            type="button"
            class="quiet entry-more"
            aria-expanded={showsDetails}
            onClick={() => (hasDetails.value = !hasDetails.value)}
          >
            <span>{showsDetails ? sheetEntryWords.closeDetails : sheetEntryWords.details}</span>
            <Icon name="down" />
          </button>
        )}
        {showsDetails ? <EntryDetails entry={entry} notes={notes} at={sending.at} /> : <Keypad onPress={press} />}
        <div class="entry-save">
          <button type="submit" class="main" disabled={sending.sending}>
            {sending.sending ? entryWords.sending : sheetEntryWords.save[kind.value]}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

/** It takes its keys itself. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== "radio");
