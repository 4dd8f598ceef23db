// Messages above every screen: no connection, waiting entries, ended session, newer version.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../data/ask.ts";
import { refresh } from "../data/replies.ts";
import { removeSample } from "../data/sample_version.ts";
import { loadUser, owner } from "../data/session.ts";
import type { Store, User } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { isImpersonation } from "../impersonation.ts";
import { language } from "../language.ts";
import { flush } from "../offline/flush.ts";
import { momentText } from "../rules/days.ts";
import { isTypingEntry } from "../screens/transactions/entry_opener.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormProblem } from "../ui/problems.tsx";
import { useSending } from "../ui/use_sending.ts";
import { uiWords } from "../ui/words.ts";
import { bannerWords } from "./banner_words.ts";
import { ProveAgain } from "./prove_again.tsx";
import { shellWords } from "./words.ts";

export function Banners() {
  const store = useStore();
  const count = store.waitingEntries.value.length;
  const receipts = store.isSendingFiles.value ? 0 : store.waitingFiles.value.length;
  return (
    <>
      {store.user.value?.impersonated_until !== undefined && <Impersonation user={store.user.value} />}
      {store.unreachable.value && <Unreachable />}
      {count > 0 && (
        <p class="banner" role="status">
          <a href="/transactions">{bannerWords.waiting(count)}</a>
        </p>
      )}
      {count === 0 && receipts > 0 && (
        <p class="banner" role="status">
          <a href="/transactions">{bannerWords.waitingReceipts(receipts)}</a>
        </p>
      )}
      {store.newVersion.value && !isTypingEntry() && (
        <p class="banner" role="status">
          {bannerWords.version}{" "}
          <button type="button" class="small" onClick={() => store.newVersion.value?.()}>
            {bannerWords.reload}
          </button>
        </p>
      )}
      {store.isReadOnly.value && !isImpersonation() && <p class="banner">{shellWords.readOnly}</p>}
      {store.sampleVersion.value !== undefined && !store.isReadOnly.value && <SampleBanner />}
      {store.sessionEnded.value && <SessionEnded />}
      {store.proofAsked.value && <ProveAgain />}
    </>
  );
}

/** It stays while an administrator sees somebody's account. */
function Impersonation({ user }: { user: User }) {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const leave = () =>
    send(async () => {
      const { answer } = await ask<{ location: string }>(store, "/session/impersonation", { method: "DELETE" });
      location.assign(answer.location);
    });
  const time = new Date((user.impersonated_until ?? 0) * 1000).toLocaleTimeString(language, { timeStyle: "short" });
  return (
    <div class="banner warns" role="status">
      {bannerWords.impersonation(user.name || user.email, time)}{" "}
      <button type="button" class="small" disabled={sending} onClick={() => void leave()}>
        {bannerWords.leave}
      </button>
      <FormProblem problem={problem.value} />
    </div>
  );
}

/** The browser may be online while the server is not reachable. */
function Unreachable() {
  const store = useStore();
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = () => (isOnline.value = navigator.onLine);
    for (const kind of ["online", "offline"]) addEventListener(kind, look);
    return () => {
      for (const kind of ["online", "offline"]) removeEventListener(kind, look);
    };
  }, []);
  const at = oldestLoadedAt(store);
  return (
    <p class="banner" role="status">
      {isOnline.value ? uiWords.problems.unreachable : uiWords.problems.offline}
      {at !== undefined && ` ${bannerWords.dataOf(momentText(at, Date.now(), language))}`}
    </p>
  );
}

/** When the oldest data on the screen was loaded. */
function oldestLoadedAt(store: Store): number | undefined {
  const hasViewers = store.viewerChanges.value > 0;
  const times = [...store.replies.values()].flatMap(
    ({ users, value, at }) => (hasViewers && users > 0 && value.value.data !== undefined && at) || [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

function SampleBanner() {
  const store = useStore();
  const { send, sending, problem } = useSending();
  const remove = () =>
    send(async () => {
      const skipped = await removeSample(store);
      store.message.value = { text: skipped > 0 ? bannerWords.sampleKept(skipped) : bannerWords.sampleRemoved };
    });
  return (
    <div class="banner">
      {bannerWords.sample}{" "}
      <button type="button" class="small" disabled={sending} onClick={() => void remove()}>
        {bannerWords.removeSample}
      </button>
      <FormProblem problem={problem.value} />
    </div>
  );
}

function SessionEnded() {
  const store = useStore();
  const tries = useSignal(0);
  const look = async () => {
    const before = owner(store);
    await loadUser(store).catch(() => {});
    if (!store.user.value) {
      // The dialog opens again, because nothing works without a session.
      tries.value++;
      return;
    }
    // Another user signed in, so the data on the screen must go.
    if (before !== undefined && before !== store.user.value.id) return location.assign("/");
    store.sessionEnded.value = false;
    refresh(store);
    void flush(store);
  };
  useEffect(() => {
    store.user.value = undefined;
    const back = () => void look();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, []);
  return (
    <Dialog key={tries.value} title={bannerWords.ended} onClose={() => void look()}>
      <p>{bannerWords.endedHint}</p>
      <div class="acts">
        <a class="button main" href="/sign_in" target="_blank" rel="noopener">
          {bannerWords.signIn}
        </a>
        <button type="button" onClick={() => void look()}>
          {bannerWords.goOn}
        </button>
      </div>
    </Dialog>
  );
}
