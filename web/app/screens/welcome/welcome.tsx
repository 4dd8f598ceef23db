// /welcome: three optional steps, or sample data.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { addSample } from "../../data/sample.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { entryWords } from "../../ledger/words.ts";
import { monthOf, pad } from "../../rules/days.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account } from "../../rules/records.ts";
import { route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Field } from "../../ui/field.tsx";
import { submitHandler } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { accountWords } from "../accounts/words.ts";
import { cardWords } from "../credit_cards/words.ts";
import { welcomeWords } from "./words.ts";

export function Welcome() {
  return (
    <Screen
      writes
      title={welcomeWords.title}
      tools={
        <a class="button" href="/" data-key="Escape">
          {welcomeWords.finish}
        </a>
      }
    >
      <p class="hint">{welcomeWords.hint}</p>
      <div class="columns">
        <AccountStep />
        <CardStep />
        <IncomeStep />
        <Sample />
      </div>
    </Screen>
  );
}

interface StepProps {
  title: string;
  save: (values: Record<string, string>) => Promise<void>;
  fields: readonly { name: string; label: string; initial: string; problem: readonly string[]; kind?: "money" | "day" }[];
}

function Step({ title, save, fields }: StepProps) {
  const values = useSignal<Record<string, string>>({});
  const isDone = useSignal(false);
  const { form, send, at, sending, problem } = useSending();
  if (isDone.value)
    return (
      <section class="panel form">
        <h2>{title}</h2>
        <p role="status">✓ {welcomeWords.done}</p>
      </section>
    );
  const initial = Object.fromEntries(fields.map((each) => [each.name, each.initial]));
  const draw = ({ name, label, problem: names, kind }: StepProps["fields"][number]) => (
    <Field key={name} label={label} problem={at(...names)}>
      {(props) => (
        <input
          {...props}
          {...(kind === "day" ? { type: "number", min: 1, max: 31 } : {})}
          {...(kind === "money" ? { inputMode: "decimal", placeholder: plainAmount(0, language) } : {})}
          maxLength={100}
          value={values.value[name] ?? initial[name]}
          onInput={(event) => (values.value = { ...values.value, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  const submit = () =>
    send(async () => {
      await save({ ...initial, ...values.value });
      isDone.value = true;
    });
  return (
    <form ref={form} class="panel form" noValidate onSubmit={submitHandler(submit)}>
      <h2>{title}</h2>
      <FormProblem problem={problem.value} />
      {fields.filter(({ kind }) => kind !== "day").map(draw)}
      <div class="two">{fields.filter(({ kind }) => kind === "day").map(draw)}</div>
      <div class="acts">
        <button type="submit" disabled={sending}>
          {formWords.save}
        </button>
      </div>
    </form>
  );
}

function cents(typed: string | undefined, field: string): number {
  const read = parseCents(typed ?? "");
  if (read === undefined) throw ownRefusal({ [field]: entryWords.badAmount });
  return read;
}

function AccountStep() {
  const store = useStore();
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const first = accounts.find((each) => each.default) ?? accounts[0];
  return (
    <Step
      key={first?.id}
      title={welcomeWords.account}
      fields={[
        { name: "name", label: accountWords.name, initial: first?.name ?? "", problem: ["name"] },
        { name: "balance", label: welcomeWords.balance, initial: "", problem: ["opening_balance_cents"], kind: "money" },
      ]}
      save={async ({ name, balance }) => {
        const body = { name: name?.trim(), opening_balance_cents: cents(balance || "0", "opening_balance_cents") };
        await (first ? write(store, "PUT", `/accounts/${first.id}`, body) : write(store, "POST", "/accounts", body));
      }}
    />
  );
}

function CardStep() {
  const store = useStore();
  return (
    <Step
      title={welcomeWords.card}
      fields={[
        { name: "name", label: cardWords.name, initial: "", problem: ["name"] },
        { name: "closing", label: cardWords.closing, initial: "1", problem: ["closing_day"], kind: "day" },
        { name: "due", label: cardWords.due, initial: "10", problem: ["due_day"], kind: "day" },
      ]}
      save={async ({ name, closing, due }) => {
        if (!name?.trim()) throw ownRefusal({ name: formWords.missing });
        await write(store, "POST", "/credit_cards", { name: name.trim(), closing_day: Number(closing), due_day: Number(due) });
      }}
    />
  );
}

function IncomeStep() {
  const store = useStore();
  return (
    <Step
      title={welcomeWords.income}
      fields={[
        { name: "amount", label: entryWords.amount, initial: "", problem: ["amount_cents"], kind: "money" },
        { name: "day", label: welcomeWords.day, initial: "5", problem: ["date"], kind: "day" },
      ]}
      save={async ({ amount, day }) => {
        const today = currentDay();
        const date = `${monthOf(today)}-${pad(Math.min(28, Math.max(1, Number(day) || 1)))}`;
        await write(store, "POST", "/transactions", {
          description: welcomeWords.incomeName,
          amount_cents: Math.abs(cents(amount, "amount_cents")),
          date,
          paid: date <= today,
          recurrence_attributes: { periodicity: "monthly" },
        });
      }}
    />
  );
}

function Sample() {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const add = () =>
    send(async () => {
      await addSample(store);
      route("/");
      store.message.value = { text: welcomeWords.added };
    });
  const refusalText = problem.value?.errors.base?.[0];
  return (
    <section class="panel form">
      <h2>{welcomeWords.sample}</h2>
      <p class="hint">{welcomeWords.sampleHint}</p>
      <FormProblem problem={problem.value} />
      {refusalText && (
        <p class="alert" role="alert">
          {refusalText}
        </p>
      )}
      <div class="acts">
        <button type="button" disabled={sending} onClick={() => void add()}>
          {welcomeWords.addSample}
        </button>
      </div>
    </section>
  );
}
