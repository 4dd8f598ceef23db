// Starts a bulk job for the users that a list finds: first what is to be done, then whom it would mean and whether it can be undone.
import { useSignal } from "@preact/signals";
import { language } from "../../language.ts";
import { route } from "../../shell/router.ts";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { readFields } from "../users/metadata_changes.ts";
import { phoneText } from "../users/user_record.ts";
import { dataWords, userWords } from "../users/user_words.ts";
import { usersWords } from "../users/words.ts";
import { addressOf, type BulkAct, type BulkJob, PATH, RIGHTS } from "./job_record.ts";
import { startWords } from "./start_words.ts";
import { jobsWords, jobWords } from "./words.ts";

interface JobBody {
  act: BulkAct;
  ban_duration?: string;
  app_metadata?: object;
  users: { filter: Readonly<Record<string, string>> };
}

interface Preview {
  count: number;
  sample: { id: string; email: string | null; phone: string | null }[];
  undo: { possible: boolean; days: number | null; why_not: string | null };
}

interface StartProps {
  filter: Readonly<Record<string, string>>;
  onClose: () => void;
}

export function StartJob({ filter, onClose }: StartProps) {
  const step = useSignal<{ body: JobBody; preview: Preview } | undefined>(undefined);
  if (Object.keys(filter).length === 0)
    return (
      <Dialog title={usersWords.bulkButton} onClose={onClose}>
        <p>{startWords.filterFirst}</p>
      </Dialog>
    );
  return step.value ? (
    <Confirm {...step.value} onClose={onClose} />
  ) : (
    <Choose filter={filter} onClose={onClose} onPreview={(body, preview) => (step.value = { body, preview })} />
  );
}

const DURATIONS = Object.entries(userWords.acts.durations);

function Choose({ filter, onClose, onPreview }: StartProps & { onPreview: (body: JobBody, preview: Preview) => void }) {
  const console = useConsole();
  const sending = useSending();
  const acts = (Object.keys(RIGHTS) as BulkAct[]).filter((each) => may(console, RIGHTS[each]));
  const act = useSignal<string>(acts[0] ?? "");
  const duration = useSignal("24h");
  const metadata = useSignal("{}");
  const look = async () => {
    const body = { act: act.value as BulkAct, users: { filter }, ...parameterOf(act.value, duration.value, metadata.value) };
    const { answer } = await askAdmin<Preview>(console, PATH, { method: "POST", body: { ...body, dry_run: true } });
    onPreview(body, answer);
  };
  return (
    <FormDialog title={usersWords.bulkButton} onClose={onClose} sending={sending} act={startWords.look} save={look}>
      <SelectField label={startWords.act} value={act} options={acts.map((each) => [each, jobsWords.acts[each]] as const)} />
      {act.value === "ban" && <SelectField label={userWords.acts.duration} value={duration} options={DURATIONS} />}
      {act.value === "set_app_metadata" && (
        <Field label={startWords.metadata} hint={startWords.metadataHint} problem={sending.at("metadata")}>
          {(props) => (
            <textarea
              {...props}
              class="code"
              rows={6}
              spellcheck={false}
              value={metadata.value}
              onInput={({ currentTarget }) => (metadata.value = currentTarget.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}

function parameterOf(act: string, duration: string, metadata: string) {
  if (act === "ban") return { ban_duration: duration };
  if (act !== "set_app_metadata") return {};
  const fields = readFields(metadata);
  if (!fields) throw ownRefusal({ metadata: dataWords.notJson });
  if (Object.keys(fields).length === 0) throw ownRefusal({ metadata: startWords.metadataEmpty });
  return { app_metadata: fields };
}

/** What forgets people has to be typed, as for one of them. */
const TYPED: readonly BulkAct[] = ["delete", "erase"];

function Confirm({ body, preview, onClose }: { body: JobBody; preview: Preview; onClose: () => void }) {
  const console = useConsole();
  const typed = useSignal("");
  const { act } = body;
  const count = preview.count.toLocaleString(language);
  if (preview.count === 0)
    return (
      <Dialog title={jobsWords.acts[act]} onClose={onClose}>
        <p>{startWords.nobody}</p>
      </Dialog>
    );
  const start = async (reason: string) => {
    if (TYPED.includes(act) && ![count, String(preview.count)].includes(typed.value.trim()))
      throw ownRefusal({ typed: startWords.typedWrong });
    const { answer } = await askAdmin<BulkJob>(console, PATH, { method: "POST", body, reason });
    route(addressOf(answer.id));
  };
  return (
    <ActDialog
      title={jobsWords.acts[act]}
      act={jobsWords.acts[act]}
      right={RIGHTS[act]}
      destroys={act !== "unban"}
      onClose={onClose}
      work={start}
    >
      {(sending) => (
        <>
          <p>
            <strong>{startWords.count(count)}</strong>
          </p>
          <p class={preview.undo.possible ? undefined : "alert"}>{undoText(act, preview)}</p>
          <div>
            <p>{startWords.sample}</p>
            <ul class="sample-users">
              {preview.sample.map(({ id, email, phone }) => (
                <li key={id}>{email || phoneText(phone ?? "") || id}</li>
              ))}
            </ul>
          </div>
          {TYPED.includes(act) && (
            <TextField label={startWords.typeCount(count)} value={typed} autoComplete="off" problem={sending.at("typed")} />
          )}
        </>
      )}
    </ActDialog>
  );
}

/** The server's own words are English. */
function undoText(act: BulkAct, { undo: { possible, days, why_not: whyNot } }: Preview): string {
  if (possible) return startWords.undoable(days ?? 0);
  return startWords.final(jobWords.finals[act as keyof typeof jobWords.finals] ?? whyNot ?? "");
}
