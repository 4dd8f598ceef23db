// The form of one budget. It suggests the average of the last months that are over.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { write } from "../../data/api.ts";
import { bySignals, Disputes, type EditForm, saveEdit, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { amountText } from "../../ledger/amount_text.ts";
import { entryWords } from "../../ledger/words.ts";
import { bySpace } from "../../months.ts";
import type { Suggestions } from "../../rules/budgets.ts";
import { byParent } from "../../rules/categories.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Budget, Carry, Category } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { CheckField, SelectField } from "../../ui/form.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { budgetWords } from "./words.ts";

interface BudgetFormProps {
  /** Undefined for a new one. */
  budget: Budget | undefined;
  month: string;
  /** The month's budgets: a category has one of each kind. */
  existing: readonly Budget[];
  categories: readonly Category[];
  onClose: () => void;
}

export function BudgetForm({ budget: shown, month, existing, categories, onClose }: BudgetFormProps) {
  const budget = useMemo(() => shown && { ...NO_CARRY, ...shown }, [shown]);
  const store = useStore();
  const offered = (kind: 0 | 1) => categoriesFor(kind, categories, existing, budget);
  const first = (kind: 0 | 1) => String(offered(kind)[0]?.id ?? "");
  const type = useSignal<0 | 1>(budget?.activity_type ?? 0);
  const category = useSignal(String(budget?.category_id ?? first(0)));
  const amount = useSignal(budget ? plainAmount(budget.amount_cents, language) : "");
  const carry = useSignal<string>(budget?.carry ?? "none");
  const cap = useSignal(capText(budget));
  const refill = useSignal(budget?.refill ?? false);
  const sending = useSending();
  const { form } = sending;
  useEffect(() => form.current?.querySelector<HTMLElement>("select, .amount")?.focus(), [form]);
  const edit = useEdit(budget);
  const editForm = editFormOf({ category, amount, carry, cap, refill }, categories);
  useFollowing(edit, editForm, budget);
  const average = useAverage(month, Number(category.value), type.value);
  const save = async () => {
    const cents = parseCents(amount.value);
    if (cents === undefined || cents < 0) throw ownRefusal({ amount_cents: entryWords.badAmount });
    const capCents = cap.value.trim() === "" ? null : parseCents(cap.value);
    if (capCents === undefined || (capCents ?? 0) < 0) throw ownRefusal({ carry_cap_cents: entryWords.badAmount });
    const body = {
      amount_cents: cents,
      category_id: Number(category.value),
      activity_type: type.value,
      carry: carry.value,
      carry_cap_cents: capCents,
      refill: refill.value && type.value === 0,
    };
    const written = await (budget
      ? saveEdit(store, `/budgets/${budget.id}`, edit, editForm, () => body)
      : write(store, "POST", "/budgets", { ...body, year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }));
    if (written) store.message.value = { text: budgetWords.saved, undo: written.undo };
    onClose();
  };
  return (
    <FormDialog
      title={budget ? budgetWords.edit : budgetWords.add}
      onClose={onClose}
      sending={sending}
      save={save}
      acts={<Acts budget={budget} averageCents={average?.cents} amount={amount} sending={sending} onClose={onClose} />}
    >
      <Disputes edit={edit} form={editForm} retry={sending.retry} />
      {!budget && (
        <KindChoice
          type={type.value}
          onChoose={(kind) => {
            type.value = kind;
            category.value = first(kind);
          }}
        />
      )}
      <SelectField
        label={budgetWords.category}
        value={category}
        problem={sending.at("category_id")}
        options={offered(type.value).map(({ id, name, parent_id: parent }) => [String(id), parent === null ? name : `– ${name}`])}
      />
      <AmountField
        isMain
        label={budgetWords.amount}
        value={amount}
        problem={sending.at("amount_cents")}
        hint={average && budgetWords.average(amountText(store, average.cents), average.months)}
      />
      <SelectField
        label={budgetWords.carry}
        value={carry}
        problem={sending.at("carry")}
        options={CARRIES.map((each) => [each, budgetWords.carries[each]])}
      />
      {carry.value !== "none" && (
        <AmountField label={budgetWords.cap} value={cap} problem={sending.at("carry_cap_cents")} hint={budgetWords.capHint} />
      )}
      {type.value === 0 && <CheckField label={budgetWords.refill} value={refill} />}
    </FormDialog>
  );
}

interface ActsProps {
  budget: Budget | undefined;
  /** The average of the last months. */
  averageCents: number | undefined;
  amount: Signal<string>;
  sending: FormState;
  onClose: () => void;
}

function Acts({ budget, averageCents, amount, sending, onClose }: ActsProps) {
  const store = useStore();
  const remove = async () => {
    const { undo } = await write(store, "DELETE", `/budgets/${budget?.id}`);
    store.message.value = { text: budgetWords.removed, undo };
    onClose();
  };
  return (
    <>
      {averageCents !== undefined && (
        <button type="button" onClick={() => (amount.value = plainAmount(averageCents, language))}>
          {budgetWords.use}
        </button>
      )}
      {budget && (
        <button type="button" class="destroys" disabled={sending.sending} onClick={() => void sending.send(remove)}>
          {budgetWords.remove}
        </button>
      )}
    </>
  );
}

/** A category has one budget of each kind. */
function categoriesFor(kind: 0 | 1, categories: readonly Category[], existing: readonly Budget[], budget: Budget | undefined) {
  const budgeted = new Set(existing.filter((each) => each.activity_type === kind).map((each) => each.category_id));
  return byParent(categories).filter(
    ({ id, archived, kind: name }) =>
      !archived && name === (kind === 1 ? "earnings" : "expenses") && (!budgeted.has(id) || id === budget?.category_id),
  );
}

/** What answers leave out of a budget that passes nothing on. */
const NO_CARRY = { carry: "none", carry_cap_cents: null, refill: false } as const;

const CARRIES = ["none", "surplus", "both"] as const;

function capText(budget: Budget | undefined): string {
  const { carry_cap_cents: cap = null } = budget ?? {};
  return cap === null ? "" : plainAmount(cap, language);
}

type FormSignals = Record<"category" | "amount" | "carry" | "cap", Signal<string>> & { refill: Signal<boolean> };

function editFormOf(fields: FormSignals, categories: readonly Category[]): EditForm<Budget> {
  return {
    ...bySignals(fields),
    valuesOf: (each) => ({
      category: String(each.category_id),
      amount: plainAmount(each.amount_cents, language),
      carry: each.carry ?? "none",
      cap: capText(each),
      refill: each.refill ?? false,
    }),
    fields: {
      category: {
        label: budgetWords.category,
        names: ["category_id"],
        show: (id) => categories.find((each) => String(each.id) === id)?.name ?? "",
      },
      amount: { label: budgetWords.amount, names: ["amount_cents"] },
      carry: { label: budgetWords.carry, names: ["carry"], show: (each) => budgetWords.carries[each as Carry] },
      cap: { label: budgetWords.cap, names: ["carry_cap_cents"] },
      refill: { label: budgetWords.refill, names: ["refill"] },
    },
  };
}

function KindChoice({ type, onChoose }: { type: 0 | 1; onChoose: (kind: 0 | 1) => void }) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{budgetWords.kind}</legend>
      {([0, 1] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="type" checked={type === each} onChange={() => onChoose(each)} />
          <span class="choice">{budgetWords.kinds[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Undefined where nothing was spent or earned. */
function useAverage(month: string, categoryId: number, type: 0 | 1): { cents: number; months: number } | undefined {
  const { suggestions = [] } = useData<Suggestions>(bySpace(`/budgets/suggestions?month=${month}`)).data ?? {};
  const own = suggestions.find((each) => each.category_id === categoryId && each.activity_type === type);
  return own && own.amount_cents > 0 ? { cents: own.amount_cents, months: own.months.length } : undefined;
}
