// The keys that sign access tokens: which one does, what can be done next, and what to wait for.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { CheckField, SelectField } from "../../ui/form.tsx";
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { CopyButton } from "../shell/copy_button.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { signingWords } from "./signing_words.ts";

interface SigningKey {
  kid: string | null;
  variable: "JWT_KEYS" | "JWT_SECRET";
  algorithm: string;
  status: "in_use" | "standby" | "previously_used";
  since: string | null;
  sign_from: string | null;
  retire_from: string | null;
}

interface SigningKeysReply {
  signing_keys: SigningKey[];
  changeable: boolean;
  jwks_url: string;
}

const PATH = "/signing-keys";
const RIGHT = "owner_settings:write";

export function SigningKeys() {
  const reply = useData<SigningKeysReply>(PATH);
  return (
    <Loading from={reply} path={PATH}>
      {({ signing_keys: keys, changeable, jwks_url: url }) => (
        <Section
          title={signingWords.title}
          hint={changeable ? signingWords.hint : signingWords.locked}
          acts={
            changeable && <OpenButton label={signingWords.add} right={RIGHT} dialog={(onClose) => <Add onClose={onClose} />} />
          }
        >
          <Lines items={keys} empty="">
            {(key) => <KeyLine key={key.kid ?? key.variable} signingKey={key} changeable={changeable} />}
          </Lines>
          <p class="hint">
            {signingWords.published} <code>{url}</code> <CopyButton text={url} />
          </p>
        </Section>
      )}
    </Loading>
  );
}

function KeyLine({ signingKey, changeable }: { signingKey: SigningKey; changeable: boolean }) {
  const { kid, variable, algorithm, status, since } = signingKey;
  return (
    <Line
      title={
        <>
          {variable === "JWT_SECRET" ? variable : <code>{kid ?? variable}</code>} {algorithm}{" "}
          <span class="status">{signingWords.statuses[status]}</span>
        </>
      }
      hints={[since && signingWords.since(dayAndTime(since)), nextStep(signingKey)]}
    >
      {changeable && variable === "JWT_KEYS" && kid !== null && <Steps kid={kid} signingKey={signingKey} />}
    </Line>
  );
}

const isAhead = (moment: string | null): moment is string => moment !== null && Date.parse(moment) > currentTime().getTime();

function nextStep({ status, sign_from: from, retire_from: until }: SigningKey): string | undefined {
  if (status === "standby" && from !== null) return isAhead(from) ? signingWords.waits(dayAndTime(from)) : signingWords.ready;
  if (status !== "previously_used" || until === null) return undefined;
  return isAhead(until) ? signingWords.tokensUntil(dayAndTime(until)) : signingWords.over;
}

function Steps({ kid, signingKey }: { kid: string; signingKey: SigningKey }) {
  const { status, sign_from: from, retire_from: until } = signingKey;
  const path = `${PATH}/${encodeURIComponent(kid)}`;
  return (
    <>
      {status === "standby" && (
        <OpenButton
          label={signingWords.sign}
          right={RIGHT}
          dialog={(onClose) => <Step {...SIGN} method="POST" path={`${path}/sign`} waitsUntil={from} onClose={onClose} />}
        />
      )}
      {status !== "in_use" && (
        <OpenButton
          label={signingWords.retire}
          right={RIGHT}
          dialog={(onClose) => <Step {...RETIRE} method="DELETE" path={path} waitsUntil={until} onClose={onClose} />}
        />
      )}
    </>
  );
}

const SIGN = {
  title: signingWords.signAsk,
  text: signingWords.signHint,
  waits: signingWords.waits,
  label: signingWords.sign,
  force: signingWords.signForce,
  done: signingWords.signs,
  destroys: false,
};
const RETIRE = {
  title: signingWords.retireAsk,
  text: signingWords.retireHint,
  waits: signingWords.tokensUntil,
  label: signingWords.retire,
  force: signingWords.retireForce,
  done: signingWords.retired,
  destroys: true,
};

type StepProps = typeof SIGN & { method: "POST" | "DELETE"; path: string; waitsUntil: string | null; onClose: () => void };

/** Before its time a step is refused, unless the administrator insists. */
function Step({ title, text, waits, label, force, done, destroys, method, path, waitsUntil, onClose }: StepProps) {
  const console = useConsole();
  const isForced = useSignal(false);
  const isEarly = isAhead(waitsUntil);
  return (
    <ActDialog
      title={title}
      text={isEarly ? `${text} ${waits(dayAndTime(waitsUntil))}` : text}
      act={label}
      right={RIGHT}
      destroys={destroys}
      done={done}
      onClose={onClose}
      work={(reason) => act(console, method, isForced.value ? `${path}?force=true` : path, { reason })}
    >
      {() => isEarly && <CheckField label={force} value={isForced} />}
    </ActDialog>
  );
}

const ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;

function Add({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const algorithm = useSignal<string>(ALGORITHMS[0]);
  return (
    <ActDialog
      title={signingWords.add}
      text={signingWords.addHint}
      act={signingWords.add}
      right={RIGHT}
      destroys={false}
      done={signingWords.added}
      onClose={onClose}
      work={(reason) => act(console, "POST", PATH, { body: { algorithm: algorithm.value }, reason })}
    >
      {() => (
        <SelectField label={signingWords.algorithm} value={algorithm} options={ALGORITHMS.map((each) => [each, each] as const)} />
      )}
    </ActDialog>
  );
}
