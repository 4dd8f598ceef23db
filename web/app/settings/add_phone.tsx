// Adds a phone as a second factor: its number, and the code sent to it.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import type { AddProps } from "./add_app.tsx";
import { askAuth } from "./auth.ts";
import { addressWords, twoStepWords } from "./security_words.ts";
import { showFactor } from "./show_factor.ts";

export function AddPhone({ onClose, onAdded }: AddProps) {
  const store = useStore();
  const phone = useSignal("");
  const code = useSignal("");
  const challenged = useSignal<{ factor: string; challenge: string } | undefined>(undefined);
  const sending = useSending();
  const save = async () => {
    if (challenged.value) {
      await showFactor(store, challenged.value.factor, code.value, challenged.value.challenge);
      return onAdded();
    }
    if (!/^\+?[\d\s().-]{8,}$/.test(phone.value)) throw ownRefusal({ phone: addressWords.badPhone });
    const input = { factor_type: "phone", friendly_name: phone.value.trim(), phone: phone.value.replace(/[^\d+]/g, "") };
    const { id } = await askAuth<{ id: string }>(store, "POST", "/factors", input);
    const challenge = await askAuth<{ id: string }>(store, "POST", `/factors/${id}/challenge`, { channel: "sms" });
    challenged.value = { factor: id, challenge: challenge.id };
  };
  return (
    <FormDialog
      title={twoStepWords.add.phone}
      onClose={onClose}
      sending={sending}
      act={challenged.value ? twoStepWords.verify : addressWords.send}
      save={save}
    >
      <TextField
        label={addressWords.phone}
        value={phone}
        problem={sending.at("phone")}
        hint={addressWords.phoneHint}
        type="tel"
        autoComplete="tel"
        readOnly={challenged.value !== undefined}
      />
      {challenged.value && (
        <TextField
          label={twoStepWords.code}
          value={code}
          problem={sending.at("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
        />
      )}
    </FormDialog>
  );
}
