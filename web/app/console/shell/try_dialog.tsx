// Tries something, and shows what came of it. It stays open, so that it can be tried again.
import type { ComponentChildren } from "preact";
import { FormDialog } from "../../ui/dialog.tsx";
import { type FormState, useSending } from "../../ui/use_sending.ts";

interface TryDialogProps {
  title: string;
  text?: string;
  /** Label of the button. */
  act: string;
  /** Throws a Refusal. */
  attempt: () => Promise<void>;
  onClose: () => void;
  children: (sending: FormState) => ComponentChildren;
}

export function TryDialog({ title, text, act, attempt, onClose, children }: TryDialogProps) {
  const sending = useSending();
  return (
    <FormDialog title={title} onClose={onClose} sending={sending} act={act} save={attempt} keepsTyped={false}>
      {text && <p>{text}</p>}
      {children(sending)}
    </FormDialog>
  );
}
