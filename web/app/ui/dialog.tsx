// Dialogs.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Form, type FormProps } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { uiWords } from "./words.ts";

/** Of a group of choices, the one that is made. */
const FIRST_FIELD = "input:enabled:not([type=radio]:not(:checked)), select:enabled, textarea:enabled";

/** A dialog of the browser's own: it keeps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // The browser would choose the button that closes it, which comes first.
    dialog.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label={uiWords.close} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** `save` closes it, where there is nothing more to ask. */
export function FormDialog({ title, onClose, ...form }: FormProps & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} />
    </Dialog>
  );
}
