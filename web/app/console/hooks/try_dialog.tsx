// Tries a hook with a sample, and shows what it was sent and what it said.
import { useSignal } from "@preact/signals";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { milliseconds } from "./call_summary.ts";
import { tryWords } from "./words.ts";

interface Trial {
  outcome: "answered" | "refused" | "failed";
  milliseconds: number;
  sent: object;
  answer?: string;
  problem?: string;
}

export function TryDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const console = useConsole();
  const trial = useSignal<Trial | undefined>(undefined);
  if (trial.value) return <Result trial={trial.value} onClose={onClose} />;
  return (
    <Confirm
      title={tryWords.title}
      text={tryWords.hint}
      act={tryWords.act}
      destroys={false}
      // The dialog of the result takes its place.
      onClose={() => trial.value === undefined && onClose()}
      work={async () => {
        trial.value = await act<Trial>(console, "POST", `/hooks/${name}/test`);
      }}
    />
  );
}

const SIGNS = { answered: "paid", refused: "partial", failed: "overdue" };

function Result({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { outcome, sent, answer, problem } = trial;
  return (
    <Dialog title={tryWords.result} onClose={onClose}>
      <p>
        <span class={`status ${SIGNS[outcome]}`}>{tryWords.outcomes[outcome]}</span> {milliseconds(trial.milliseconds)}
      </p>
      {problem && <p class="problem">{problem}</p>}
      {answer !== undefined && (
        <>
          <h3>{tryWords.answer}</h3>
          <pre class="json">{answer}</pre>
        </>
      )}
      <details class="changed">
        <summary>{tryWords.sent}</summary>
        <pre class="json">{JSON.stringify(sent, null, 2)}</pre>
      </details>
    </Dialog>
  );
}
