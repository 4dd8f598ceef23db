// Asks before something is done that is large, or gone for good.

import type { ComponentChildren } from "preact";
import { FormDialog } from "./dialog.tsx";
import { useSending } from "./use_sending.ts";

interface ConfirmProps {
  title: string;
  text?: string;
  act: string;
  /** Throws what was refused. */
  work: () => Promise<void>;
  onClose: () => void;
  isOff?: boolean;
  /** Unless it only makes something. */
  destroys?: boolean;
  children?: ComponentChildren;
}

export function Confirm({ title, text, act, work, onClose, isOff = false, destroys = true, children }: ConfirmProps) {
  const sending = useSending();
  const save = async () => {
    await work();
    onClose();
  };
  return (
    <FormDialog title={title} onClose={onClose} sending={sending} act={act} save={save} isOff={isOff} destroys={destroys}>
      {text && <p>{text}</p>}
      {children}
    </FormDialog>
  );
}
