// A sheet that rises from below: a modal dialog that closes by a swipe down, Escape, back, or a tap beside it. It asks before typed values are lost.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { FormDialog, isOwn } from "./dialog.tsx";
import { sheetWords } from "./sheet_words.ts";
import { useSwipeDown } from "./swipe_down.ts";
import { useSending } from "./use_sending.ts";
import { uiWords } from "./words.ts";

interface SheetProps {
  /** For screen readers: the content says what it is. */
  title: string;
  /** Whether closing it would lose something. */
  isTyped?: boolean;
  /** Removes the sheet. After saving, the caller removes it without asking. */
  onClose: () => void;
  /** Keys of a device's keyboard, also while nothing in the sheet has the focus. */
  onKey?: (event: KeyboardEvent) => void;
  class?: string;
  children: ComponentChildren;
}

export function Sheet({ title, isTyped = false, onClose, onKey, children, ...props }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const asks = useSignal(false);
  const id = useId();
  /** Whether it closes; if not, it asks. */
  const tryToClose = () => {
    if (!isTyped) onClose();
    else asks.value = true;
    return !isTyped;
  };
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // By default the browser would focus a field, which opens the keyboard of the phone.
    dialog.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useBack(tryToClose);
  useSwipeDown(dialog, tryToClose);
  return (
    <>
      <dialog
        ref={dialog}
        class={`sheet ${props.class ?? ""}`}
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.defaultPrevented || !isOwn(event, dialog.current)) return;
          if (event.key !== "Escape") return onKey?.(event);
          event.preventDefault();
          tryToClose();
        }}
        // A phone's own back closes a dialog without a key, and may not be refused twice.
        onClose={() => {
          if (isTyped) dialog.current?.showModal();
          tryToClose();
        }}
        onClick={({ target, clientY }) => {
          const { current } = dialog;
          if (target === current && current && clientY < current.getBoundingClientRect().top) tryToClose();
        }}
      >
        <h2 id={id} class="unseen">
          {title}
        </h2>
        <button type="button" class="sheet-grip" aria-label={uiWords.close} onClick={tryToClose} />
        {children}
      </dialog>
      {asks.value && <AskToDiscard onDiscard={onClose} onClose={() => (asks.value = false)} />}
    </>
  );
}

function AskToDiscard({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const discard = async () => onDiscard();
  return (
    <FormDialog
      title={sheetWords.discard}
      onClose={onClose}
      sending={useSending()}
      act={sheetWords.discardNow}
      save={discard}
      destroys
      acts={
        <button type="button" onClick={onClose}>
          {sheetWords.goOn}
        </button>
      }
    >
      <p>{sheetWords.discardHint}</p>
    </FormDialog>
  );
}

/** Resolves when the entry of the previous sheet has left the history: browsers go back a moment later. */
let left = Promise.resolve();

/** An entry of the history while the sheet is open. It has the address of its screen, so that nothing else changes. */
function useBack(tryToClose: () => boolean): void {
  const latest = useRef(tryToClose);
  latest.current = tryToClose;
  useLayoutEffect(() => {
    let [isMounted, hasEntry] = [true, false];
    const push = () => {
      history.pushState(history.state, "");
      hasEntry = true;
    };
    const leave = () => {
      hasEntry = false;
      if (!latest.current()) push();
    };
    void left.then(() => {
      if (!isMounted) return;
      push();
      addEventListener("popstate", leave);
    });
    return () => {
      isMounted = false;
      removeEventListener("popstate", leave);
      if (!hasEntry) return;
      left = new Promise((resolve) => addEventListener("popstate", () => resolve(), { once: true }));
      history.back();
    };
  }, []);
}
