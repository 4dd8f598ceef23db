// Asks before an act upon somebody else, and for the reason of it, which goes into the log of administrators.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { needsReason, useConsole } from "../data/console.ts";
import { actWords } from "./act_words.ts";

interface ActDialogProps {
  title: string;
  text?: string;
  /** Label of the button. */
  act: string;
  /** What auth asks for. */
  right: string;
  /** Throws a Refusal. */
  work: (reason: string) => Promise<void>;
  /** Said when it is done. */
  done?: string;
  onClose: () => void;
  /** Where the reason is part of what is stored. */
  asksReason?: boolean;
  destroys?: boolean;
  /** Where something else comes in its place. */
  keepsOpen?: boolean;
  children?: (sending: FormState) => ComponentChildren;
}

export function ActDialog({
  title,
  text,
  act,
  right,
  work,
  done,
  onClose,
  asksReason = false,
  destroys = true,
  keepsOpen = false,
  children,
}: ActDialogProps) {
  const console = useConsole();
  const reason = useSignal("");
  const sending = useSending();
  const isNeeded = asksReason || needsReason(console, right);
  const save = async () => {
    const trimmed = reason.value.trim();
    if (isNeeded && trimmed === "") throw ownRefusal({ reason: actWords.reasonMissing });
    await work(trimmed);
    if (!keepsOpen) onClose();
    if (done) console.message.value = done;
  };
  return (
    <FormDialog title={title} onClose={onClose} sending={sending} act={act} save={save} destroys={destroys}>
      {text && <p>{text}</p>}
      {children?.(sending)}
      <TextField
        label={isNeeded ? actWords.reason : actWords.optionalReason}
        hint={actWords.reasonHint}
        value={reason}
        problem={sending.at("reason")}
        maxLength={500}
      />
    </FormDialog>
  );
}
