// An authenticator app: a picture to scan, and the code that the app then shows.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { currentTime } from "../clock.ts";
import { message } from "../data/state.ts";
import type { Refusal } from "../rules/records.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { useSending } from "../ui/use_sending.ts";
import { askAuth } from "./auth.ts";
import { isFresh } from "./recent_sign_in.ts";
import { twoStepWords } from "./security_words.ts";
import { showFactor } from "./show_factor.ts";

interface Begun {
  id: string;
  totp: { qr_code: string; secret: string };
}

export function AddApp({ onClose }: { onClose: () => void }) {
  const begun = useSignal<Begun | undefined>(undefined);
  const refused = useSignal<Refusal | undefined>(undefined);
  const code = useSignal("");
  const sending = useSending();
  const isKept = useRef(false);
  useEffect(() => {
    const name = twoStepWords.appName(currentTime());
    askAuth<Begun>("POST", "/factors", { factor_type: "totp", friendly_name: name }).then(
      (answer) => {
        begun.value = answer;
      },
      (error: Refusal) => {
        refused.value = error;
      },
    );
    // Begun and left, it would keep its name from the next one.
    return () => {
      const id = begun.value?.id;
      if (id && !isKept.current && isFresh()) void askAuth("DELETE", `/factors/${id}`).catch(() => {});
    };
  }, []);
  const save = async () => {
    await showFactor(begun.value?.id ?? "", code.value);
    isKept.current = true;
    message.value = { text: twoStepWords.added };
    onClose();
  };
  return (
    <Dialog title={twoStepWords.add.totp} onClose={onClose}>
      {refused.value && (
        <p class="alert" role="alert">
          {refused.value.message}
        </p>
      )}
      {begun.value && (
        <Form sending={sending} act={twoStepWords.verify} save={save}>
          <p>{twoStepWords.scan}</p>
          <img class="qr" src={imageOf(begun.value.totp.qr_code)} alt={twoStepWords.qr} width={200} height={200} />
          <p class="hint">
            {twoStepWords.orType} <code class="secret">{begun.value.totp.secret.match(/.{1,4}/g)?.join(" ")}</code>
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

/** Clients of auth put it into such an address themselves; ours comes either way. */
const imageOf = (svg: string) => (svg.startsWith("data:") ? svg : `data:image/svg+xml;utf-8,${encodeURIComponent(svg)}`);
