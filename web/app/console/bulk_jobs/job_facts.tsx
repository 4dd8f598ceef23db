// What a bulk job is: how far, by whom and why, upon whom, and whether it can be undone.
import { language } from "../../language.ts";
import { dayAndTime } from "../../ui/sections.tsx";
import { Fact } from "../shell/fact.tsx";
import { shellWords } from "../shell/words.ts";
import { providerText } from "../users/provider_text.ts";
import { filterWords, usersWords } from "../users/words.ts";
import { addressOf, type BulkJob } from "./job_record.ts";
import { JobState, progressText, whoText } from "./job_state.tsx";
import { jobsWords, jobWords, resultsWords } from "./words.ts";

export function JobFacts({ job }: { job: BulkJob }) {
  const { outcomes } = resultsWords;
  return (
    <dl class="facts user-facts">
      <Fact name={jobsWords.columns.state}>
        <span role="status">
          <JobState job={job} />
        </span>
        {job.state === "stopped" && <span>{jobWords.stopped}</span>}
        {job.state === "waiting" && job.error !== null && <span>{jobWords.waitsForMails}</span>}
      </Fact>
      <Fact name={jobsWords.columns.progress}>{progressText(job)}</Fact>
      {(["done", "skipped", "failed"] as const).map(
        (each) =>
          job[each] > 0 && (
            <Fact key={each} name={outcomes[each]}>
              {job[each].toLocaleString(language)}
            </Fact>
          ),
      )}
      <Fact name={jobWords.users}>
        <span>{selectionText(job)}</span>
      </Fact>
      {job.banned_until && <Fact name={jobWords.until}>{dayAndTime(job.banned_until)}</Fact>}
      {job.app_metadata && (
        <Fact name={jobWords.metadata}>
          <code>{JSON.stringify(job.app_metadata)}</code>
        </Fact>
      )}
      <Fact name={jobWords.createdBy}>{whoText(job)}</Fact>
      {job.reason && <Fact name={jobWords.reason}>{job.reason}</Fact>}
      <Fact name={jobWords.created}>{dayAndTime(job.created_at)}</Fact>
      {job.ended_at && <Fact name={jobWords.ended}>{dayAndTime(job.ended_at)}</Fact>}
      <Undo job={job} />
    </dl>
  );
}

function Undo({ job: { act, undo, undoes, undone_by: undoneBy, ended_at: endedAt } }: { job: BulkJob }) {
  const link = (id: string) => (
    <a href={addressOf(id)} class="row">
      {jobWords.open} <code>{id.slice(0, 8)}</code>
    </a>
  );
  if (undoes) return <Fact name={jobWords.undoes}>{link(undoes)}</Fact>;
  if (undoneBy) return <Fact name={jobWords.undoneBy}>{link(undoneBy)}</Fact>;
  const why = jobWords.finals[act as keyof typeof jobWords.finals];
  if (why !== undefined) return <Fact name={jobWords.final}>{why}</Fact>;
  if (undo.possible && undo.until) return <Fact name={jobWords.undoable}>{jobWords.undoUntil(dayAndTime(undo.until))}</Fact>;
  return endedAt === null ? null : <Fact name={jobWords.final}>{undo.why_not}</Fact>;
}

function selectionText({ users: { ids, filter = {} } }: BulkJob): string {
  if (ids !== undefined) return jobWords.ids(ids.toLocaleString(language));
  return Object.entries(filter)
    .map(([name, value]) => filterText(name, value))
    .join(" · ");
}

/** As the chips of the list say it. */
function filterText(name: string, value: string): string {
  if (name === "search") return `“${value}”`;
  if (name === "state") return usersWords.states[value as keyof typeof usersWords.states] ?? value;
  if (name === "provider") return providerText(value);
  if (name === "factor") return value === "true" ? filterWords.hasFactor : filterWords.hasNone;
  if (name === "never_signed_in") return filterWords.never;
  if (name === "server_role") return `${filterWords.role}: ${shellWords.roles[value as keyof typeof shellWords.roles] ?? value}`;
  if (name === "metadata") return value;
  const label = name.startsWith("created") ? filterWords.created : filterWords.lastSignIn;
  const moment = dayAndTime(value);
  return `${label}: ${name.endsWith("_from") ? filterWords.since(moment) : filterWords.before(moment)}`;
}
