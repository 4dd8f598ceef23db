// The form that uploads files of banks, and asks what finance could not tell from them.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { placeOptions } from "../../ledger/place_options.tsx";
import { usualPlace } from "../../rules/entry.ts";
import type { Account, Card, ColumnQuestion, Import } from "../../rules/records.ts";
import { route } from "../../shell/router.ts";
import { Field } from "../../ui/field.tsx";
import { submitHandler } from "../../ui/form.tsx";
import { MonthSelect } from "../../ui/month_select.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { ColumnChooser } from "./imports_columns.tsx";
import { type ReadOptions, upload } from "./imports_upload.ts";
import { importWords } from "./words.ts";

interface StatementChoice {
  statement: number;
  bank?: string | null;
  number?: string | null;
  name?: string | null;
  lines: number;
}

export function UploadForm() {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const place = useSignal("");
  const month = useSignal("");
  const chosen = place.value || usualPlace(accounts);
  const { sending, files, question, statements, take, read } = useUpload(chosen, month);
  const { form, at, problem, sending: isSending } = sending;
  return (
    <form ref={form} class="panel form" noValidate onSubmit={submitHandler(read)}>
      <FormProblem problem={problem.value} />
      <DropZone files={files.value} problem={at("file", "base", "content")} onFiles={take} />
      <PlaceFields accounts={accounts} chosen={chosen} place={place} month={month} at={at} />
      {statements.value.length > 0 && (
        <fieldset class="stack">
          <legend>{importWords.statement}</legend>
          {statements.value.map(({ statement, bank, number, name, lines }) => (
            <button key={statement} type="button" disabled={isSending} onClick={() => void read({ statement })}>
              {importWords.statementOf(statement, [bank, number, name].filter(Boolean).join(" "), lines)}
            </button>
          ))}
        </fieldset>
      )}
      {question.value && (
        <ColumnChooser
          key={files.value[0]?.name}
          question={question.value}
          problem={at("columns")}
          sending={isSending}
          onChoose={(columns) => void read({ columns })}
        />
      )}
      <Progress isReading={isSending} />
      {!question.value && statements.value.length === 0 && (
        <div class="acts">
          <button class="main" type="submit" disabled={isSending || chosen === ""}>
            {importWords.read}
          </button>
        </div>
      )}
    </form>
  );
}

function useUpload(place: string, month: Signal<string>) {
  const store = useStore();
  const files = useSignal<File[]>([]);
  const question = useSignal<ColumnQuestion | undefined>(undefined);
  const statements = useSignal<StatementChoice[]>([]);
  const sending = useSending();
  const forgetQuestions = () => {
    question.value = undefined;
    statements.value = [];
  };
  const take = (list: FileList | null | undefined) => {
    files.value = [...(list ?? [])];
    forgetQuestions();
    sending.problem.value = undefined;
  };
  const readRest = async (rest: File[]) => {
    for (const file of rest) {
      await upload(store, { file, place, month: month.value });
      files.value = files.value.filter((each) => each !== file);
    }
  };
  const read = (answers: ReadOptions = {}) =>
    sending.send(async () => {
      const [first, ...rest] = files.value;
      if (!first) throw ownRefusal({ file: importWords.none });
      try {
        const created = await upload(store, { file: first, place, month: month.value }, answers);
        forgetQuestions();
        files.value = rest;
        if (created.state === "applied") store.message.value = { text: importWords.again };
        // One at a time: the user checks each before the next one.
        if (rest.length === 0) route(`/imports/${created.id}`);
        else await readRest(rest);
      } catch (error) {
        const { details = {} } = error as { details?: Record<string, unknown> };
        if (details.question) question.value = details.question as ColumnQuestion;
        if (Array.isArray(details.statements)) statements.value = details.statements as StatementChoice[];
        throw error;
      }
    });
  return { sending, files, question, statements, take, read };
}

interface DropZoneProps {
  files: readonly File[];
  problem: string | undefined;
  onFiles: (files: FileList | null | undefined) => void;
}

function DropZone({ files, problem, onFiles }: DropZoneProps) {
  const isOver = useSignal(false);
  const picker = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by any means
    <div
      class={isOver.value ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        onFiles(event.dataTransfer?.files);
      }}
    >
      <p class="for-keys">
        <strong>{importWords.drop}</strong>
      </p>
      <p class="hint">{importWords.hint}</p>
      <input
        ref={picker}
        type="file"
        multiple
        class="unseen"
        tabIndex={-1}
        aria-label={importWords.files}
        onChange={(event) => onFiles(event.currentTarget.files)}
      />
      <button type="button" onClick={() => picker.current?.click()}>
        {importWords.choose}
      </button>
      {files.length > 0 && (
        <ul class="files" aria-label={importWords.chosen(files.length)}>
          {files.map((file) => (
            <li key={file.name}>{file.name}</li>
          ))}
        </ul>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface PlaceFieldsProps {
  accounts: readonly Account[];
  chosen: string;
  place: Signal<string>;
  month: Signal<string>;
  at: FormState["at"];
}

function PlaceFields({ accounts, chosen, place, month, at }: PlaceFieldsProps) {
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  return (
    <div class="pair">
      <Field label={importWords.place} problem={at("account_id", "credit_card_id")}>
        {(props) => (
          <select {...props} value={chosen} onChange={(event) => (place.value = event.currentTarget.value)}>
            {placeOptions(accounts, cards).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen.startsWith("card:") && (
        <Field label={importWords.invoice} hint={importWords.invoiceHint} problem={at("invoice")}>
          {(props) => <MonthSelect input={props} value={month.value} onChange={(chosen) => (month.value = chosen)} />}
        </Field>
      )}
    </div>
  );
}

function Progress({ isReading }: { isReading: boolean }) {
  const progress = useSignal<{ done: number; total: number } | undefined>(undefined);
  useProgress(isReading, progress);
  if (!progress.value) return null;
  const { done, total } = progress.value;
  return (
    <div role="status">
      <p>{importWords.reading(done, total)}</p>
      <progress max={total || 1} value={total ? done : undefined} />
    </div>
  );
}

/** Polls the progress while a file is read. */
function useProgress(isReading: boolean, progress: { value: { done: number; total: number } | undefined }): void {
  const store = useStore();
  useEffect(() => {
    if (!isReading) return;
    progress.value = { done: 0, total: 0 };
    const look = () =>
      call<Import[]>(store, "/api/finance/imports?limit=1").then(
        ([newest]) => {
          if (newest?.state === "reading") progress.value = newest.progress;
        },
        () => {},
      );
    const timer = setInterval(look, 1_000);
    return () => {
      clearInterval(timer);
      progress.value = undefined;
    };
  }, [isReading, progress]);
}
