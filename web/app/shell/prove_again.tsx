// Asks who is signed in to prove it again, by a password or a passkey. What waits for it goes on where it was.
import { useSignal } from "@preact/signals";
import { ask } from "../data/ask.ts";
import { loadUser } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { getCredential, isSupported, type RequestOptions } from "../hosted/webauthn.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form, TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { proveAgainWords } from "./prove_again_words.ts";

interface PasskeyChallenge {
  challenge_id: string;
  options: RequestOptions;
}

const post = <T,>(store: Store, url: string, body: object) =>
  ask<T>(store, url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

export function ProveAgain() {
  const store = useStore();
  const password = useSignal("");
  const sending = useSending();
  const next = location.pathname + location.search;
  const finish = (isProved: boolean) => {
    const waiting = store.proofAsked.value;
    store.proofAsked.value = undefined;
    waiting?.resolve(isProved);
  };
  const prove = async (proof: object) => {
    const { answer } = await post<{ location: string }>(store, "/session/proof", { ...proof, next });
    // The page asks for a second factor or a captcha, and leads back here.
    if (answer.location !== next) return location.assign(answer.location);
    await loadUser(store);
    finish(true);
  };
  const byPasskey = async () => {
    const { answer } = await post<PasskeyChallenge>(store, "/sign_in/passkey/options", {});
    const credential = await getCredential(answer.options).catch(() => {
      throw ownRefusal({ password: proveAgainWords.noPasskey });
    });
    await prove({ challenge_id: answer.challenge_id, credential });
  };
  return (
    <Dialog title={proveAgainWords.title} onClose={() => finish(false)}>
      <p>{proveAgainWords.who(store.user.value?.email ?? "")}</p>
      <Form
        sending={sending}
        act={proveAgainWords.act}
        save={() => prove({ password: password.value })}
        acts={
          isSupported() && (
            <button type="button" disabled={sending.sending} onClick={() => void sending.send(byPasskey)}>
              {proveAgainWords.byPasskey}
            </button>
          )
        }
      >
        <input
          class="unseen"
          type="text"
          autoComplete="username"
          value={store.user.value?.email ?? ""}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <TextField
          label={proveAgainWords.password}
          type="password"
          autoComplete="current-password"
          value={password}
          problem={sending.at("password")}
        />
      </Form>
      <p class="hint">
        <a
          href={`/sign_in?${new URLSearchParams({ next, problem: "again", email: store.user.value?.email ?? "" })}`}
          target="_self"
        >
          {proveAgainWords.otherWays}
        </a>
      </p>
    </Dialog>
  );
}
