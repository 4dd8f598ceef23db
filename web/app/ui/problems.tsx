// Messages about failed requests, and their retries.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "../language.ts";
import { momentText } from "../rules/days.ts";
import type { Refusal } from "../rules/records.ts";
import { uiWords } from "./words.ts";

export function reasonOf({ status, message: serverText }: Refusal): string {
  if (status === 0) return navigator.onLine ? uiWords.problems.unreachable : uiWords.problems.offline;
  if (status === 429) return uiWords.problems.tooMany;
  return serverText || (status >= 500 ? uiWords.problems.server : uiWords.problems.other);
}

/** A temporary problem of the server. A missing connection is shown once, above all screens. */
export const isTemporary = ({ status }: Refusal) => status === 429 || status >= 500;

/** Counts down the seconds that the server asked for, and then retries. */
function useWait(problem: Refusal | undefined, retry: (() => void) | undefined): number {
  const left = useSignal(0);
  const seconds = retry ? (problem?.retryAfter ?? 0) : 0;
  useEffect(() => {
    left.value = seconds;
    if (seconds === 0) return;
    const timer = setInterval(() => {
      left.value -= 1;
      if (left.value > 0) return;
      clearInterval(timer);
      retry?.();
    }, 1000);
    return () => clearInterval(timer);
  }, [problem, seconds]);
  return left.value;
}

/** To the page of the error, where the server names one. It opens beside, so that nothing typed is lost. */
function HelpLink({ problem: { help } }: { problem: Refusal }) {
  if (help === undefined) return null;
  return (
    <>
      {" "}
      <a href={help} target="_blank" rel="noopener">
        {uiWords.problems.help}
      </a>
    </>
  );
}

interface FailedProps {
  problem: Refusal;
  retry: () => void;
  /** When the data that is still shown was loaded. */
  at?: number;
}

/** Retries automatically if the server says when. */
export function Failed({ problem, retry, at }: FailedProps) {
  const left = useWait(problem, retry);
  return (
    <div class="panel state">
      <div role="alert">
        <p>
          <strong>{at ? uiWords.problems.stale(momentText(at, Date.now(), language)) : `${uiWords.problems.title}.`}</strong>{" "}
          {reasonOf(problem)}
          <HelpLink problem={problem} />
        </p>
        {problem.requestId && (
          <p class="hint">
            {uiWords.problems.id}: {problem.requestId}
          </p>
        )}
      </div>
      <button type="button" onClick={retry}>
        {left > 0 ? uiWords.problems.retryIn(left) : uiWords.problems.retry}
      </button>
    </div>
  );
}

/** A refusal that belongs to no field. */
export function FormProblem({ problem, retry }: { problem: Refusal | undefined; retry?: () => void }) {
  const left = useWait(problem, retry);
  if (!problem || Object.keys(problem.errors).length > 0) return null;
  return (
    <div class="alert">
      <p role="alert">
        {reasonOf(problem)} {uiWords.problems.kept}
        {problem.status >= 500 && problem.requestId && ` ${uiWords.problems.id}: ${problem.requestId}`}
        <HelpLink problem={problem} />
      </p>
      {left > 0 && <p class="hint">{uiWords.problems.retryIn(left)}</p>}
    </div>
  );
}
