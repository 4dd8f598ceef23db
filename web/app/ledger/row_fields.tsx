// The fields of a row in its form.
import type { Signal } from "@preact/signals";
import { type Draft, isSplitAs } from "../rules/draft.ts";
import { isNeutral } from "../rules/figures.ts";
import { parseCents } from "../rules/money.ts";
import type { Transaction } from "../rules/records.ts";
import { accountIdOf } from "../rules/row_place.ts";
import { DayInput } from "../ui/day_field.tsx";
import { Field, type FieldInput } from "../ui/field.tsx";
import type { FormState } from "../ui/use_sending.ts";
import { useTypedAmount } from "./amount_field.tsx";
import { CategoryOptions } from "./category_options.tsx";
import { PlaceOptions } from "./place_options.tsx";
import { SplitPart } from "./split_part.tsx";
import { TagsField } from "./tags_field.tsx";
import { usePlaces } from "./use_places.ts";
import { entryWords } from "./words.ts";

interface RowFieldsProps {
  row: Transaction;
  draft: Signal<Draft>;
  /** The problem of a field. */
  at: FormState["at"];
}

export function RowFields({ row, draft, at }: RowFieldsProps) {
  const places = usePlaces(row);
  const set = (change: Partial<Draft>) => (draft.value = { ...draft.value, ...change });
  const { amount, description, date, category, place, paid, tags, notes, parts } = draft.value;
  const moves = isNeutral(row);
  const kind = row.amount_cents > 0 ? "earnings" : "expenses";
  return (
    <>
      <Field label={entryWords.amount} problem={at("amount_cents")} hint={entryWords.amountHint}>
        {(props) => <AmountInput input={props} value={amount} onInput={(text) => set({ amount: text })} />}
      </Field>
      <Field label={entryWords.description} problem={at("description")}>
        {(props) => (
          <input
            {...props}
            maxLength={255}
            value={description}
            onInput={(event) => set({ description: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="pair">
        <Field label={entryWords.date} problem={at("date")}>
          {(props) => <DayInput input={props} value={date} onInput={(day) => set({ date: day })} />}
        </Field>
        {!moves && parts === "" && (
          <Field label={entryWords.category} problem={at("category_id")}>
            {(props) => (
              <select {...props} value={category} onChange={(event) => set({ category: event.currentTarget.value })}>
                <CategoryOptions kind={kind} keeps={row.category_id} />
              </select>
            )}
          </Field>
        )}
      </div>
      {!moves && (
        <SplitPart
          text={parts}
          onChange={(text) => set({ parts: text })}
          totalCents={parseCents(amount) ?? 0}
          kind={kind}
          category={category}
          problem={at("parts")}
          accountId={row.recurrence_id === null ? accountIdOf(place) : undefined}
          isUntouched={isSplitAs(row, parts)}
        />
      )}
      <Field label={entryWords.place} problem={at("account_id", "credit_card_id")}>
        {(props) => (
          <select {...props} value={place} onChange={(event) => set({ place: event.currentTarget.value })}>
            <PlaceOptions {...places} {...(moves && { cards: [] })} />
          </select>
        )}
      </Field>
      <TagsField value={tags} problem={at("tags")} onInput={(value) => set({ tags: value })} />
      <Field label={entryWords.notes} problem={at("notes")}>
        {(props) => <textarea {...props} rows={2} value={notes} onInput={(event) => set({ notes: event.currentTarget.value })} />}
      </Field>
      {row.credit_card_id === null && (
        <label class="check">
          <input type="checkbox" checked={paid} onChange={(event) => set({ paid: event.currentTarget.checked })} />
          <span>{row.amount_cents > 0 ? entryWords.received : entryWords.paid}</span>
        </label>
      )}
    </>
  );
}

function AmountInput({ input, value, onInput }: { input: FieldInput; value: string; onInput: (value: string) => void }) {
  const read = useTypedAmount();
  return (
    <input
      {...input}
      class="amount"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onInput={({ currentTarget: field }) => {
        field.value = read(value, field.value);
        onInput(field.value);
      }}
    />
  );
}
