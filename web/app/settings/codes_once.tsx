// New recovery codes, shown once: to copy, download or print. The dialog stays until the user confirms that they are kept.
import { useSignal } from "@preact/signals";
import { currentTime } from "../clock.ts";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { codesFile, writtenCode } from "../rules/recovery_codes.ts";
import { copyWords } from "../ui/copy_words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField } from "../ui/form.tsx";
import { day } from "../ui/sections.tsx";
import { askAuth } from "./auth.ts";
import { recoveryWords } from "./security_words.ts";

/** With codes from before, those stop working. */
export async function createCodes(store: Store, exist: boolean): Promise<string[]> {
  const path = exist ? "/factors/recovery-codes/regenerate" : "/factors/recovery-codes";
  return (await askAuth<{ codes: string[] }>(store, "POST", path)).codes;
}

export function CodesOnce({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const store = useStore();
  const isKept = useSignal(false);
  const isCopied = useSignal(false);
  // Counts attempts to close it too early. Each opens it again, with a reminder.
  const reminders = useSignal(0);
  const close = () => {
    if (isKept.value) onClose();
    else reminders.value++;
  };
  const copy = () => void navigator.clipboard.writeText(codes.map(writtenCode).join("\n")).then(() => (isCopied.value = true));
  const email = store.user.value?.email ?? "";
  const file = codesFile(codes, recoveryWords.fileTitle(email, day(currentTime().toISOString())), recoveryWords.fileHint);
  return (
    <Dialog key={reminders.value} title={recoveryWords.title} onClose={close}>
      <p>{recoveryWords.keep}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{writtenCode(code)}</code>
          </li>
        ))}
      </ol>
      <div class="acts">
        <button type="button" onClick={copy}>
          {isCopied.value ? copyWords.copied : copyWords.copy}
        </button>
        <a class="button" download={recoveryWords.fileName} href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}>
          {recoveryWords.download}
        </a>
        <button type="button" onClick={() => print()}>
          {recoveryWords.print}
        </button>
      </div>
      <div class="form kept">
        <CheckField label={recoveryWords.kept} value={isKept} />
        {reminders.value > 0 && !isKept.value && (
          <p class="problem" role="alert">
            {recoveryWords.remind}
          </p>
        )}
        <div class="acts">
          <button type="button" class="main" onClick={close}>
            {recoveryWords.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
