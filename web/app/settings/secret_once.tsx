// A new secret, to be copied now because it is shown once.
import { useSignal } from "@preact/signals";
import { Dialog } from "../ui/dialog.tsx";
import { settingsWords } from "./words.ts";

export function SecretOnce({
  title,
  hint,
  secret,
  onClose,
}: {
  title: string;
  hint: string;
  secret: string;
  onClose: () => void;
}) {
  const isCopied = useSignal(false);
  const copy = () => navigator.clipboard.writeText(secret).then(() => (isCopied.value = true));
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hint}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <div class="acts">
        <button type="button" class="main" onClick={() => void copy()}>
          {isCopied.value ? settingsWords.copied : settingsWords.copy}
        </button>
      </div>
    </Dialog>
  );
}
