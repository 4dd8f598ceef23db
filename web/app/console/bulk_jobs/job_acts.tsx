// What can be done with a bulk job: ending it, and taking back what it did.
import { route } from "../../shell/router.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { addressOf, type BulkJob, PATH, rightOf, UNDO_RIGHT } from "./job_record.ts";
import { jobWords } from "./words.ts";

export function JobActs({ job }: { job: BulkJob }) {
  const console = useConsole();
  const path = `${PATH}/${job.id}`;
  return (
    <>
      {job.ended_at === null && (
        <OpenButton
          label={jobWords.cancel.act}
          right={rightOf(job.act)}
          dialog={(onClose) => (
            <ActDialog
              {...jobWords.cancel}
              // What is urgent asks for no reason.
              right="users:read"
              onClose={onClose}
              work={(reason) => act(console, "POST", `${path}/cancel`, { reason })}
            />
          )}
        />
      )}
      {job.undo.possible && (
        <OpenButton
          label={jobWords.undo.act}
          right={UNDO_RIGHT}
          dialog={(onClose) => (
            <ActDialog
              {...jobWords.undo}
              right={UNDO_RIGHT}
              destroys={false}
              onClose={onClose}
              work={async (reason) => route(addressOf((await act<BulkJob>(console, "POST", `${path}/undo`, { reason })).id))}
            />
          )}
        />
      )}
    </>
  );
}
