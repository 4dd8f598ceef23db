// /admin/bulk_jobs: what was done to many users at once, newest first.
import { Empty } from "../../ui/empty.tsx";
import { Failed } from "../../ui/problems.tsx";
import { dayAndTime } from "../../ui/sections.tsx";
import { usePages } from "../data/use_pages.ts";
import { Skeleton } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { usersWords } from "../users/words.ts";
import { useFollow } from "./follow.ts";
import { addressOf, type BulkJob, PATH } from "./job_record.ts";
import { JobState, progressText, whoText } from "./job_state.tsx";
import { jobsWords } from "./words.ts";

interface JobPage {
  jobs: BulkJob[];
  next_cursor?: string;
}

export function BulkJobs() {
  const { pages, problem, next, load, refresh } = usePages<JobPage>(`${PATH}?limit=50`);
  const jobs = pages?.flatMap((page) => page.jobs) ?? [];
  useFollow(
    jobs.some((job) => job.ended_at === null),
    refresh,
  );
  return (
    <Screen title={jobsWords.title} hint={jobsWords.hint}>
      {jobs.length > 0 && <JobTable jobs={jobs} />}
      {problem ? (
        <Failed problem={problem} retry={() => void load(next)} />
      ) : !pages ? (
        <Skeleton />
      ) : (
        jobs.length === 0 && (
          <div class="panel">
            <Empty text={jobsWords.none} />
          </div>
        )
      )}
      {next !== undefined && !problem && (
        <div class="section-more">
          <button type="button" onClick={() => void load(next)}>
            {usersWords.more}
          </button>
        </div>
      )}
    </Screen>
  );
}

function JobTable({ jobs }: { jobs: readonly BulkJob[] }) {
  return (
    <div class="table-frame">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{jobsWords.columns.act}</th>
            <th scope="col">{jobsWords.columns.state}</th>
            <th scope="col">{jobsWords.columns.progress}</th>
            <th scope="col">{jobsWords.columns.who}</th>
            <th scope="col">{jobsWords.columns.when}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                <a class="row-link" href={addressOf(job.id)}>
                  {jobsWords.acts[job.act]}
                </a>
              </th>
              <td data-label={jobsWords.columns.state}>
                <JobState job={job} />
              </td>
              <td data-label={jobsWords.columns.progress}>{progressText(job)}</td>
              <td data-label={jobsWords.columns.who} class="cell-email">
                {whoText(job)}
              </td>
              <td data-label={jobsWords.columns.when}>
                <time dateTime={job.created_at}>{dayAndTime(job.created_at)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
