// The dialog that asks for a new proof, in the app.
import { ask } from "../data/ask.ts";
import { loadUser } from "../data/session.ts";
import { useStore } from "../data/use_store.ts";
import { ProofDialog } from "../ui/proof_dialog.tsx";

export function ProveAgain() {
  const store = useStore();
  const finish = (isProved: boolean) => {
    const waiting = store.proofAsked.value;
    store.proofAsked.value = undefined;
    waiting?.resolve(isProved);
  };
  return (
    <ProofDialog
      email={store.user.value?.email ?? ""}
      isByCode={store.user.value?.proof_by_code === true}
      post={async <T,>(url: string, body: object) => {
        const headers = { "content-type": "application/json" };
        return (await ask<T>(store, url, { method: "POST", headers, body: JSON.stringify(body) })).answer;
      }}
      onProved={async () => {
        await loadUser(store);
        finish(true);
      }}
      onClose={() => finish(false)}
    />
  );
}
