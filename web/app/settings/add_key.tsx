// Adds a security key as a second factor: a name, and a touch.
import { useSignal } from "@preact/signals";
import { loadUser } from "../data/session.ts";
import { useStore } from "../data/use_store.ts";
import { type CreationOptions, createCredential } from "../hosted/webauthn.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import type { AddProps } from "./add_app.tsx";
import { askAuth } from "./auth.ts";
import { throwNoCredential } from "./passkeys.tsx";
import { passkeyWords, twoStepWords } from "./security_words.ts";

interface KeyChallenge {
  id: string;
  webauthn: { credential_options: { publicKey: CreationOptions } };
}

export function AddKey({ onClose, onAdded }: AddProps) {
  const store = useStore();
  const name = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    const input = { factor_type: "webauthn", friendly_name: name.value.trim() };
    const { id } = await askAuth<{ id: string }>(store, "POST", "/factors", input);
    const { id: challenge, webauthn } = await askAuth<KeyChallenge>(store, "POST", `/factors/${id}/challenge`);
    const credential = await createCredential(webauthn.credential_options.publicKey).catch(throwNoCredential);
    const answer = { type: "create", credential_response: credential };
    await askAuth(store, "POST", `/factors/${id}/verify`, { challenge_id: challenge, webauthn: answer });
    await loadUser(store);
    await onAdded();
  };
  return (
    <FormDialog title={twoStepWords.add.webauthn} onClose={onClose} sending={sending} act={passkeyWords.go} save={save}>
      <TextField
        label={passkeyWords.name}
        value={name}
        problem={sending.at("name")}
        hint={twoStepWords.keyHint}
        maxLength={120}
      />
    </FormDialog>
  );
}
