// Background jobs: how many wait, and those that failed, which are tried again or dropped.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import type { Job, TaskCount } from "./maintenance_record.ts";
import { maintenanceWords } from "./words.ts";

const words = maintenanceWords.jobs;
const PATH = "/jobs";
const STATES = ["waiting", "running", "retrying", "failed"] as const;

export function Jobs({ counts }: { counts: readonly TaskCount[] }) {
  const reply = useData<{ jobs: Job[] }>(PATH);
  return (
    <Section title={words.title} {...(counts.length === 0 && { hint: words.empty })}>
      {counts.length > 0 && <CountTable counts={counts} />}
      <Loading from={reply} path={PATH}>
        {({ jobs }) => (
          <Lines items={jobs} empty={words.none}>
            {(job) => <JobLine key={job.id} job={job} />}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

function CountTable({ counts }: { counts: readonly TaskCount[] }) {
  return (
    <div class="table-frame">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{words.task}</th>
            {STATES.map((state) => (
              <th key={state} scope="col">
                {words.states[state]}
              </th>
            ))}
            <th scope="col">{words.oldest}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((each) => (
            <tr key={each.task}>
              <th scope="row">
                <code>{each.task}</code>
              </th>
              {STATES.map((state) => (
                <td key={state} data-label={words.states[state]}>
                  {count(each[state])}
                </td>
              ))}
              <td data-label={words.oldest}>{dayAndTime(each.oldest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function JobLine({ job }: { job: Job }) {
  const console = useConsole();
  const { id, task, state, attempts, run_at: next, created_at: since, last_error: error } = job;
  const isOver = state === "failed";
  return (
    <Line
      title={
        <>
          <code>{task}</code>
          <span class={isOver ? "status overdue" : "status"}>{isOver ? maintenanceWords.failed : words.states[state]}</span>
        </>
      }
      hints={[words.since(dayAndTime(since)), words.attempts(count(attempts)), !isOver && words.next(dayAndTime(next)), error]}
    >
      <OpenButton
        label={words.retry}
        right="jobs:write"
        dialog={(onClose) => (
          <ActDialog
            title={words.retryAsk}
            act={words.retry}
            right="jobs:write"
            destroys={false}
            done={words.retried}
            onClose={onClose}
            work={(reason) => act(console, "POST", `${PATH}/${id}/retry`, { reason })}
          />
        )}
      />
      <OpenButton
        label={words.drop}
        right="jobs:write"
        dialog={(onClose) => (
          <ActDialog
            title={words.dropAsk}
            text={words.dropHint}
            act={words.drop}
            right="jobs:write"
            done={words.dropped}
            onClose={onClose}
            work={(reason) => act(console, "DELETE", `${PATH}/${id}`, { reason })}
          />
        )}
      />
    </Line>
  );
}
