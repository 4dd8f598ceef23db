// What became of each user of a bulk job.
import { ResultsSection } from "../shell/results_section.tsx";
import { type BulkJob, PATH, settledOf } from "./job_record.ts";
import { resultsWords } from "./words.ts";

const OUTCOMES = ["done", "skipped", "failed", "not_done"] as const;

interface Result {
  user_id: string;
  email: string | null;
  phone: string | null;
  outcome: (typeof OUTCOMES)[number];
  error: string | null;
}

export function Results({ job }: { job: BulkJob }) {
  return (
    <ResultsSection<Result>
      title={resultsWords.title}
      path={`${PATH}/${job.id}/results`}
      outcomes={OUTCOMES.map((each) => [each, resultsWords.outcomes[each]] as const)}
      words={{ outcome: resultsWords.outcome, all: resultsWords.all, none: resultsWords.none, file: resultsWords.file }}
      progress={`${job.state} ${settledOf(job)}`}
      columns={[resultsWords.user, resultsWords.outcome, resultsWords.why]}
    >
      {({ user_id: id, email, phone, outcome, error }) => (
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
      )}
    </ResultsSection>
  );
}
