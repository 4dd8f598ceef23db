// /admin/user_imports/:id: one import of users: what would happen, how far it is, and what became of each line.
import { here } from "../../shell/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { dayAndTime } from "../../ui/sections.tsx";
import { useFollow } from "../bulk_jobs/follow.ts";
import { whoText } from "../bulk_jobs/job_state.tsx";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { act, load, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Fact } from "../shell/fact.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { ResultsSection } from "../shell/results_section.tsx";
import { Screen } from "../shell/screen.tsx";
import { isUnderWay, PATH, type UserImport as Record, RIGHT, settledOf } from "./import_record.ts";
import { ImportState } from "./import_state.tsx";
import { noteText } from "./note_text.ts";
import { importsWords, importWords, linesWords } from "./words.ts";

export function UserImport() {
  const console = useConsole();
  const path = `${PATH}/${here.value.params.id}`;
  const reply = useData<Record>(path);
  useFollow(reply.data !== undefined && isUnderWay(reply.data), () => void load(console, path));
  return (
    <Screen title={importWords.title} tools={reply.data && <Acts of={reply.data} />}>
      <a class="back" href="/admin/maintenance">
        <Icon name="left" />
        {importWords.back}
      </a>
      <Loading from={reply} path={path}>
        {(record) => (
          <>
            {isUnderWay(record) && (
              <progress
                class="job-progress"
                aria-label={importsWords.states[record.state]}
                max={record.lines}
                value={settledOf(record)}
              />
            )}
            {record.state === "checked" && <p>{importWords.dryRun}</p>}
            <Facts of={record} />
            {record.state !== "receiving" && <Lines of={record} />}
          </>
        )}
      </Loading>
    </Screen>
  );
}

const COUNTS = ["imported", "existing", "refused", "incomplete"] as const;

/** Once it was started, the counts are of what happened. */
const countWords = ({ started_at: startedAt }: Record) => (startedAt === null ? importWords.would : importWords.did);

function Facts({ of: record }: { of: Record }) {
  const words = countWords(record);
  const { error } = record;
  return (
    <dl class="facts user-facts">
      <Fact name={importWords.state}>
        <span role="status">
          <ImportState of={record} />
        </span>
        {error && <span>{importWords.errors[error as keyof typeof importWords.errors] ?? error}</span>}
      </Fact>
      <Fact name={importWords.source}>
        {importsWords.sources[record.source]} {record.file_name && <code>{record.file_name}</code>}
      </Fact>
      <Fact name={importWords.lines}>{importsWords.users(count(record.lines))}</Fact>
      {COUNTS.map(
        (each) =>
          (record[each] > 0 || each === "imported") && (
            <Fact key={each} name={words[each]}>
              {count(record[each])}
            </Fact>
          ),
      )}
      <Fact name={importWords.by}>{whoText(record)}</Fact>
      {record.reason && <Fact name={importWords.reason}>{record.reason}</Fact>}
      <Fact name={importWords.created}>{dayAndTime(record.created_at)}</Fact>
      {record.ended_at && <Fact name={importWords.ended}>{dayAndTime(record.ended_at)}</Fact>}
    </dl>
  );
}

function Acts({ of: record }: { of: Record }) {
  const console = useConsole();
  const path = `${PATH}/${record.id}`;
  return (
    <>
      {record.state === "checked" && record.imported > 0 && (
        <OpenButton
          label={importWords.start.act}
          right={RIGHT}
          dialog={(onClose) => (
            <ActDialog
              {...importWords.start}
              right={RIGHT}
              destroys={false}
              onClose={onClose}
              work={(reason) => act(console, "POST", `${path}/start`, { reason })}
            >
              {() => (
                <p>
                  <strong>{importsWords.users(count(record.imported))}</strong>
                </p>
              )}
            </ActDialog>
          )}
        />
      )}
      {record.ended_at === null && (
        <OpenButton
          label={importWords.cancel.act}
          right={RIGHT}
          dialog={(onClose) => (
            <ActDialog
              {...importWords.cancel}
              // What is urgent asks for no reason.
              right="users:read"
              onClose={onClose}
              work={(reason) => act(console, "POST", `${path}/cancel`, { reason })}
            />
          )}
        />
      )}
    </>
  );
}

const OUTCOMES = ["imported", "existing", "refused"] as const;

interface LineResult {
  line: number;
  outcome: (typeof OUTCOMES)[number];
  user_id: string | null;
  name: string | null;
  notes: string[];
}

function Lines({ of: record }: { of: Record }) {
  const words = record.started_at === null ? linesWords.would : linesWords.did;
  return (
    <ResultsSection<LineResult>
      title={linesWords.title}
      path={`${PATH}/${record.id}/results`}
      outcomes={OUTCOMES.map((each) => [each, words[each]] as const)}
      words={{ outcome: linesWords.outcome, all: linesWords.all, none: linesWords.none, file: linesWords.file }}
      progress={`${record.state} ${settledOf(record)}`}
      columns={[linesWords.user, linesWords.outcome, linesWords.notes]}
    >
      {({ line, outcome, user_id: id, name, notes }) => (
        <tr key={line}>
          <th scope="row">
            {id && (record.started_at !== null || outcome === "existing") ? (
              <a class="row-link" href={`/admin/users/${id}`}>
                {name ?? <code>{id}</code>}
              </a>
            ) : (
              (name ?? linesWords.unnamed)
            )}{" "}
            <small class="hint">{linesWords.number(count(line))}</small>
          </th>
          <td data-label={linesWords.outcome}>{words[outcome]}</td>
          <td data-label={linesWords.notes} class="cell-email">
            {notes.map(noteText).join("; ")}
          </td>
        </tr>
      )}
    </ResultsSection>
  );
}
