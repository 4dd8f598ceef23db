// The state of a new entry: its fields, their defaults, and what one field changes in others.
import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import type { PastEntry } from "../../ledger/descriptions.tsx";
import { usualPlace } from "../../rules/entry.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { EntryKind } from "../../rules/new_entry.ts";
import type { Account, Card } from "../../rules/records.ts";

export type NewEntryState = ReturnType<typeof useNewEntry>;

export function useNewEntry() {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const fields = useFields();
  const { kind, amount, description, place, category, split } = fields;
  const usual = usualPlace(accounts);
  const isTransfer = kind.value === "transfer";
  const [placeKind, placeId = ""] = place.value.split(":");
  const choose = (chosen: EntryKind) => {
    kind.value = chosen;
    category.value = "";
    // The parts are under categories of the other kind.
    split.value = "";
    if (chosen !== "expense" && placeKind === "card") place.value = usual;
  };
  /** Takes the values of the past entry; a typed amount stays. */
  const fill = (past: PastEntry) => {
    description.value = past.description;
    if (isTransfer) return;
    kind.value = past.amount_cents > 0 ? "income" : "expense";
    category.value = String(past.category_id);
    place.value = past.credit_card_id ? `card:${past.credit_card_id}` : `account:${past.account_id}`;
    if (amount.value === "") amount.value = plainAmount(Math.abs(past.amount_cents), language);
  };
  const others = accounts.filter(({ id }) => `account:${id}` !== place.value);
  useDependentFields(fields, { choose, usual, others, accountsCount: accounts.length });
  return {
    fields,
    accounts,
    cards,
    others,
    placeId,
    isTransfer,
    isCard: placeKind === "card" && kind.value === "expense",
    cents: parseCents(amount.value),
    choose,
    fill,
  };
}

type Fields = ReturnType<typeof useFields>;

function useFields() {
  return {
    kind: useSignal<EntryKind>("expense"),
    amount: useSignal(""),
    description: useSignal(""),
    date: useSignal(currentDay()),
    place: useSignal(""),
    target: useSignal(""),
    category: useSignal(""),
    invoice: useSignal(""),
    repeat: useSignal<string>("once"),
    parts: useSignal("2"),
    tags: useSignal(""),
    split: useSignal(""),
    paid: useSignal(true),
    files: useSignal<readonly File[]>([]),
  };
}

interface Defaults {
  choose: (kind: EntryKind) => void;
  usual: string;
  others: readonly Account[];
  accountsCount: number;
}

function useDependentFields(fields: Fields, { choose, usual, others, accountsCount }: Defaults): void {
  const { kind, amount, date, place, target, invoice, paid } = fields;
  // A signal effect and not a hook: Enter must not send the previous value.
  useEffect(
    () =>
      effect(() => {
        paid.value = date.value <= currentDay();
      }),
    [],
  );
  useEffect(() => {
    invoice.value = "";
  }, [place.value, date.value]);
  // A minus as the first character switches between expense and income.
  useEffect(() => {
    if (kind.value === "transfer" || !/^\s*[-−–]/.test(amount.value)) return;
    amount.value = amount.value.replace(/^\s*[-−–]/, "");
    choose(kind.value === "expense" ? "income" : "expense");
  }, [amount.value]);
  useEffect(() => {
    place.value ||= usual;
  }, [usual]);
  useEffect(() => {
    if (!others.some(({ id }) => `account:${id}` === target.value)) target.value = usualPlace(others);
  }, [place.value, accountsCount]);
}
