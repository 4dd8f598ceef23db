// Tries a provider up to where a person would be needed.
import { useSignal } from "@preact/signals";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { TryDialog } from "../shell/try_dialog.tsx";
import { providerWords } from "./provider_words.ts";

interface TryProps {
  name: string;
  label: string;
}

export function TryProvider({ name, label }: TryProps) {
  return (
    <OpenButton
      label={providerWords.attempt}
      right="providers:test"
      dialog={(onClose) => <ConnectionTry name={name} label={label} onClose={onClose} />}
    />
  );
}

interface Step {
  step: "begin" | "credentials";
  outcome: "ok" | "failed" | "unclear";
  detail: string;
}

function ConnectionTry({ name, label, onClose }: TryProps & { onClose: () => void }) {
  const console = useConsole();
  const steps = useSignal<readonly Step[]>([]);
  const attempt = async () => {
    const path = `/providers/${encodeURIComponent(name)}/test`;
    steps.value = (await askAdmin<{ steps: Step[] }>(console, path, { method: "POST" })).answer.steps;
  };
  return (
    <TryDialog
      title={providerWords.attemptTitle(label)}
      text={providerWords.attemptHint}
      act={providerWords.attempt}
      attempt={attempt}
      onClose={onClose}
    >
      {() => (
        <ul class="lines" aria-live="polite">
          {steps.value.map(({ step, outcome, detail }) => (
            <li key={step}>
              <span class="what">
                <strong>
                  {providerWords.steps[step]}: {providerWords.outcomes[outcome]}
                </strong>
                <span class="hint">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </TryDialog>
  );
}
