// The state of a bulk job as a badge, how far it is, and whose it is.
import { language } from "../../language.ts";
import { actsWords } from "../audit/words.ts";
import { type BulkJob, settledOf } from "./job_record.ts";
import { jobsWords } from "./words.ts";

const SIGNS = { waiting: "", running: "partial", done: "paid", cancelled: "", stopped: "overdue" };

export function JobState({ job: { state } }: { job: BulkJob }) {
  return <span class={`status ${SIGNS[state]}`}>{jobsWords.states[state]}</span>;
}

export const progressText = (job: BulkJob): string =>
  jobsWords.of(settledOf(job).toLocaleString(language), job.total.toLocaleString(language));

export const whoText = ({ created_by: { kind, name } }: Pick<BulkJob, "created_by">): string =>
  name || (actsWords.kinds[kind as keyof typeof actsWords.kinds] ?? kind);
