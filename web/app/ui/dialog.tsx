// Modal dialogs, with and without a form.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Form, type FormProps } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { uiWords } from "./words.ts";

/** In a radio group, the checked one. */
const FIRST_FIELD = "input:enabled:not([type=radio]:not(:checked)), select:enabled, textarea:enabled";

/** Uses the dialog element: it traps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // By default the browser would focus the close button, which comes first.
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

/** `save` has to close it when it is done. */
export function FormDialog({ title, onClose, ...form }: FormProps & { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} />
    </Dialog>
  );
}
