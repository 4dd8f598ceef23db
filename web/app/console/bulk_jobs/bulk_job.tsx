// /admin/bulk_jobs/:id: one bulk job, as far as it is, and what became of each user.
import { here } from "../../shell/router.ts";
import { Icon } from "../../ui/icon.tsx";
import { useConsole } from "../data/console.ts";
import { load, useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { useFollow } from "./follow.ts";
import { JobActs } from "./job_acts.tsx";
import { JobFacts } from "./job_facts.tsx";
import { type BulkJob as Job, PATH, settledOf } from "./job_record.ts";
import { Results } from "./results.tsx";
import { jobsWords } from "./words.ts";

export function BulkJob() {
  const console = useConsole();
  const { params } = here.value;
  const path = `${PATH}/${params.id}`;
  const reply = useData<Job>(path);
  useFollow(reply.data?.ended_at === null, () => void load(console, path));
  return (
    <Screen
      title={reply.data ? jobsWords.acts[reply.data.act] : jobsWords.title}
      tools={reply.data && <JobActs job={reply.data} />}
    >
      <a class="back" href="/admin/bulk_jobs">
        <Icon name="left" />
        {jobsWords.title}
      </a>
      <Loading from={reply} path={path}>
        {(job) => (
          <>
            <progress class="job-progress" aria-label={jobsWords.columns.progress} max={job.total} value={settledOf(job)} />
            <JobFacts job={job} />
            <Results job={job} />
          </>
        )}
      </Loading>
    </Screen>
  );
}
