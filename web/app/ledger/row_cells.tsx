// The cells of a row while it is edited or created inside its list.

import type { ComponentChildren } from "preact";
import type { Draft } from "../rules/draft.ts";
import type { Transaction } from "../rules/records.ts";
import { DayInput } from "../ui/day_field.tsx";
import { Field, type FieldInput } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import type { FormState } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { CategoryOptions } from "./category_options.tsx";
import { DescriptionField, type PastEntry } from "./descriptions.tsx";
import { PlaceOptions } from "./place_options.tsx";
import { usePlaces } from "./use_places.ts";
import { entryWords } from "./words.ts";

export type Cells = Pick<Draft, "amount" | "date" | "description" | "category" | "place">;

interface RowCellsProps {
  draft: Cells;
  set: (change: Partial<Cells>) => void;
  at: FormState["at"];
  kind: "earnings" | "expenses";
  /** The row's own account or card is offered even if it is archived. */
  row?: Transaction;
  /** If given, past entries are suggested for the description. */
  onPast?: (past: PastEntry) => void;
}

export function RowCells({ draft, set, at, kind, row, onPast }: RowCellsProps) {
  const { accounts, cards } = usePlaces(row);
  return (
    <>
      <Field label={entryWords.date} problem={at("date")}>
        {(props) => <DayInput input={props} value={draft.date} onInput={(date) => set({ date })} />}
      </Field>
      <Field label={entryWords.description} problem={at("description")}>
        {(props) => (
          <DescriptionCell
            input={{ ...props, name: "description" }}
            value={draft.description}
            onInput={(description) => set({ description })}
            onPast={onPast}
          />
        )}
      </Field>
      <Field label={entryWords.category} problem={at("category_id")}>
        {(props) => (
          <select
            {...props}
            name="category"
            value={draft.category}
            onChange={(event) => set({ category: event.currentTarget.value })}
          >
            {!row && <option value="">{entryWords.noCategory}</option>}
            <CategoryOptions kind={kind} {...(row && { keeps: row.category_id })} />
          </select>
        )}
      </Field>
      <Field label={entryWords.place} problem={at("account_id", "credit_card_id")}>
        {(props) => (
          <select {...props} name="place" value={draft.place} onChange={(event) => set({ place: event.currentTarget.value })}>
            <PlaceOptions accounts={accounts} cards={!row && kind === "earnings" ? [] : cards} />
          </select>
        )}
      </Field>
      <Field label={entryWords.amount} problem={at("amount_cents")}>
        {(props) => (
          <input
            {...props}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={row ? undefined : entryWords.amount}
            value={draft.amount}
            onInput={(event) => set({ amount: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

interface DescriptionCellProps {
  input: FieldInput & { name: string };
  value: string;
  onInput: (description: string) => void;
  onPast: RowCellsProps["onPast"];
}

function DescriptionCell({ input, value, onInput, onPast }: DescriptionCellProps) {
  if (onPast) return <DescriptionField input={input} value={value} onInput={onInput} onChoose={onPast} />;
  return (
    <input {...input} autoComplete="off" maxLength={255} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
  );
}

interface CellButtonsProps {
  isSending: boolean;
  closeLabel: string;
  onClose: () => void;
  /** Stands before the buttons. */
  children?: ComponentChildren;
}

export function CellButtons({ isSending, closeLabel, onClose, children }: CellButtonsProps) {
  return (
    <span class="acts">
      {children}
      <button type="submit" class="main small" disabled={isSending} aria-label={formWords.save}>
        <Icon name="check" />
      </button>
      <button type="button" class="quiet small" aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </span>
  );
}
