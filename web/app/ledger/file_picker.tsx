// Where files are chosen, photographed, dropped or pasted.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { attachmentWords } from "./attachment_words.ts";
import { useGivenFiles } from "./given_files.ts";

const ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf";

export function FilePicker({ onFiles }: { onFiles: (files: FileList | null | undefined) => void }) {
  const isOver = useSignal(false);
  const place = useGivenFiles(onFiles, isOver);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const taken = (event: { currentTarget: HTMLInputElement }) => {
    onFiles(event.currentTarget.files);
    // The same file may be chosen again.
    event.currentTarget.value = "";
  };
  return (
    <div ref={place} class={isOver.value ? "drop over" : "drop"}>
      <p class="for-keys">{attachmentWords.drop}</p>
      <div class="acts">
        <button type="button" onClick={() => picker.current?.click()}>
          {attachmentWords.choose}
        </button>
        <button type="button" class="camera" onClick={() => camera.current?.click()}>
          {attachmentWords.camera}
        </button>
      </div>
      <p class="hint">{attachmentWords.hint}</p>
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED}
        class="unseen"
        tabIndex={-1}
        aria-label={attachmentWords.files}
        onChange={taken}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        class="unseen"
        tabIndex={-1}
        aria-label={attachmentWords.photo}
        onChange={taken}
      />
    </div>
  );
}
