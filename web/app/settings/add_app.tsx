// Adds an authenticator app: an image to scan, and the code that the app then shows.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { currentTime } from "../clock.ts";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { useSending } from "../ui/use_sending.ts";
import { askAuth } from "./auth.ts";
import { isSignInRecent } from "./recent_sign_in.ts";
import { twoStepWords } from "./security_words.ts";
import { showFactor } from "./show_factor.ts";

export interface AddProps {
  onClose: () => void;
  /** The factor is verified; closes the dialog too. */
  onAdded: () => Promise<void>;
}

interface NewFactor {
  id: string;
  totp: { qr_code: string; secret: string };
}

export function AddApp({ onClose, onAdded }: AddProps) {
  const store = useStore();
  const factor = useSignal<NewFactor | undefined>(undefined);
  const refused = useSignal<Refusal | undefined>(undefined);
  const code = useSignal("");
  const sending = useSending();
  const isVerified = useRef(false);
  useEffect(() => {
    const name = twoStepWords.appName(currentTime());
    askAuth<NewFactor>(store, "POST", "/factors", { factor_type: "totp", friendly_name: name }).then(
      (answer) => (factor.value = answer),
      (error: Refusal) => (refused.value = error),
    );
    // An unverified factor would block its name for the next attempt.
    return () => {
      const id = factor.value?.id;
      if (id && !isVerified.current && isSignInRecent(store)) void askAuth(store, "DELETE", `/factors/${id}`).catch(() => {});
    };
  }, []);
  const save = async () => {
    await showFactor(store, factor.value?.id ?? "", code.value);
    isVerified.current = true;
    await onAdded();
  };
  return (
    <Dialog title={twoStepWords.add.totp} onClose={onClose}>
      {refused.value && (
        <p class="alert" role="alert">
          {refused.value.message}
        </p>
      )}
      {factor.value && (
        <Form sending={sending} act={twoStepWords.verify} save={save}>
          <p>{twoStepWords.scan}</p>
          <img class="qr" src={imageOf(factor.value.totp.qr_code)} alt={twoStepWords.qr} width={200} height={200} />
          <p class="hint">
            {twoStepWords.orType} <code class="secret">{factor.value.totp.secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          <TextField
            label={twoStepWords.code}
            value={code}
            problem={sending.at("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
          />
        </Form>
      )}
    </Dialog>
  );
}

/** Auth may send the image as SVG or as a data address. */
const imageOf = (svg: string) => (svg.startsWith("data:") ? svg : `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}`);
