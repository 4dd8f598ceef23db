// Which attributes of a provider become claims of its users, and a try of it before it is saved.
import { useSignal } from "@preact/signals";
import type { Refusal } from "../../rules/records.ts";
import { Field } from "../../ui/field.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { attributesIn, PATH, type SsoProvider } from "./sso_record.ts";
import { mappingWords } from "./words.ts";

interface Trial {
  email: string | null;
  vouched: boolean;
  claims: Record<string, unknown>;
}

export function MappingDialog({ provider, onClose }: { provider: SsoProvider; onClose: () => void }) {
  const console = useConsole();
  const text = useSignal(JSON.stringify(provider.saml.attribute_mapping, null, 2));
  const sample = useSignal("");
  const trial = useSignal<Trial | undefined>(undefined);
  const problem = useSignal("");
  const path = `${PATH}/${provider.id}`;
  const attempt = async () => {
    trial.value = undefined;
    problem.value = "";
    const [mapping, attributes] = [readMapping(text.value), attributesIn(sample.value)];
    if (!mapping) problem.value = mappingWords.notJson;
    else if (!attributes) problem.value = mappingWords.badSample;
    else
      await askAdmin<Trial>(console, `${path}/test`, { method: "POST", body: { attributes, attribute_mapping: mapping } }).then(
        ({ answer }) => (trial.value = answer),
        (error: Refusal) => (problem.value = reasonOf(error)),
      );
  };
  const save = async (reason: string) => {
    const mapping = readMapping(text.value);
    if (!mapping) throw ownRefusal({ mapping: mappingWords.notJson });
    await act(console, "PUT", path, { body: { attribute_mapping: mapping }, reason });
  };
  return (
    <ActDialog
      title={mappingWords.title}
      act={formWords.save}
      right="providers:write"
      destroys={false}
      onClose={onClose}
      work={save}
    >
      {(sending) => (
        <>
          <Area
            label={mappingWords.mapping}
            hint={mappingWords.mappingHint}
            value={text}
            problem={sending.at("mapping")}
            rows={6}
          />
          <Area label={mappingWords.sample} hint={mappingWords.sampleHint} value={sample} problem={problem.value} rows={3} />
          <div class="acts">
            <button type="button" class="small" onClick={() => void attempt()}>
              {mappingWords.try}
            </button>
          </div>
          <div role="status">{trial.value && <Outcome trial={trial.value} />}</div>
        </>
      )}
    </ActDialog>
  );
}

function Outcome({ trial: { email, vouched, claims } }: { trial: Trial }) {
  return (
    <>
      <p>
        {email === null ? mappingWords.noEmail : mappingWords.email(email)}{" "}
        {email !== null && (
          <span class={vouched ? "status paid" : "status partial"}>
            {vouched ? mappingWords.vouched : mappingWords.notVouched}
          </span>
        )}
      </p>
      <pre class="json">{JSON.stringify(claims, null, 2)}</pre>
    </>
  );
}

interface AreaProps {
  label: string;
  hint: string;
  value: { value: string };
  problem?: string | undefined;
  rows: number;
}

function Area({ label, hint, value, problem, rows }: AreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(props) => (
        <textarea
          {...props}
          class="code"
          rows={rows}
          spellcheck={false}
          value={value.value}
          onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}

function readMapping(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
