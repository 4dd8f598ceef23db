// Signs out. Entries that were not sent are asked about first, so that none is lost.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Store } from "../../data/store.ts";
import { useStore } from "../../data/use_store.ts";
import { closeStore } from "../../offline/database.ts";
import { eraseAll } from "../../offline/erase.ts";
import { discardAll, flush } from "../../offline/flush.ts";
import { loadWaiting } from "../../offline/waiting_entries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { submitHandler } from "../../ui/form.tsx";
import { wait } from "../../ui/timing.ts";
import { moreWords, signOutWords } from "./words.ts";

const LONGEST_FORGETTING_MS = 2_000;

export function SignOut() {
  const store = useStore();
  const form = useRef<HTMLFormElement>(null);
  const nothingWaits = useRef<HTMLInputElement>(null);
  const isAsking = useSignal(false);
  const leave = async () => {
    closeStore();
    const waits = await Promise.race([eraseAll().catch(() => true), wait(LONGEST_FORGETTING_MS).then(() => true)]);
    if (nothingWaits.current && !waits) nothingWaits.current.value = "1";
    form.current?.submit();
  };
  const begin = async () => {
    await loadWaiting(store);
    if (countUnsent(store) > 0) isAsking.value = true;
    else await leave();
  };
  return (
    <>
      <form ref={form} method="post" action="/sign_out" class="acts" onSubmit={submitHandler(begin)}>
        <input ref={nothingWaits} type="hidden" name="nothing_waits" value="" />
        <a class="button main" href="/settings">
          {moreWords.settings}
        </a>
        <button type="submit">{moreWords.signOut}</button>
      </form>
      {isAsking.value && <UnsentDialog leave={leave} onClose={() => (isAsking.value = false)} />}
    </>
  );
}

const countUnsent = ({ waitingEntries, waitingFiles }: Store) => waitingEntries.value.length + waitingFiles.value.length;

/** Asks whether to send, keep or discard the entries that wait. */
function UnsentDialog({ leave, onClose }: { leave: () => Promise<void>; onClose: () => void }) {
  const store = useStore();
  const isBusy = useSignal(false);
  const hasFailed = useSignal(false);
  const entries = store.waitingEntries.value.length;
  const leaveAfter = async (work: () => Promise<unknown>, isDone = () => true) => {
    isBusy.value = true;
    await work();
    isBusy.value = false;
    hasFailed.value = !isDone();
    if (!hasFailed.value) await leave();
  };
  const keep = () => leaveAfter(async () => {});
  const drop = () => leaveAfter(() => discardAll(store));
  const send = () =>
    leaveAfter(
      () => flush(store).then(() => loadWaiting(store)),
      () => countUnsent(store) === 0,
    );
  return (
    <Dialog
      title={entries > 0 ? signOutWords.title(entries) : signOutWords.receipts(store.waitingFiles.value.length)}
      onClose={onClose}
    >
      <div class="stack">
        <p>{signOutWords.hint}</p>
        {hasFailed.value && (
          <p class="problem" role="alert">
            {signOutWords.notSent}
          </p>
        )}
        <div class="acts">
          <button type="button" class="main" disabled={isBusy.value} onClick={() => void send()}>
            {signOutWords.send}
          </button>
          <button type="button" disabled={isBusy.value} onClick={() => void keep()}>
            {signOutWords.keep}
          </button>
          <button type="button" class="destroys" disabled={isBusy.value} onClick={() => void drop()}>
            {signOutWords.discard}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
