// /welcome: the first ten minutes. Five steps, one of them open, each can be skipped and undone; or sample data.
import { useSignal } from "@preact/signals";
import { addSample } from "../../data/sample.ts";
import { removeSample } from "../../data/sample_version.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { SKIPPED, STEPS, type Step } from "../../rules/first_steps.ts";
import { route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { uiWords } from "../../ui/words.ts";
import { AccountStep, CardStep, IncomeStep, LanguageStep, StatementStep } from "./step_forms.tsx";
import { type Steps, useSteps } from "./use_steps.ts";
import { welcomeWords } from "./words.ts";

const FORMS = { language: LanguageStep, income: IncomeStep, account: AccountStep, card: CardStep, statement: StatementStep };

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
      <StepList />
    </Screen>
  );
}

function StepList() {
  const steps = useSteps();
  const chosen = useSignal<Step | undefined>(undefined);
  if (!steps)
    return (
      <div class="skeleton" role="status">
        <span class="unseen">{uiWords.loading}</span>
        <i />
        <i />
        <i />
      </div>
    );
  const { states } = steps;
  const settled = STEPS.filter((step) => states[step] !== "left").length;
  const isLeft = (step: Step | undefined) => step !== undefined && states[step] !== "done";
  const open = isLeft(chosen.value) ? chosen.value : STEPS.find((step) => states[step] === "left");
  return (
    <div class="first-steps">
      {states.income !== "done" && (
        <div class="question">
          <p>{welcomeWords.free}</p>
          <p class="number" aria-hidden="true">
            <small>R$</small> ?
          </p>
          <p class="hint">{welcomeWords.freeHint}</p>
        </div>
      )}
      <header>
        <h2>{settled === STEPS.length ? welcomeWords.allDone : welcomeWords.steps}</h2>
        <p class="hint">{welcomeWords.progress(settled, STEPS.length)}</p>
        <progress max={STEPS.length} value={settled} aria-label={welcomeWords.steps} />
      </header>
      <ol>
        {STEPS.map((step, index) => (
          <StepItem
            key={step}
            step={step}
            number={index + 1}
            steps={steps}
            isOpen={step === open}
            onOpen={() => (chosen.value = step)}
            onDone={() => (chosen.value = undefined)}
          />
        ))}
      </ol>
      <Sample />
    </div>
  );
}

interface StepItemProps {
  step: Step;
  number: number;
  steps: Steps;
  isOpen: boolean;
  onOpen: () => void;
  onDone: () => void;
}

function StepItem({ step, number, steps, isOpen, onOpen, onDone }: StepItemProps) {
  const state = steps.states[step];
  const Form = FORMS[step];
  const skip = async () => {
    await steps.save({ [step]: SKIPPED });
    onDone();
  };
  return (
    <li class={state} aria-current={isOpen ? "step" : undefined}>
      <span class="step-number">{state === "done" ? <Icon name="check" /> : number}</span>
      {isOpen ? (
        <div class="stack">
          <h3>{welcomeWords.questions[step]}</h3>
          <p class="hint">{welcomeWords.hints[step]}</p>
          <Form steps={steps} onDone={onDone} skip={<Skip skip={skip} />} />
        </div>
      ) : state === "done" ? (
        <DoneStep step={step} steps={steps} onOpen={onOpen} />
      ) : (
        <button type="button" class="quiet" onClick={onOpen}>
          <span class="what">
            <strong>{welcomeWords.questions[step]}</strong>
            <span class="hint">{state === "skipped" ? welcomeWords.skipped : welcomeWords.hints[step]}</span>
          </span>
          <Icon name="right" />
        </button>
      )}
    </li>
  );
}

function Skip({ skip }: { skip: () => Promise<void> }) {
  const { send, sending } = useSending();
  return (
    <button type="button" class="quiet" disabled={sending} onClick={() => void send(skip)}>
      {welcomeWords.skip}
    </button>
  );
}

function DoneStep({ step, steps, onOpen }: Pick<StepItemProps, "step" | "steps" | "onOpen">) {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const [title, hint] = useSummary(step, steps);
  const request = steps.record[step];
  const undo = () =>
    send(async () => {
      const skipped = await steps.undo(step);
      store.message.value = { text: skipped > 0 ? welcomeWords.undoneInPart : welcomeWords.undone };
    });
  return (
    <div class="done-step">
      <span class="what">
        <strong>{title}</strong>
        <span class="hint">{hint}</span>
        <FormProblem problem={problem.value} />
      </span>
      {step === "language" ? (
        <a class="button small quiet" href="/settings/profile">
          {welcomeWords.change}
        </a>
      ) : request !== undefined && request !== SKIPPED ? (
        <button type="button" class="small quiet" disabled={sending} onClick={() => void undo()}>
          {uiWords.undo}
        </button>
      ) : (
        <a class="button small quiet" href={PLACES[step]} onClick={onOpen}>
          {welcomeWords.see}
        </a>
      )}
    </div>
  );
}

const PLACES = {
  language: "/settings/profile",
  income: "/agenda",
  account: "/accounts",
  card: "/credit_cards",
  statement: "/imports",
};

function useSummary(step: Step, { account, card, income }: Steps): [title: string, hint: string] {
  const store = useStore();
  if (step === "income" && income)
    return [income.description, welcomeWords.everyMonth(amountText(store, income.amount_cents), Number(income.date.slice(8)))];
  if (step === "account" && account)
    return [welcomeWords.accountIs(account.name), welcomeWords.opening(amountText(store, account.opening_balance_cents))];
  if (step === "card" && card) return [welcomeWords.cardIs(card.name), welcomeWords.cardDays(card.closing_day, card.due_day)];
  if (step === "statement") return [welcomeWords.imported, welcomeWords.importedHint];
  return [welcomeWords.languageIs, language === "en" ? "English" : "Português"];
}

function Sample() {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const isThere = store.sampleVersion.value !== undefined;
  const act = () =>
    send(async () => {
      if (isThere) {
        await removeSample(store);
        store.message.value = { text: welcomeWords.removed };
        return;
      }
      await addSample(store);
      route("/");
      store.message.value = { text: welcomeWords.added };
    });
  const refusalText = problem.value?.errors.base?.[0];
  return (
    <section class="sample">
      <span class="mark">
        <Icon name="eye" />
      </span>
      <span class="what">
        <h2>{welcomeWords.sample}</h2>
        <span class="hint">{welcomeWords.sampleHint}</span>
        <FormProblem problem={problem.value} />
        {refusalText && (
          <p class="alert" role="alert">
            {refusalText}
          </p>
        )}
      </span>
      <button type="button" disabled={sending} onClick={() => void act()}>
        {isThere ? welcomeWords.removeSample : welcomeWords.addSample}
      </button>
    </section>
  );
}
