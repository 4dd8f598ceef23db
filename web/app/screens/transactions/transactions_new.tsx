// /transactions/new: an expense, income or transfer. The amount comes first.

import { useLayoutEffect, useRef } from "preact/hooks";
import { newKey } from "../../data/api.ts";
import { noteCategory } from "../../data/preferences.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { DescriptionField } from "../../ledger/descriptions.tsx";
import { InvoiceField } from "../../ledger/invoice_field.tsx";
import { placeOptions } from "../../ledger/place_options.tsx";
import { TagsField } from "../../ledger/tags_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { monthOfDay } from "../../months.ts";
import { book } from "../../offline/queue.ts";
import { SendingEntry } from "../../offline/sending_entries.tsx";
import { type Repeat, splitText } from "../../rules/entry.ts";
import { route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { DayField } from "../../ui/day_field.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckField, Form, SelectField } from "../../ui/form.tsx";
import { type FormState, useSending } from "../../ui/use_sending.ts";
import { EntrySplit, Kinds, RepeatFields } from "./entry_fields.tsx";
import { EntryReceipts } from "./entry_receipts.tsx";
import { readEntry } from "./read_entry.ts";
import { type NewEntryState, useNewEntry } from "./use_new_entry.ts";

export function TransactionsNew() {
  const store = useStore();
  const sending = useSending();
  const entry = useNewEntry();
  const { form, at } = sending;
  const { fields, isTransfer, isCard } = entry;
  // One idempotency key for each entry: sent twice, it is booked once.
  const key = useRef(newKey());
  const focusAmount = () => form.current?.querySelector<HTMLInputElement>(".amount")?.focus();
  // A layout effect: the next key must reach the amount.
  useLayoutEffect(focusAmount, [form]);
  const save = async (andAnother: boolean) => {
    const { path, body } = await readEntry(entry);
    const booking = await book(store, path, body, key.current, fields.files.value);
    key.current = newKey();
    if (fields.category.value !== "") noteCategory(store, Number(fields.category.value));
    fields.amount.value = "";
    fields.description.value = "";
    fields.split.value = "";
    fields.files.value = [];
    if (andAnother) focusAmount();
    else route(`/transactions?month=${monthOfDay(fields.date.value)}`);
    store.message.value = booking.state === "sent" ? { text: entryWords.saved, undo: booking.undo } : { text: entryWords.queued };
  };
  return (
    <Screen title={entryWords.title} writes>
      <Form
        class="panel form entry-form"
        sending={sending}
        save={() => save(false)}
        another={() => save(true)}
        acts={
          <button type="button" disabled={sending.sending} onClick={() => void sending.send(() => save(true))}>
            {entryWords.another}
          </button>
        }
      >
        <KindAndAmount entry={entry} at={at} />
        <div class="pair">
          <DayField label={entryWords.date} value={fields.date} problem={at("date")} />
          <PlaceFields entry={entry} at={at} />
          {!isTransfer && <CategoryAndRepeat entry={entry} at={at} />}
        </div>
        {!isTransfer && <EntrySplit entry={entry} at={at} />}
        {!isTransfer && (
          <TagsField value={fields.tags.value} problem={at("tags")} onInput={(value) => (fields.tags.value = value)} />
        )}
        {!isTransfer && !isCard && (
          <CheckField label={fields.kind.value === "income" ? entryWords.received : entryWords.paid} value={fields.paid} />
        )}
        <EntryReceipts files={fields.files} problem={at("files")} />
      </Form>
      <SendingEntry />
    </Screen>
  );
}

interface EntryFieldsProps {
  entry: NewEntryState;
  at: FormState["at"];
}

function KindAndAmount({ entry: { fields, cents, choose, fill }, at }: EntryFieldsProps) {
  const { kind, amount, description, repeat, parts } = fields;
  return (
    <>
      <Kinds kind={kind.value} onChoose={choose} />
      <AmountField
        isMain
        label={entryWords.amount}
        value={amount}
        problem={at("amount_cents")}
        hint={splitText(repeat.value as Repeat, cents, Number(parts.value), language) ?? entryWords.amountHint}
      />
      <Field label={entryWords.description} problem={at("description")}>
        {(props) => (
          <DescriptionField
            input={props}
            value={description.value}
            onInput={(value) => (description.value = value)}
            onChoose={fill}
          />
        )}
      </Field>
    </>
  );
}

function PlaceFields({ entry: { fields, accounts, cards, others, placeId, isTransfer, isCard }, at }: EntryFieldsProps) {
  const { kind, date, place, target, invoice } = fields;
  return (
    <>
      <SelectField
        label={isTransfer ? entryWords.from : entryWords.place}
        value={place}
        problem={at("account_id", "credit_card_id", "from_account_id", "credit_account_id")}
        options={placeOptions(accounts, kind.value === "expense" ? cards : [])}
      />
      {isTransfer && (
        <SelectField
          label={entryWords.to}
          value={target}
          problem={at("to_account_id", "debit_account_id")}
          options={placeOptions(others, [])}
        />
      )}
      {isCard && date.value !== "" && (
        <InvoiceField cardId={placeId} date={date.value} value={invoice} problem={at("credit_card_invoice_id")} />
      )}
    </>
  );
}

function CategoryAndRepeat({ entry: { fields }, at }: EntryFieldsProps) {
  const { kind, category, split } = fields;
  const isSplit = split.value !== "";
  return (
    <>
      {!isSplit && (
        <Field label={entryWords.category} problem={at("category_id")}>
          {(props) => (
            <select {...props} value={category.value} onChange={(event) => (category.value = event.currentTarget.value)}>
              <option value="">{entryWords.noCategory}</option>
              <CategoryOptions kind={kind.value === "income" ? "earnings" : "expenses"} />
            </select>
          )}
        </Field>
      )}
      <RepeatFields fields={fields} at={at} />
    </>
  );
}
