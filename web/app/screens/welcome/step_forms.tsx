// The form of each first step. What it writes is one request, which one undo takes back.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { currentDay } from "../../clock.ts";
import { call, write } from "../../data/api.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { CHOSEN, nextDate } from "../../rules/first_steps.ts";
import { parseCents } from "../../rules/money.ts";
import { chooseLanguage } from "../../settings/choose_language.ts";
import { Form, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { accountWords } from "../accounts/words.ts";
import { cardWords } from "../credit_cards/words.ts";
import type { Steps } from "./use_steps.ts";
import { welcomeWords } from "./words.ts";

export interface StepFormProps {
  steps: Steps;
  onDone: () => void;
  /** The button that skips the step. */
  skip: ComponentChildren;
}

const LANGUAGES = [
  ["pt-BR", "Português"],
  ["en", "English"],
] as const;

export function LanguageStep({ steps, onDone, skip }: StepFormProps) {
  const store = useStore();
  const chosen = useSignal<(typeof LANGUAGES)[number][0]>(language);
  const sending = useSending();
  const save = async () => {
    await steps.save({ language: CHOSEN });
    if (chosen.value !== language) await chooseLanguage(store, chosen.value);
    onDone();
  };
  return (
    <Form sending={sending} act={welcomeWords.goOn} save={save} acts={skip}>
      <fieldset class="segments">
        <legend class="unseen">{welcomeWords.questions.language}</legend>
        {LANGUAGES.map(([value, name]) => (
          <label key={value} lang={value}>
            <input
              type="radio"
              name="language"
              value={value}
              checked={chosen.value === value}
              onChange={() => (chosen.value = value)}
            />
            <span class="choice">{name}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

export function IncomeStep({ steps, onDone, skip }: StepFormProps) {
  const store = useStore();
  const [amount, day] = [useSignal(""), useSignal("5")];
  const sending = useSending();
  const save = async () => {
    const [cents = 0, number] = [parseCents(amount.value), Number(day.value)];
    if (cents <= 0) throw ownRefusal({ amount_cents: entryWords.badAmount });
    const date = nextDate(currentDay(), readDay(number, "date"));
    // From the next pay day on: what came in before is in the balance.
    const { requestId } = await write(store, "POST", "/transactions", {
      description: welcomeWords.incomeName,
      amount_cents: cents,
      date,
      paid: false,
      recurrence_attributes: { periodicity: "monthly" },
    });
    await steps.save({ income: requestId });
    onDone();
  };
  return (
    <Form sending={sending} act={welcomeWords.saveIncome} save={save} acts={skip}>
      <div class="two">
        <AmountField label={entryWords.amount} value={amount} problem={sending.at("amount_cents")} />
        <DayOfMonthField label={welcomeWords.day} value={day} problem={sending.at("date")} />
      </div>
    </Form>
  );
}

export function AccountStep({ steps: { account, save: note }, onDone, skip }: StepFormProps) {
  const store = useStore();
  const [name, balance] = [useSignal(account?.name ?? ""), useSignal("")];
  const sending = useSending();
  const save = async () => {
    const cents = parseCents(balance.value.trim() === "" ? "0" : balance.value);
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    if (cents === undefined) throw ownRefusal({ opening_balance_cents: entryWords.badAmount });
    const today = currentDay();
    // What was booked since the account was opened stays, so that today's balance is the one that was typed.
    const path = `/api/finance/balances?account_id=${account?.id}&start_date=${today}&end_date=${today}`;
    const booked = account ? (await call<{ balance: number }>(store, path)).balance - account.opening_balance_cents : 0;
    const body = { name: name.value.trim(), opening_balance_cents: cents - booked };
    const { requestId } = await (account
      ? write(store, "PUT", `/accounts/${account.id}`, body)
      : write(store, "POST", "/accounts", body));
    await note({ account: requestId });
    onDone();
  };
  return (
    <Form sending={sending} act={welcomeWords.saveAccount} save={save} acts={skip}>
      <TextField label={accountWords.name} value={name} problem={sending.at("name")} maxLength={100} autoComplete="off" />
      <AmountField label={welcomeWords.balance} value={balance} problem={sending.at("opening_balance_cents")} />
    </Form>
  );
}

export function CardStep({ steps, onDone, skip }: StepFormProps) {
  const store = useStore();
  const [name, closing, due, limit] = [useSignal(""), useSignal("1"), useSignal("10"), useSignal("")];
  const sending = useSending();
  const save = async () => {
    const limitCents = parseCents(limit.value.trim() === "" ? "0" : limit.value);
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    if (limitCents === undefined || limitCents < 0) throw ownRefusal({ limit_cents: entryWords.badAmount });
    const { requestId } = await write(store, "POST", "/credit_cards", {
      name: name.value.trim(),
      closing_day: readDay(Number(closing.value), "closing_day"),
      due_day: readDay(Number(due.value), "due_day"),
      limit_cents: limitCents,
    });
    await steps.save({ card: requestId });
    onDone();
  };
  return (
    <Form sending={sending} act={welcomeWords.saveCard} save={save} acts={skip}>
      <TextField label={cardWords.name} value={name} problem={sending.at("name")} maxLength={100} autoComplete="off" />
      <div class="two">
        <DayOfMonthField label={cardWords.closing} value={closing} problem={sending.at("closing_day")} />
        <DayOfMonthField label={cardWords.due} value={due} problem={sending.at("due_day")} />
      </div>
      <AmountField label={cardWords.limit} value={limit} hint={cardWords.limitHint} problem={sending.at("limit_cents")} />
    </Form>
  );
}

/** The import has a screen of its own, and an undo there. */
export function StatementStep({ skip }: StepFormProps) {
  return (
    <div class="acts">
      <a class="button main" href="/imports">
        {welcomeWords.import}
      </a>
      {skip}
    </div>
  );
}

function DayOfMonthField(props: { label: string; value: { value: string }; problem: string | undefined }) {
  return <TextField {...(props as Parameters<typeof TextField>[0])} type="number" inputMode="numeric" min={1} max={31} />;
}

/** Throws a Refusal. */
function readDay(number: number, field: string): number {
  if (!Number.isInteger(number) || number < 1 || number > 31) throw ownRefusal({ [field]: welcomeWords.badDay });
  return number;
}
