// Saves what the filters find as a file. Whoever takes it says why, and the log of administrators has it.
import { useSignal } from "@preact/signals";
import { SelectField } from "../../ui/form.tsx";
import { askFile } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { saveFile } from "../data/save_file.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { type AuditQuery, auditPath } from "./audit_query.ts";
import { exportWords } from "./words.ts";

export function ExportDialog({ query, onClose }: { query: AuditQuery; onClose: () => void }) {
  const console = useConsole();
  const format = useSignal<string>("csv");
  return (
    <ActDialog
      title={exportWords.title}
      text={exportWords.hint}
      act={exportWords.act}
      right="audit:export"
      destroys={false}
      done={exportWords.done}
      onClose={onClose}
      work={async (reason) => {
        const file = await askFile(console, auditPath(query, { format: format.value }), { reason });
        saveFile(file, `${query.log ?? "audit"}.${format.value}`);
      }}
    >
      {() => <SelectField label={exportWords.format} value={format} options={[...FORMATS]} />}
    </ActDialog>
  );
}

const FORMATS = [
  ["csv", exportWords.csv],
  ["jsonl", exportWords.jsonl],
] as const;
