// What became of each user of a bulk job, in pages or as a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Failed } from "../../ui/problems.tsx";
import { Section } from "../../ui/sections.tsx";
import { usePages } from "../data/use_pages.ts";
import { Skeleton } from "../shell/loading.tsx";
import { usersWords } from "../users/words.ts";
import { type BulkJob, PATH, settledOf } from "./job_record.ts";
import { resultsWords } from "./words.ts";

const OUTCOMES = ["done", "skipped", "failed", "not_done"] as const;

interface ResultPage {
  results: {
    user_id: string;
    email: string | null;
    phone: string | null;
    outcome: (typeof OUTCOMES)[number];
    error: string | null;
  }[];
  next_cursor?: string;
}

export function Results({ job }: { job: BulkJob }) {
  const outcome = useSignal("");
  const below = `${PATH}/${job.id}/results?${outcome.value && `outcome=${outcome.value}&`}`;
  const { pages, problem, next, load, refresh } = usePages<ResultPage>(`${below}limit=100`);
  useEffect(refresh, [settledOf(job), job.state]);
  return (
    <Section
      title={resultsWords.title}
      acts={
        <a class="button small" href={`/api/admin${below}format=csv`} download>
          <Icon name="download" />
          <span>{resultsWords.file}</span>
        </a>
      }
    >
      <label class="field">
        {resultsWords.outcome}
        <select value={outcome.value} onChange={({ currentTarget }) => (outcome.value = currentTarget.value)}>
          <option value="">{resultsWords.all}</option>
          {OUTCOMES.map((each) => (
            <option key={each} value={each}>
              {resultsWords.outcomes[each]}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <Failed problem={problem} retry={() => void load(next)} />
      ) : pages ? (
        <ResultTable results={pages.flatMap(({ results }) => results)} />
      ) : (
        <Skeleton />
      )}
      {next !== undefined && !problem && (
        <div class="section-more">
          <button type="button" onClick={() => void load(next)}>
            {usersWords.more}
          </button>
        </div>
      )}
    </Section>
  );
}

function ResultTable({ results }: Pick<ResultPage, "results">) {
  if (results.length === 0) return <Empty text={resultsWords.none} />;
  return (
    <div class="table-frame">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{resultsWords.user}</th>
            <th scope="col">{resultsWords.outcome}</th>
            <th scope="col">{resultsWords.why}</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ user_id: id, email, phone, outcome, error }) => (
            <tr key={id}>
              <th scope="row">
                <a class="row-link" href={`/admin/users/${id}`}>
                  {email ?? (phone ? `+${phone}` : <code>{id}</code>)}
                </a>
              </th>
              <td data-label={resultsWords.outcome}>{resultsWords.outcomes[outcome]}</td>
              <td data-label={resultsWords.why} class="cell-email">
                {error && (resultsWords.errors[error as keyof typeof resultsWords.errors] ?? error)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
