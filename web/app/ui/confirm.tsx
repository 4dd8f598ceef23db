// Asks before an action that is large or cannot be undone.
import type { ComponentChildren } from "preact";
import { FormDialog } from "./dialog.tsx";
import { useSending } from "./use_sending.ts";

interface ConfirmProps {
  title: string;
  text?: string;
  act: string;
  /** Throws a Refusal. */
  work: () => Promise<void>;
  onClose: () => void;
  isOff?: boolean;
  /** False if the action only creates something. */
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
