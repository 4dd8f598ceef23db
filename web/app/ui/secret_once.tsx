// A new secret, to be copied now because it is shown once.
import { useSignal } from "@preact/signals";
import { copyWords } from "./copy_words.ts";
import { Dialog } from "./dialog.tsx";

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
          {isCopied.value ? copyWords.copied : copyWords.copy}
        </button>
      </div>
    </Dialog>
  );
}
