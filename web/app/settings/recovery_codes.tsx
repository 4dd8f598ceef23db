// Ten codes to print, each good once. They are shown when they are made, and never again.

import { useSignal } from "@preact/signals";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { askAuth, useAuth } from "./auth.ts";
import { whenFresh } from "./fresh.ts";
import { texts } from "./texts.ts";

export function RecoveryCodes({ exist }: { exist: boolean }) {
  const asks = useSignal(false);
  const codes = useSignal<string[] | undefined>(undefined);
  const { recovery } = texts;
  const make = async () => {
    const path = exist ? "/factors/recovery-codes/regenerate" : "/factors/recovery-codes";
    codes.value = (await askAuth<{ codes: string[] }>("POST", path)).codes;
  };
  return (
    <div class="lines">
      <div class="line">
        <span class="what">
          <strong>{recovery.title}</strong>
          {exist ? <Left /> : <span class="hint">{recovery.none}</span>}
        </span>
        <button type="button" class="small" onClick={whenFresh(() => (asks.value = true))}>
          {exist ? recovery.again : recovery.make}
        </button>
      </div>
      {asks.value && (
        <Confirm
          title={exist ? recovery.again : recovery.make}
          text={exist ? recovery.againHint : recovery.hint}
          act={exist ? recovery.again : recovery.make}
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
  return <span class="hint">{left ? texts.recovery.left(left.remaining, left.total) : ""}</span>;
}

function Print({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { recovery } = texts;
  return (
    <Dialog title={recovery.title} onClose={onClose}>
      <p>{recovery.keep}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code.match(/.{1,4}/g)?.join("-")}</code>
          </li>
        ))}
      </ol>
      <div class="acts">
        <button type="button" class="main" onClick={() => print()}>
          {recovery.print}
        </button>
        <button type="button" onClick={() => void navigator.clipboard.writeText(codes.join("\n"))}>
          {recovery.copy}
        </button>
      </div>
    </Dialog>
  );
}
