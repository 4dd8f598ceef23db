// Shares a report as a picture or a PDF. Both contain what the screen shows, so hidden amounts stay hidden.
import { useSignal } from "@preact/signals";
import { useStore } from "../../data/use_store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { drawPicture } from "./draw_picture.ts";
import { shareWords } from "./flow_words.ts";

/** `about`: report, period, basis and brand. */
export function ShareButton({ about }: { about: readonly string[] }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" aria-label={shareWords.share} onClick={() => (isOpen.value = true)}>
        <Icon name="share" /> {shareWords.share}
      </button>
      {isOpen.value && <ShareDialog about={about} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

function ShareDialog({ about, onClose }: { about: readonly string[]; onClose: () => void }) {
  const store = useStore();
  const hasFailed = useSignal(false);
  const chart = document.querySelector<HTMLElement>("main figure:has(.plot > svg)");
  const sharePicture = async (figure: HTMLElement) => {
    hasFailed.value = false;
    try {
      const name = `${about.join(" ").replace(/[^\p{L}\p{N}]+/gu, "-")}.png`;
      await handOver(new File([await drawPicture(figure, about)], name, { type: "image/png" }));
      onClose();
    } catch {
      hasFailed.value = true;
    }
  };
  return (
    <Dialog title={shareWords.share} onClose={onClose}>
      <p class="hint">{chart ? shareWords.about : shareWords.aboutPage}</p>
      {store.amountsHidden.value && (
        <div class="made">
          <p>{shareWords.hidden}</p>
          <button type="button" class="small" onClick={() => (store.amountsHidden.value = false)}>
            {shareWords.show}
          </button>
        </div>
      )}
      {hasFailed.value && (
        <p class="alert" role="alert">
          {shareWords.failed}
        </p>
      )}
      <div class="acts">
        {chart && (
          <button type="button" class="main" onClick={() => void sharePicture(chart)}>
            {shareWords.picture}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            print();
            onClose();
          }}
        >
          {shareWords.pdf}
        </button>
      </div>
    </Dialog>
  );
}

/** To another app where the device can, else as a download. */
async function handOver(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: Error) => {
      // The user closed the system's dialog.
      if (error.name !== "AbortError") throw error;
    });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
