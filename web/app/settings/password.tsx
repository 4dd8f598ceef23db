// Changes the password, with the one before or a code by mail if the server requires it.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { passwordRule } from "../rules/password_rule.ts";
import type { Refusal } from "../rules/records.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { askAuth, readAuth, useAuthSettings } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { passwordWords } from "./security_words.ts";
import { settingsWords } from "./words.ts";

export function Password() {
  const store = useStore();
  const asks = useSignal(false);
  return (
    <Section
      title={passwordWords.title}
      hint={passwordWords.hint}
      acts={
        <button type="button" class="small" onClick={whenSignInRecent(store, () => (asks.value = true))}>
          {passwordWords.change}
        </button>
      }
    >
      {asks.value && <NewPassword onClose={() => (asks.value = false)} />}
    </Section>
  );
}

/** The list of words loads when it is needed; without it the service refuses. */
const isCommon = (password: string) =>
  import("../rules/common_password.ts").then(
    ({ isCommonPassword }) => isCommonPassword(password),
    () => false,
  );

function NewPassword({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const chosen = useSignal("");
  const nonce = useSignal("");
  const needsNonce = useSignal(false);
  const current = useSignal("");
  const needsCurrent = useSignal(false);
  const sending = useSending();
  const settings = useAuthSettings();
  const save = async () => {
    if (chosen.value === "") throw ownRefusal({ password: formWords.missing });
    if (await isCommon(chosen.value)) throw ownRefusal({ password: settingsWords.refusals.common_password ?? "" });
    try {
      await askAuth(store, "PUT", "/user", {
        password: chosen.value,
        ...(needsNonce.value && { nonce: nonce.value.trim() }),
        ...(needsCurrent.value && { current_password: current.value }),
      });
    } catch (error) {
      const refusal = error as Refusal;
      if (["weak_password", "same_password", "common_password"].includes(refusal.code ?? ""))
        throw ownRefusal({ password: settingsWords.refusals[refusal.code ?? ""] ?? "" });
      if (refusal.code === "current_password_invalid")
        throw ownRefusal({ current_password: settingsWords.refusals.current_password_invalid ?? "" });
      if (refusal.code === "current_password_required") {
        if (needsCurrent.value) throw ownRefusal({ current_password: formWords.missing });
        needsCurrent.value = true;
        return;
      }
      if (refusal.code !== "reauthentication_needed") throw error;
      await readAuth(store, "/reauthenticate");
      needsNonce.value = true;
      return;
    }
    store.message.value = { text: passwordWords.saved };
    onClose();
  };
  return (
    <FormDialog title={passwordWords.change} onClose={onClose} sending={sending} act={formWords.save} save={save}>
      {/* Password managers store a password together with this address. */}
      <input
        class="unseen"
        type="text"
        autoComplete="username"
        value={store.user.value?.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <TextField
        label={passwordWords.fresh}
        value={chosen}
        problem={sending.at("password")}
        hint={passwordRule(settings ?? {}, language)}
        type="password"
        autoComplete="new-password"
        maxLength={1024}
      />
      {needsCurrent.value && (
        <TextField
          label={passwordWords.current}
          value={current}
          problem={sending.at("current_password")}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
        />
      )}
      {needsNonce.value && (
        <TextField
          label={passwordWords.code}
          value={nonce}
          hint={passwordWords.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </FormDialog>
  );
}
