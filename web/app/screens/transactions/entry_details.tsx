// What a new entry seldom needs: instalments, repeats, invoice, tags, notes, and whether it is paid.
import type { Signal } from "@preact/signals";
import { language } from "../../language.ts";
import { InvoiceField } from "../../ledger/invoice_field.tsx";
import { TagsField } from "../../ledger/tags_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { type Repeat, splitText } from "../../rules/entry.ts";
import { Field } from "../../ui/field.tsx";
import { CheckField } from "../../ui/form.tsx";
import type { FormState } from "../../ui/use_sending.ts";
import { RepeatFields } from "./entry_fields.tsx";
import { EntryReceipts } from "./entry_receipts.tsx";
import type { NewEntryState } from "./use_new_entry.ts";

interface EntryDetailsProps {
  entry: NewEntryState;
  notes: Signal<string>;
  at: FormState["at"];
}

export function EntryDetails({ entry: { fields, placeId, isCard, cents }, notes, at }: EntryDetailsProps) {
  const { kind, date, repeat, parts, invoice, tags, paid, files } = fields;
  const split = splitText(repeat.value as Repeat, cents, Number(parts.value), language);
  return (
    <div class="entry-details">
      <div class="two">
        <RepeatFields fields={fields} at={at} />
      </div>
      {split && <p class="hint">{split}</p>}
      {isCard && date.value !== "" && (
        <InvoiceField cardId={placeId} date={date.value} value={invoice} problem={at("credit_card_invoice_id")} />
      )}
      <TagsField value={tags.value} problem={at("tags")} onInput={(value) => (tags.value = value)} />
      <Field label={entryWords.notes} problem={at("notes")}>
        {(props) => (
          <textarea {...props} rows={2} value={notes.value} onInput={(event) => (notes.value = event.currentTarget.value)} />
        )}
      </Field>
      <EntryReceipts files={files} problem={at("files")} />
      {!isCard && <CheckField label={kind.value === "income" ? entryWords.received : entryWords.paid} value={paid} />}
    </div>
  );
}
