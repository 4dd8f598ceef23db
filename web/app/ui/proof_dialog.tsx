// Asks who is signed in to prove it again, by a password, a passkey, or the code of an authenticator app. What waits for it goes on where it was.
import { useSignal } from "@preact/signals";
import { getCredential, isSupported, type RequestOptions } from "../hosted/webauthn.ts";
import { Dialog } from "./dialog.tsx";
import { Form, TextField } from "./form.tsx";
import { proofWords } from "./proof_words.ts";
import { ownRefusal, useSending } from "./use_sending.ts";

interface PasskeyChallenge {
  challenge_id: string;
  options: RequestOptions;
}

interface ProofDialogProps {
  email: string;
  isByCode: boolean;
  /** Throws a Refusal. */
  post: <T>(url: string, body: object) => Promise<T>;
  onProved: () => Promise<void>;
  onClose: () => void;
}

export function ProofDialog({ email, isByCode, post, onProved, onClose }: ProofDialogProps) {
  const secret = useSignal("");
  const sending = useSending();
  const next = location.pathname + location.search;
  const prove = async (proof: object) => {
    const { location: target } = await post<{ location: string }>("/session/proof", { ...proof, next });
    // The page asks for a second factor or a captcha, and leads back here.
    if (target !== next) return location.assign(target);
    await onProved();
  };
  const byPasskey = async () => {
    const challenge = await post<PasskeyChallenge>("/sign_in/passkey/options", {});
    const credential = await getCredential(challenge.options).catch(() => {
      throw ownRefusal({ secret: proofWords.noPasskey });
    });
    await prove({ challenge_id: challenge.challenge_id, credential });
  };
  return (
    <Dialog title={proofWords.title} onClose={onClose}>
      <p>{proofWords.who(email)}</p>
      <Form
        sending={sending}
        act={proofWords.act}
        save={() => prove(isByCode ? { code: secret.value.replace(/\s/g, "") } : { password: secret.value })}
        acts={
          isSupported() && (
            <button type="button" disabled={sending.sending} onClick={() => void sending.send(byPasskey)}>
              {proofWords.byPasskey}
            </button>
          )
        }
      >
        <input class="unseen" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
        {isByCode ? (
          <TextField
            label={proofWords.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={secret}
            problem={sending.at("secret")}
          />
        ) : (
          <TextField
            label={proofWords.password}
            type="password"
            autoComplete="current-password"
            value={secret}
            problem={sending.at("secret")}
          />
        )}
      </Form>
      <p class="hint">
        <a href={`/sign_in?${new URLSearchParams({ next, problem: "again", email })}`} target="_self">
          {proofWords.otherWays}
        </a>
      </p>
    </Dialog>
  );
}
