// The cells of a row while it is edited or created inside its list.
import { useData } from "../data/use_data.ts";
import type { Draft } from "../rules/draft.ts";
import type { Account, Card, Transaction } from "../rules/records.ts";
import { DayInput } from "../ui/day_field.tsx";
import { Field } from "../ui/field.tsx";
import { CategoryOptions } from "./category_options.tsx";
import { DescriptionField, type PastEntry } from "./descriptions.tsx";
import { PlaceOptions } from "./place_options.tsx";
import { entryWords } from "./words.ts";

type Cells = Pick<Draft, "amount" | "date" | "description" | "category" | "place">;

interface RowCellsProps {
  draft: Cells;
  set: (change: Partial<Cells>) => void;
  at: (...fields: string[]) => string | undefined;
  kind: "earnings" | "expenses";
  /** The row's own account or card is offered even if it is archived. */
  row?: Transaction;
  /** If given, past entries are suggested for the description. */
  onPast?: (past: PastEntry) => void;
}

export function RowCells({ draft, set, at, kind, row, onPast }: RowCellsProps) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const isOpen = (each: { id: number; archived: boolean }, own: number | null | undefined) => !each.archived || each.id === own;
  return (
    <>
      <Field label={entryWords.date} problem={at("date")}>
        {(props) => <DayInput input={props} value={draft.date} onInput={(date) => set({ date })} />}
      </Field>
      <Field label={entryWords.description} problem={at("description")}>
        {(props) =>
          onPast ? (
            <DescriptionField
              input={{ ...props, name: "description" }}
              value={draft.description}
              onInput={(description) => set({ description })}
              onChoose={onPast}
            />
          ) : (
            <input
              {...props}
              name="description"
              autoComplete="off"
              maxLength={255}
              value={draft.description}
              onInput={(event) => set({ description: event.currentTarget.value })}
            />
          )
        }
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
            <PlaceOptions
              accounts={accounts.filter((each) => isOpen(each, row?.account_id))}
              cards={!row && kind === "earnings" ? [] : cards.filter((each) => isOpen(each, row?.credit_card_id))}
            />
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
