// Tries a sign-in at a provider in another tab, and shows what the provider says of whoever signs in there. Nobody is signed in here.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { signInTryWords } from "./try_words.ts";

interface TryProps {
  name: string;
  label: string;
}

export function SignInTryButton({ name, label }: TryProps) {
  return (
    <OpenButton
      label={signInTryWords.open}
      right="providers:test"
      dialog={(onClose) => <SignInTry name={name} label={label} onClose={onClose} />}
    />
  );
}

interface Begun {
  id: string;
  url: string;
}

interface Outcome {
  state: "waiting" | "open" | "ended";
  received: { from: string; claims: Record<string, unknown> }[];
  person: { id: string; email: string | null; email_verified: boolean; name: string | null } | null;
  problem: { message: string; hint: keyof typeof signInTryWords.hints | "none" } | null;
}

const POLL_MS = 1_500;

function SignInTry({ name, label, onClose }: TryProps & { onClose: () => void }) {
  const console = useConsole();
  const begun = useSignal<Begun | undefined>(undefined);
  const outcome = useSignal<Outcome | undefined>(undefined);
  const problem = useSignal<Refusal | undefined>(undefined);
  const path = `/providers/${encodeURIComponent(name)}/tries`;
  const begin = async () => {
    begun.value = outcome.value = problem.value = undefined;
    const work = askAdmin<Begun>(console, path, { method: "POST" });
    await work.then(
      ({ answer }) => (begun.value = answer),
      (error: Refusal) => (problem.value = error),
    );
  };
  useEffect(() => void begin(), []);
  const id = begun.value?.id;
  const isOver = outcome.value?.state === "ended" || problem.value !== undefined;
  useEffect(() => {
    if (id === undefined || isOver) return;
    const timer = setInterval(async () => {
      const reply = await askAdmin<Outcome>(console, `${path}/${id}`).catch((error: Refusal) => error);
      if (begun.peek()?.id !== id) return;
      if ("answer" in reply) outcome.value = reply.answer;
      // A moment without a connection is none of the provider's doing.
      else if (reply.status !== 0 && reply.status < 500) problem.value = reply;
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [id, isOver]);
  return (
    <Dialog title={signInTryWords.title(label)} onClose={onClose}>
      <p>{signInTryWords.text}</p>
      <FormProblem problem={problem.value} retry={() => void begin()} />
      {begun.value && !isOver && (
        <div class="acts">
          <a class="button main" href={begun.value.url} target="_blank" rel="noopener noreferrer">
            {signInTryWords.go(label)}
          </a>
        </div>
      )}
      <div role="status" class="form">
        {begun.value && !isOver && (
          <p class="hint">{signInTryWords.states[outcome.value?.state === "open" ? "open" : "waiting"]}</p>
        )}
        {outcome.value?.state === "ended" && <Result outcome={outcome.value} />}
      </div>
      {isOver && (
        <div class="acts">
          <button type="button" onClick={() => void begin()}>
            {signInTryWords.again}
          </button>
        </div>
      )}
    </Dialog>
  );
}

function Result({ outcome: { person, problem, received } }: { outcome: Outcome }) {
  return (
    <>
      {problem && (
        <div class="problem">
          <p>
            <strong>{signInTryWords.failed}</strong> {problem.message}
          </p>
          {problem.hint !== "none" && <p>{signInTryWords.hints[problem.hint]}</p>}
        </div>
      )}
      {person && (
        <>
          <h3>{signInTryWords.person}</h3>
          <dl class="traits">
            <Trait name={signInTryWords.id}>{person.id}</Trait>
            <Trait name={signInTryWords.email}>
              {person.email ?? signInTryWords.none}{" "}
              {person.email !== null && (
                <span class={person.email_verified ? "status paid" : "status partial"}>
                  {person.email_verified ? signInTryWords.verified : signInTryWords.notVerified}
                </span>
              )}
            </Trait>
            <Trait name={signInTryWords.name}>{person.name ?? signInTryWords.none}</Trait>
          </dl>
        </>
      )}
      {received.map(({ from, claims }) => (
        <section key={from}>
          <h3>{from === "id_token" ? signInTryWords.idToken : signInTryWords.answer}</h3>
          {from !== "id_token" && <p class="hint">{from}</p>}
          <pre class="json">{JSON.stringify(claims, null, 2)}</pre>
        </section>
      ))}
    </>
  );
}

function Trait({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
