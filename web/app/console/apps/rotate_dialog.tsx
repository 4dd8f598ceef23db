// Gives an app another secret; the old one is good for as long as is chosen, so that the app can change over.
import { useSignal } from "@preact/signals";
import { SelectField } from "../../ui/form.tsx";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { type OauthApp, pathOf } from "./app_record.ts";
import { appsWords, rotateWords } from "./words.ts";

const HOURS = ["24", "1", "168", "0"] as const;

interface RotateDialogProps {
  app: OauthApp;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function RotateDialog({ app, onClose, onSecret }: RotateDialogProps) {
  const console = useConsole();
  const hours = useSignal<string>(HOURS[0]);
  return (
    <ActDialog
      title={rotateWords.title}
      act={appsWords.rotate}
      right="apps:write"
      destroys={false}
      onClose={onClose}
      work={async (reason) => {
        const path = `${pathOf(app)}/regenerate_secret?keep_old_hours=${hours.value}`;
        onSecret((await act<{ client_secret: string }>(console, "POST", path, { reason })).client_secret);
      }}
    >
      {() => (
        <SelectField
          label={rotateWords.keep}
          value={hours}
          options={HOURS.map((each) => [each, rotateWords.hours[each]] as const)}
        />
      )}
    </ActDialog>
  );
}
