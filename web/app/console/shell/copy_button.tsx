// A button that copies a text beside it.
import { useSignal } from "@preact/signals";
import { copyWords } from "../../ui/copy_words.ts";

export function CopyButton({ text }: { text: string }) {
  const isCopied = useSignal(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => (isCopied.value = true));
  return (
    <button type="button" class="small quiet" onClick={() => void copy()}>
      {isCopied.value ? copyWords.copied : copyWords.copy}
    </button>
  );
}
