// Passkeys: list, add, rename and remove.
import { useSignal } from "@preact/signals";
import { Loading } from "../data/loading.tsx";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { type CreationOptions, createCredential, isSupported } from "../hosted/webauthn.ts";
import type { Refusal } from "../rules/records.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { day, Line, Lines, Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { askAuth, useAuth } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { passkeyWords, twoStepWords } from "./security_words.ts";

interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

export function Passkeys() {
  const store = useStore();
  const reply = useAuth<Passkey[]>("/passkeys");
  const renames = useSignal<Passkey | undefined>(undefined);
  const removes = useSignal<Passkey | undefined>(undefined);
  const problem = useSignal("");
  const add = () => {
    problem.value = "";
    register(store).catch((error: Refusal) => (problem.value = error.message || passkeyWords.failed));
  };
  return (
    <Section
      title={passkeyWords.title}
      hint={passkeyWords.hint}
      acts={
        isSupported() && (
          <button type="button" class="small" onClick={whenSignInRecent(store, add)}>
            {passkeyWords.add}
          </button>
        )
      }
    >
      {problem.value && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      <Loading from={reply} path="/api/auth/passkeys">
        {(list) => (
          <Lines items={list} empty={passkeyWords.none}>
            {(passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                onRename={() => (renames.value = passkey)}
                onRemove={() => (removes.value = passkey)}
              />
            )}
          </Lines>
        )}
      </Loading>
      {renames.value && <Rename passkey={renames.value} onClose={() => (renames.value = undefined)} />}
      {removes.value && (
        <Confirm
          title={passkeyWords.removeAsk}
          text={passkeyWords.removeHint}
          act={twoStepWords.remove}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await askAuth(store, "DELETE", `/passkeys/${removes.value?.id}`);
            store.message.value = { text: passkeyWords.removed };
          }}
        />
      )}
    </Section>
  );
}

function PasskeyLine({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const store = useStore();
  const { friendly_name: name, created_at: created, last_used_at: used } = passkey;
  return (
    <Line title={name || passkeyWords.unnamed} hints={[twoStepWords.since(day(created)), used && passkeyWords.used(day(used))]}>
      <button type="button" class="small" onClick={onRename}>
        {passkeyWords.rename}
      </button>
      <button type="button" class="small destroys" onClick={whenSignInRecent(store, onRemove)}>
        {twoStepWords.remove}
      </button>
    </Line>
  );
}

async function register(store: Store): Promise<void> {
  const registration = await askAuth<{ challenge_id: string; options: CreationOptions }>(
    store,
    "POST",
    "/passkeys/registration/options",
  );
  const credential = await createCredential(registration.options).catch(throwNoCredential);
  await askAuth(store, "POST", "/passkeys/registration/verify", { challenge_id: registration.challenge_id, credential });
  store.message.value = { text: passkeyWords.added };
}

/** Browsers' own messages are meant for developers. */
export function throwNoCredential(): never {
  throw { ...ownRefusal({}), message: passkeyWords.failed };
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const store = useStore();
  const name = useSignal(passkey.friendly_name ?? "");
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    await askAuth(store, "PATCH", `/passkeys/${passkey.id}`, { friendly_name: name.value.trim() });
    onClose();
  };
  return (
    <FormDialog title={passkeyWords.rename} onClose={onClose} sending={sending} act={formWords.save} save={save}>
      <TextField label={passkeyWords.name} value={name} problem={sending.at("name")} maxLength={120} />
    </FormDialog>
  );
}
