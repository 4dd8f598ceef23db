// Modal dialogs, with and without a form.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { dialogWords } from "./dialog_words.ts";
import { Form, type FormProps } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { uiWords } from "./words.ts";

/** In a radio group, the checked one. */
const FIRST_FIELD = "input:enabled:not([type=radio]:not(:checked)), select:enabled, textarea:enabled";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Asks before it closes, once something was typed. */
  keepsTyped?: boolean;
  class?: string;
  /** Wide screens show it below this element's box instead of in the middle. */
  near?: DOMRect | undefined;
  children: ComponentChildren;
}

/** Uses the dialog element: it traps the focus, and Escape closes it. */
export function Dialog({ title, onClose, keepsTyped = false, near, children, ...props }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hasTyped = useRef(false);
  const asks = useSignal(false);
  const id = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // By default the browser would focus the close button, which comes first.
    dialog.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, []);
  const askToLose = (event?: Event): boolean => {
    if (!keepsTyped || !hasTyped.current) return false;
    event?.preventDefault();
    asks.value = true;
    return true;
  };
  return (
    <dialog
      ref={dialog}
      class={props.class}
      {...(near && { style: besideOf(near) })}
      aria-labelledby={id}
      onInput={() => (hasTyped.current = true)}
      onCancel={(event) => event.target === dialog.current && askToLose(event)}
      // Browsers do not send `cancel` for a second Escape in a row.
      onKeyDown={(event) => event.key === "Escape" && isOwn(event, dialog.current) && askToLose(event)}
      onClose={onClose}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label={uiWords.close} onClick={() => askToLose() || dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
      {asks.value && <AskToLose onKeep={() => (asks.value = false)} onLose={() => dialog.current?.close()} />}
    </dialog>
  );
}

/** Whether the event is not from a dialog inside this one. */
export const isOwn = ({ target }: Event, dialog: HTMLElement | null) => (target as Element).closest("dialog") === dialog;

const besideOf = ({ left, bottom }: DOMRect) => `--left: ${Math.round(left)}px; --top: ${Math.round(bottom + 4)}px`;

/** Asks whether to lose what was typed. Escape keeps it. */
export function AskToLose({ onKeep, onLose }: { onKeep: () => void; onLose: () => void }) {
  return (
    <Dialog title={dialogWords.losesTitle} onClose={onKeep}>
      <p>{dialogWords.loses}</p>
      <div class="acts">
        <button type="button" class="main" onClick={onKeep}>
          {dialogWords.keep}
        </button>
        <button type="button" onClick={onLose}>
          {dialogWords.lose}
        </button>
      </div>
    </Dialog>
  );
}

/** `save` has to close it when it is done. */
export function FormDialog({ title, onClose, keepsTyped, ...form }: FormProps & Omit<DialogProps, "children">) {
  return (
    <Dialog title={title} onClose={onClose} keepsTyped={keepsTyped ?? !form.destroys}>
      <Form {...form} />
    </Dialog>
  );
}
