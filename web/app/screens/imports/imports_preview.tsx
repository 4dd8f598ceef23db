// /imports/:id: what a bank's file would write, line by line; applying it and undoing it.

import { useSignal } from "@preact/signals";
import { takeBack, write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import { refresh } from "../../data/replies.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { DeletedElsewhere } from "../../ledger/deleted_elsewhere.tsx";
import { monthOfDay } from "../../months.ts";
import { VERDICTS, writing } from "../../rules/imports.ts";
import type { Columns, Import, Refusal } from "../../rules/records.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { SelectField, submitHandler } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { ColumnChooser } from "./imports_columns.tsx";
import { Facts } from "./imports_facts.tsx";
import { LinesTable } from "./imports_table.tsx";
import { sourceOf, upload } from "./imports_upload.ts";
import { importWords } from "./words.ts";

export function ImportsPreview() {
  const { params } = here.value;
  const path = `/imports/${encodeURIComponent(params.id ?? "")}`;
  const reply = useData<Import>(path);
  return (
    <Screen
      writes
      title={reply.data?.file_name ?? importWords.title}
      tools={
        <a class="button small" href="/imports" data-key="Escape">
          {importWords.past}
        </a>
      }
    >
      <DeletedElsewhere from={reply} />
      <Loading from={reply} path={path}>
        {(from) => (
          <>
            <About from={from} path={path} />
            <Filters from={from} path={path} />
            <LinesTable key={from.id} from={from} path={path} />
          </>
        )}
      </Loading>
    </Screen>
  );
}

function About({ from, path }: { from: Import; path: string }) {
  const { about, made } = from;
  return (
    <section class="panel import-head">
      <Facts from={from} />
      {about.problems.map((each) => (
        <p key={each} class="alert">
          {each}
        </p>
      ))}
      {from.state === "preview" && <Guessed from={from} />}
      {from.state === "preview" && <Apply from={from} path={path} />}
      {made && from.state === "applied" && <Applied made={made} about={about} />}
      {from.state === "undone" && <p>{importWords.undone}</p>}
    </section>
  );
}

function Applied({ made, about }: { made: NonNullable<Import["made"]>; about: Import["about"] }) {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const takeAllBack = () =>
    send(async () => {
      const { again } = await takeBack(store, { version: made.version });
      store.message.value = { text: importWords.undone, ...(again && { undo: again }) };
    });
  return (
    <>
      <p>{`${importWords.applied(made.created, made.matched)} ${made.known > 0 ? importWords.known(made.known) : ""}`}</p>
      <FormProblem problem={problem.value} />
      <div class="acts">
        <a class="button" href={`/transactions${about.period_end ? `?month=${monthOfDay(about.period_end)}` : ""}`}>
          {importWords.see}
        </a>
        <button type="button" class="destroys" disabled={sending} onClick={() => void takeAllBack()}>
          {importWords.undoImport}
        </button>
      </div>
    </>
  );
}

/** The columns of an unknown table can be corrected while the file is open. */
function Guessed({ from }: { from: Import }) {
  const store = useStore();
  const { send, at, sending, problem } = useSending();
  const { question } = from.about;
  const source = sourceOf(from.id);
  if (!question) return null;
  if (!source) return <p class="hint">{importWords.guessed}</p>;
  const readAgain = (columns: Columns) =>
    send(async () => {
      const created = await upload(store, source, { columns });
      await write(store, "DELETE", `/imports/${from.id}`);
      route(`/imports/${created.id}`);
    });
  return (
    <details>
      <summary>{`${importWords.guessed} ${importWords.check}`}</summary>
      <FormProblem problem={problem.value} />
      <ColumnChooser question={question} problem={at("columns")} sending={sending} onChoose={(each) => void readAgain(each)} />
    </details>
  );
}

function Apply({ from, path }: { from: Import; path: string }) {
  const store = useStore();
  const proposals = useSignal("");
  const { form, send, at, sending, problem } = useSending();
  const apply = () =>
    send(async () => {
      try {
        const { record } = await write<Import>(store, "POST", `${path}/apply`, {
          ...(proposals.value !== "" && { proposals: proposals.value }),
        });
        const { version, created, matched } = record.made as NonNullable<Import["made"]>;
        store.message.value = { text: importWords.applied(created, matched), undo: () => takeBack(store, { version }) };
      } catch (error) {
        // Other lines may have changed too, so all are loaded again.
        if ((error as Refusal).status === 409) refresh(store);
        throw error;
      }
    });
  const discard = () =>
    send(async () => {
      await write(store, "DELETE", path);
      route("/imports");
      store.message.value = { text: importWords.discarded };
    });
  const count = writing(from) + (proposals.value === "accept" || proposals.value === "new" ? from.undecided : 0);
  return (
    <form ref={form} class="form" noValidate onSubmit={submitHandler(apply)}>
      <FormProblem
        problem={problem.value?.status === 409 ? { ...problem.value, message: importWords.changedSince } : problem.value}
      />
      {from.undecided > 0 && (
        <SelectField
          label={`${importWords.proposals}: ${from.undecided}`}
          value={proposals}
          problem={at("proposals", "base", "lines")}
          options={[["", importWords.proposalsAsk], ...Object.entries(importWords.proposalsAll)]}
        />
      )}
      <div class="acts">
        <button
          class="main"
          type="submit"
          data-key="Mod+Enter"
          disabled={sending || (from.undecided > 0 && proposals.value === "")}
        >
          {sending ? importWords.applying : importWords.apply(count)}
        </button>
        <button type="button" class="quiet" disabled={sending} onClick={() => void discard()}>
          {importWords.discard}
        </button>
      </div>
    </form>
  );
}

function Filters({ from, path }: { from: Import; path: string }) {
  const filter = here.value.query.show ?? "";
  const choices = [
    ["", importWords.all, from.lines],
    ...(from.undecided > 0 ? [["undecided", importWords.undecided, from.undecided] as const] : []),
    ...VERDICTS.flatMap((each) => (from.counts[each] ? [[each, importWords.verdicts[each], from.counts[each]] as const] : [])),
  ] as const;
  return (
    <nav class="chips" aria-label={importWords.lines(from.lines)}>
      {choices.map(([value, label, count]) => (
        <button
          key={value}
          type="button"
          class="small"
          aria-pressed={filter === value}
          onClick={() => route(`${path}${value === "" ? "" : `?show=${value}`}`, true)}
        >
          {`${label} ${count}`}
        </button>
      ))}
    </nav>
  );
}
