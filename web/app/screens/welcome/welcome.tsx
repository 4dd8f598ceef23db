// /welcome: three steps, each of which may be left out, or sample data to look around with.

import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { currentDay } from "../../data/clock.ts";
import { addSample } from "../../data/sample.ts";
import { message } from "../../data/state.ts";
import { monthOf, pad } from "../../rules/days.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account } from "../../rules/records.ts";
import { route } from "../../shell/router.ts";
import { Field, ownRefusal, Screen, useData, useSending } from "../../ui/parts.tsx";
import { FormProblem } from "../../ui/trouble.tsx";
import { choose, language, words } from "../../words/words.ts";
import { accounts as accountsText } from "../accounts/words.ts";
import { cards as cardsText } from "../credit_cards/words.ts";

const text = choose(
  {
    title: "Boas-vindas",
    hint: "Três passos, todos opcionais. Tudo pode ser mudado depois.",
    account: "Sua conta",
    balance: "Quanto há nela hoje",
    card: "Seu cartão de crédito",
    income: "Sua renda mensal",
    day: "Dia do mês",
    incomeName: "Salário",
    done: "Pronto",
    finish: "Ir para o início",
    sample: "Só quer olhar?",
    sampleHint: "Meses de lançamentos de exemplo, que um clique remove por inteiro.",
    addSample: "Usar dados de exemplo",
    added: "Dados de exemplo prontos.",
  },
  {
    title: "Welcome",
    hint: "Three steps, all of them optional. Everything can be changed later.",
    account: "Your account",
    balance: "What is on it today",
    card: "Your credit card",
    income: "Your monthly income",
    day: "Day of the month",
    incomeName: "Salary",
    done: "Done",
    finish: "Go to the overview",
    sample: "Just looking?",
    sampleHint: "Months of sample entries, which one click removes entirely.",
    addSample: "Use sample data",
    added: "Sample data is there.",
  },
);

export function Welcome() {
  return (
    <Screen
      writes
      title={text.title}
      tools={
        <a class="button" href="/" data-key="Escape">
          {text.finish}
        </a>
      }
    >
      <p class="hint">{text.hint}</p>
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
        <p role="status">✓ {text.done}</p>
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
          onInput={(event) => {
            values.value = { ...values.value, [name]: event.currentTarget.value };
          }}
        />
      )}
    </Field>
  );
  return (
    <form
      ref={form}
      class="panel form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(async () => {
          await save({ ...initial, ...values.value });
          isDone.value = true;
        });
      }}
    >
      <h2>{title}</h2>
      <FormProblem problem={problem.value} />
      {fields.filter(({ kind }) => kind !== "day").map(draw)}
      <div class="two">{fields.filter(({ kind }) => kind === "day").map(draw)}</div>
      <div class="acts">
        <button type="submit" disabled={sending}>
          {words.entry.save}
        </button>
      </div>
    </form>
  );
}

function cents(typed: string | undefined, field: string): number {
  const read = parseCents(typed ?? "");
  if (read === undefined) throw ownRefusal({ [field]: words.entry.badAmount });
  return read;
}

function AccountStep() {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const first = accounts.find((each) => each.default) ?? accounts[0];
  return (
    <Step
      key={first?.id}
      title={text.account}
      fields={[
        { name: "name", label: accountsText.name, initial: first?.name ?? "", problem: ["name"] },
        { name: "balance", label: text.balance, initial: "", problem: ["opening_balance_cents"], kind: "money" },
      ]}
      save={async ({ name, balance }) => {
        const body = { name: name?.trim(), opening_balance_cents: cents(balance || "0", "opening_balance_cents") };
        await (first ? write("PUT", `/accounts/${first.id}`, body) : write("POST", "/accounts", body));
      }}
    />
  );
}

function CardStep() {
  return (
    <Step
      title={text.card}
      fields={[
        { name: "name", label: cardsText.name, initial: "", problem: ["name"] },
        { name: "closing", label: cardsText.closing, initial: "1", problem: ["closing_day"], kind: "day" },
        { name: "due", label: cardsText.due, initial: "10", problem: ["due_day"], kind: "day" },
      ]}
      save={async ({ name, closing, due }) => {
        if (!name?.trim()) throw ownRefusal({ name: words.entry.missing });
        await write("POST", "/credit_cards", { name: name.trim(), closing_day: Number(closing), due_day: Number(due) });
      }}
    />
  );
}

function IncomeStep() {
  return (
    <Step
      title={text.income}
      fields={[
        { name: "amount", label: words.entry.amount, initial: "", problem: ["amount_cents"], kind: "money" },
        { name: "day", label: text.day, initial: "5", problem: ["date"], kind: "day" },
      ]}
      save={async ({ amount, day }) => {
        const today = currentDay();
        const date = `${monthOf(today)}-${pad(Math.min(28, Math.max(1, Number(day) || 1)))}`;
        await write("POST", "/transactions", {
          ...{ description: text.incomeName, amount_cents: Math.abs(cents(amount, "amount_cents")), date, paid: date <= today },
          recurrence_attributes: { periodicity: "monthly" },
        });
      }}
    />
  );
}

function Sample() {
  const { send, sending, problem } = useSending();
  const add = () =>
    send(async () => {
      await addSample();
      route("/");
      message.value = { text: text.added };
    });
  const said = problem.value?.errors.base?.[0];
  return (
    <section class="panel form">
      <h2>{text.sample}</h2>
      <p class="hint">{text.sampleHint}</p>
      <FormProblem problem={problem.value} />
      {said && (
        <p class="alert" role="alert">
          {said}
        </p>
      )}
      <div class="acts">
        <button type="button" disabled={sending} onClick={() => void add()}>
          {text.addSample}
        </button>
      </div>
    </section>
  );
}
