// A button that opens a dialog, for those who may do what it does.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { may, useConsole } from "../data/console.ts";

interface Opener {
  label: string;
  /** Without it there is no button. */
  right: string;
  dialog: (onClose: () => void) => ComponentChildren;
}

export function OpenButton({ label, right, dialog }: Opener) {
  const console = useConsole();
  const isOpen = useSignal(false);
  if (!may(console, right)) return null;
  return (
    <>
      <button type="button" class="small" onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && dialog(() => (isOpen.value = false))}
    </>
  );
}
