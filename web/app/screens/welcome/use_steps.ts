// What of the first steps is done, from the space and from the user's preferences.
import { currentDay } from "../../clock.ts";
import { takeBack } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { changeUserPreferences, type UserPreferences } from "../../data/user_preferences.ts";
import { addDays } from "../../rules/days.ts";
import { preferenceOf, readSteps, type Step, type StepRecord, statesOf } from "../../rules/first_steps.ts";
import type { Account, Card, Import, Transaction } from "../../rules/records.ts";

/** Two pay days are in it. */
const DAYS_AHEAD = 62;

export function useStepRecord(): StepRecord | undefined {
  const store = useStore();
  const preferences = useData<{ preferences: UserPreferences }>("/preferences").data?.preferences;
  return preferences && readSteps(preferences[preferenceOf(store.spaceId.value)]);
}

/** Undefined while it loads. */
export function useSteps() {
  const store = useStore();
  const today = currentDay();
  const record = useStepRecord();
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  const imports = useData<Import[]>("/imports?limit=1").data;
  const rows = useData<Transaction[]>(`/transactions?start_date=${today}&end_date=${addDays(today, DAYS_AHEAD)}`).data;
  if (!record || !accounts || !cards || !imports || !rows) return undefined;
  const account = accounts.find((each) => each.default) ?? accounts[0];
  const card = cards.find(({ archived }) => !archived);
  const income = rows.find(({ amount_cents: cents, recurring }) => recurring && cents > 0);
  const states = statesOf(record, {
    language: false,
    income: income !== undefined,
    account: (account?.opening_balance_cents ?? 0) !== 0,
    card: card !== undefined,
    statement: imports.length > 0,
  });
  const name = preferenceOf(store.spaceId.value);
  const save = (change: StepRecord | Partial<Record<Step, undefined>>) =>
    changeUserPreferences(store, { [name]: { ...record, ...change } });
  return {
    states,
    record,
    ...{ account, card, income },
    save,
    /** Answers how many records stay, because they were changed since. */
    undo: async (step: Step) => {
      const { skipped } = await takeBack(store, { request_id: record[step] as string });
      await save({ [step]: undefined });
      return skipped;
    },
  };
}

export type Steps = NonNullable<ReturnType<typeof useSteps>>;
