// A button that copies a text beside it.
import { useSignal } from "@preact/signals";
import { copyWords } from "../../ui/copy_words.ts";

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const isCopied = useSignal(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => (isCopied.value = true));
  return (
    <button type="button" class="small quiet" aria-label={isCopied.value ? undefined : label} onClick={() => void copy()}>
      {isCopied.value ? copyWords.copied : copyWords.copy}
    </button>
  );
}
