// /imports: choose or drop files of banks, read them to a preview, and list past imports.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { message } from "../../data/state.ts";
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import { shortDay } from "../../rules/day_names.ts";
import { usualPlace } from "../../rules/entry.ts";
import type { Account, Card, ColumnQuestion, Import } from "../../rules/records.ts";
import { route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { MonthSelect } from "../../ui/month_select.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { ColumnChooser } from "./imports_columns.tsx";
import { type ReadOptions, upload } from "./imports_upload.ts";
import { importWords } from "./words.ts";

interface StatementChoice {
  statement: number;
  bank?: string | null;
  number?: string | null;
  lines: number;
}

export function Imports() {
  const path = "/imports?limit=50";
  const reply = useData<Import[]>(path);
  return (
    <Screen title={importWords.title} writes>
      <Upload />
      <section class="panel flush" aria-labelledby="past">
        <header class="panel-head">
          <h2 id="past">{importWords.past}</h2>
        </header>
        <Loading from={reply} path={path}>
          {(imports) =>
            imports.length === 0 ? (
              <Empty text={importWords.pastEmpty} />
            ) : (
              <ul>
                {imports.map((each) => (
                  <Past key={each.id} from={each} />
                ))}
              </ul>
            )
          }
        </Loading>
      </section>
    </Screen>
  );
}

function Past({ from }: { from: Import }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const place =
    from.credit_card_id === null
      ? accounts.find(({ id }) => id === from.account_id)
      : cards.find(({ id }) => id === from.credit_card_id);
  return (
    <li class="row">
      <a href={`/imports/${from.id}`}>
        <span class="what">
          <strong>{from.file_name ?? importWords.unnamed}</strong>
          <span class="hint">
            {[place?.name, shortDay(from.created_at.slice(0, 10), language), importWords.lines(from.lines)]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <span class="much">
          <span class={`status ${from.state === "applied" ? "paid" : from.state === "preview" ? "closed" : ""}`}>
            {importWords.states[from.state]}
          </span>
        </span>
      </a>
    </li>
  );
}

function Upload() {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const files = useSignal<File[]>([]);
  const place = useSignal("");
  const month = useSignal("");
  const isOver = useSignal(false);
  const question = useSignal<ColumnQuestion | undefined>(undefined);
  const statements = useSignal<StatementChoice[]>([]);
  const progress = useSignal<{ done: number; total: number } | undefined>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const { form, send, at, sending, problem } = useSending();
  const chosen = place.value || usualPlace(accounts);
  const take = (list: FileList | null | undefined) => {
    files.value = [...(list ?? [])];
    question.value = undefined;
    statements.value = [];
    problem.value = undefined;
  };
  useProgress(sending, progress);

  const read = (answers: ReadOptions = {}) =>
    send(async () => {
      const [first, ...rest] = files.value;
      if (!first) throw ownRefusal({ file: importWords.none });
      try {
        const created = await upload({ file: first, place: chosen, month: month.value }, answers);
        question.value = undefined;
        statements.value = [];
        files.value = rest;
        if (created.state === "applied") message.value = { text: importWords.again };
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
  const readRest = async (rest: File[]) => {
    for (const file of rest) {
      await upload({ file, place: chosen, month: month.value });
      files.value = files.value.filter((each) => each !== file);
    }
  };

  return (
    <form
      ref={form}
      class="panel form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}
    >
      <FormProblem problem={problem.value} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by any means */}
      <div
        class={isOver.value ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files);
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
          onChange={(event) => take(event.currentTarget.files)}
        />
        <button type="button" onClick={() => picker.current?.click()}>
          {importWords.choose}
        </button>
        {files.value.length > 0 && (
          <ul class="files" aria-label={importWords.chosen(files.value.length)}>
            {files.value.map((file) => (
              <li key={file.name}>{file.name}</li>
            ))}
          </ul>
        )}
        {at("file", "base", "content") && (
          <p class="problem" role="alert">
            {at("file", "base", "content")}
          </p>
        )}
      </div>
      <div class="pair">
        <Field label={importWords.place} problem={at("account_id", "credit_card_id")}>
          {(props) => (
            <select {...props} value={chosen} onChange={(event) => (place.value = event.currentTarget.value)}>
              {accounts.map(({ id, name }) => (
                <option key={id} value={`account:${id}`}>
                  {name}
                </option>
              ))}
              {cards.map(({ id, name }) => (
                <option key={id} value={`card:${id}`}>
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
      {statements.value.length > 0 && (
        <fieldset class="stack">
          <legend>{importWords.statement}</legend>
          {statements.value.map(({ statement, bank, number, lines }) => (
            <button key={statement} type="button" disabled={sending} onClick={() => void read({ statement })}>
              {importWords.statementOf(statement, [bank, number].filter(Boolean).join(" "), lines)}
            </button>
          ))}
        </fieldset>
      )}
      {question.value && (
        <ColumnChooser
          key={files.value[0]?.name}
          question={question.value}
          problem={at("columns")}
          sending={sending}
          onChoose={(columns) => void read({ columns })}
        />
      )}
      {progress.value && (
        <div role="status">
          <p>{importWords.reading(progress.value.done, progress.value.total)}</p>
          <progress max={progress.value.total || 1} value={progress.value.total ? progress.value.done : undefined} />
        </div>
      )}
      {!question.value && statements.value.length === 0 && (
        <div class="acts">
          <button class="main" type="submit" disabled={sending || chosen === ""}>
            {importWords.read}
          </button>
        </div>
      )}
    </form>
  );
}

/** Polls the progress while a file is read. */
function useProgress(isReading: boolean, progress: { value: { done: number; total: number } | undefined }): void {
  useEffect(() => {
    if (!isReading) return;
    progress.value = { done: 0, total: 0 };
    const look = () =>
      call<Import[]>("/api/finance/imports?limit=1").then(
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
