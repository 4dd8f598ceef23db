// On the overview: what is left of the first steps, for whoever has begun with them, until all is done or it is dismissed.
import { useStore } from "../../data/use_store.ts";
import { STEPS } from "../../rules/first_steps.ts";
import { Icon } from "../../ui/icon.tsx";
import { uiWords } from "../../ui/words.ts";
import { useStepRecord, useSteps } from "./use_steps.ts";
import { welcomeWords } from "./words.ts";

export function StepsLeft() {
  const store = useStore();
  const record = useStepRecord();
  const hasBegun = record !== undefined && record.dismissed === undefined && Object.keys(record).length > 0;
  return hasBegun && !store.isReadOnly.value ? <Left /> : null;
}

function Left() {
  const steps = useSteps();
  if (!steps) return null;
  const left = STEPS.filter((step) => steps.states[step] === "left");
  const [next] = left;
  if (!next) return null;
  const settled = STEPS.length - left.length;
  return (
    <section class="steps-left" aria-labelledby="steps-left">
      <span class="what">
        <h2 id="steps-left">{welcomeWords.steps}</h2>
        <a href="/welcome">{welcomeWords.questions[next]}</a>
        <progress max={STEPS.length} value={settled} aria-label={welcomeWords.progress(settled, STEPS.length)} />
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={uiWords.close}
        onClick={() => void steps.save({ dismissed: "yes" }).catch(() => {})}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
