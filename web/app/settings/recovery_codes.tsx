// Ten codes to print, each valid once. They are shown only when they are created.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { askAuth, useAuth } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { recoveryWords } from "./security_words.ts";

export function RecoveryCodes({ exist }: { exist: boolean }) {
  const store = useStore();
  const asks = useSignal(false);
  const codes = useSignal<string[] | undefined>(undefined);
  const make = async () => {
    const path = exist ? "/factors/recovery-codes/regenerate" : "/factors/recovery-codes";
    codes.value = (await askAuth<{ codes: string[] }>(store, "POST", path)).codes;
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
      {codes.value && <Print codes={codes.value} onClose={() => (codes.value = undefined)} />}
    </div>
  );
}

function Left() {
  const left = useAuth<{ remaining: number; total: number }>("/factors/recovery-codes").data;
  return <span class="hint">{left ? recoveryWords.left(left.remaining, left.total) : ""}</span>;
}

function Print({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title={recoveryWords.title} onClose={onClose}>
      <p>{recoveryWords.keep}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code.match(/.{1,4}/g)?.join("-")}</code>
          </li>
        ))}
      </ol>
      <div class="acts">
        <button type="button" class="main" onClick={() => print()}>
          {recoveryWords.print}
        </button>
        <button type="button" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {recoveryWords.copy}
        </button>
      </div>
    </Dialog>
  );
}
