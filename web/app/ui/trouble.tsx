// What went wrong, as people are told of it, and how it is tried again.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { momentText } from "../rules/days.ts";
import type { Refusal } from "../rules/records.ts";
import { language, words } from "../words/words.ts";

export function reasonOf({ status, message: said }: Refusal): string {
  const { problems } = words;
  if (status === 0) return navigator.onLine ? problems.unreachable : problems.offline;
  if (status === 429) return problems.tooMany;
  return said || (status >= 500 ? problems.server : problems.other);
}

/** The server has a trouble that passes. That there is no answer at all is said once, above all screens. */
export const isForNow = ({ status }: Refusal) => status === 429 || status >= 500;

/** Counts down what the server asked to wait for, and then tries again. */
function useWait(problem: Refusal | undefined, retry: (() => void) | undefined): number {
  const left = useSignal(0);
  const asked = retry ? (problem?.retryAfter ?? 0) : 0;
  useEffect(() => {
    left.value = asked;
    if (asked === 0) return;
    const timer = setInterval(() => {
      left.value -= 1;
      if (left.value > 0) return;
      clearInterval(timer);
      retry?.();
    }, 1000);
    return () => clearInterval(timer);
  }, [problem, asked]);
  return left.value;
}

interface FailedProps {
  problem: Refusal;
  retry: () => void;
  /** Of what is shown all the same, when it was so. */
  at?: number;
}

/** Where the server says when, it is tried again by itself. */
export function Failed({ problem, retry, at }: FailedProps) {
  const { problems } = words;
  const left = useWait(problem, retry);
  return (
    <div class="panel state">
      <div role="alert">
        <p>
          <strong>{at ? problems.stale(momentText(at, Date.now(), language)) : `${problems.title}.`}</strong> {reasonOf(problem)}
        </p>
        {problem.requestId && (
          <p class="hint">
            {problems.id}: {problem.requestId}
          </p>
        )}
      </div>
      <button type="button" onClick={retry}>
        {left > 0 ? problems.retryIn(left) : problems.retry}
      </button>
    </div>
  );
}

/** What was refused and belongs to no field. */
export function FormProblem({ problem, retry }: { problem: Refusal | undefined; retry?: () => void }) {
  const left = useWait(problem, retry);
  const { problems } = words;
  if (!problem || Object.keys(problem.errors).length > 0) return null;
  return (
    <div class="alert">
      <p role="alert">
        {reasonOf(problem)} {problems.kept}
        {problem.status >= 500 && problem.requestId && ` ${problems.id}: ${problem.requestId}`}
      </p>
      {left > 0 && <p class="hint">{problems.retryIn(left)}</p>}
    </div>
  );
}
