// The errors of bulk jobs, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const bulkJobsErrors = {
  bulkJobIdNotUuid: [404, "validation_failed", "The id of a bulk job must be an UUID"],
  bulkJobUnknown: [404, "bulk_job_not_found", "No bulk job has this id"],
  bulkJobWithoutUsers: [422, "bulk_job_without_users", "No user is selected"],
  bulkJobTooLarge: [422, "bulk_job_too_large", "More than {most} users are selected"],
  bulkJobEnded: [422, "bulk_job_ended", "The bulk job has ended"],
  bulkJobUnderWay: [422, "bulk_job_under_way", "The bulk job is under way: cancel it first, or wait"],
  bulkJobFinal: [422, "bulk_job_final", "This cannot be undone. {why}"],
  bulkJobUndoLate: [422, "bulk_job_undo_late", "A bulk job can be undone for {days} days after its end"],
  bulkJobUndone: [422, "bulk_job_undone", "The bulk job is undone already, or its undo is under way"],
} as const satisfies Record<string, ErrorRow>;
