// Asks before something is gone for good.
import type { ComponentChildren } from "preact";
import { Dialog, useSending } from "../parts.tsx";
import { Form } from "./parts.tsx";

interface ConfirmProps {
  title: string;
  text: string;
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
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Form sending={sending} act={act} save={save} isOff={isOff} destroys={destroys}>
        {children}
      </Form>
    </Dialog>
  );
}
