// How many recovery codes are left, and new ones. The first come with the first second factor.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { useAuth } from "./auth.ts";
import { CodesOnce, createCodes } from "./codes_once.tsx";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { recoveryWords } from "./security_words.ts";

export function RecoveryCodes({ exist }: { exist: boolean }) {
  const store = useStore();
  const asks = useSignal(false);
  const codes = useSignal<string[] | undefined>(undefined);
  const make = async () => {
    codes.value = await createCodes(store, exist);
  };
  return (
    <div class="lines">
      <div class="line">
        <span class="what">
          <strong>{recoveryWords.title}</strong>
          {exist ? <Left /> : <span class="hint">{recoveryWords.none}</span>}
        </span>
        <button type="button" class="small" onClick={whenSignInRecent(store, () => (asks.value = true))}>
          {exist ? recoveryWords.again : recoveryWords.make}
        </button>
      </div>
      {asks.value && (
        <Confirm
          title={exist ? recoveryWords.again : recoveryWords.make}
          text={exist ? recoveryWords.againHint : recoveryWords.hint}
          act={exist ? recoveryWords.again : recoveryWords.make}
          destroys={exist}
          work={make}
          onClose={() => (asks.value = false)}
        />
      )}
      {codes.value && <CodesOnce codes={codes.value} onClose={() => (codes.value = undefined)} />}
    </div>
  );
}

function Left() {
  const left = useAuth<{ remaining: number; total: number }>("/factors/recovery-codes").data;
  return <span class="hint">{left ? recoveryWords.left(left.remaining, left.total) : ""}</span>;
}
