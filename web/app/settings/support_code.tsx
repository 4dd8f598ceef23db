// A code with which an administrator may see this account once, for whoever asks them for help.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { SecretOnce } from "../ui/secret_once.tsx";
import { dayAndTime, Section } from "../ui/sections.tsx";
import { askAuth } from "./auth.ts";
import { supportWords } from "./connection_words.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";

interface Code {
  code: string;
  expires_at: number;
}

export function SupportCode() {
  const store = useStore();
  const code = useSignal<Code | undefined>(undefined);
  const create = () =>
    askAuth<Code>(store, "POST", "/user/support-code").then(
      (created) => {
        code.value = created;
      },
      (error: Refusal) => {
        store.message.value = { text: error.message };
      },
    );
  return (
    <Section
      title={supportWords.title}
      hint={supportWords.hint}
      acts={
        <button type="button" class="small" onClick={whenSignInRecent(store, () => void create())}>
          {supportWords.create}
        </button>
      }
    >
      {code.value && (
        <SecretOnce
          title={supportWords.title}
          hint={supportWords.until(dayAndTime(new Date(code.value.expires_at * 1000).toISOString()))}
          secret={code.value.code}
          onClose={() => (code.value = undefined)}
        />
      )}
    </Section>
  );
}
