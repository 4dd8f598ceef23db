// Messages above every screen: no connection, waiting entries, ended session, newer version.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { goOnWithSession, oldestLoadedAt, sessionEnded, unreachable } from "../data/api.ts";
import { isReadOnly } from "../data/role.ts";
import { removeSample, sampleVersion } from "../data/sample_version.ts";
import { loadWho, owner, who } from "../data/session.ts";
import { message } from "../data/state.ts";
import { language } from "../language.ts";
import { flush } from "../offline/flush.ts";
import { waiting } from "../offline/queue.ts";
import { newVersion } from "../offline/worker.ts";
import { momentText } from "../rules/days.ts";
import { isEntry } from "../rules/entry.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FormProblem } from "../ui/problems.tsx";
import { useSending } from "../ui/use_sending.ts";
import { uiWords } from "../ui/words.ts";
import { bannerWords } from "./banner_words.ts";
import { here } from "./router.ts";
import { shellWords } from "./words.ts";

export function Banners() {
  const { path } = here.value;
  const count = waiting.value.length;
  return (
    <>
      {unreachable.value && <Unreachable />}
      {count > 0 && (
        <p class="banner" role="status">
          <a href="/transactions">{bannerWords.waiting(count)}</a>
        </p>
      )}
      {newVersion.value && !isEntry(path) && (
        <p class="banner" role="status">
          {bannerWords.version}{" "}
          <button type="button" class="small" onClick={() => newVersion.value?.()}>
            {bannerWords.reload}
          </button>
        </p>
      )}
      {isReadOnly.value && <p class="banner">{shellWords.readOnly}</p>}
      {sampleVersion.value !== undefined && !isReadOnly.value && <SampleBanner />}
      {sessionEnded.value && <SessionEnded />}
    </>
  );
}

/** The browser may be online while the server is not reachable. */
function Unreachable() {
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = () => {
      isOnline.value = navigator.onLine;
    };
    for (const kind of ["online", "offline"]) addEventListener(kind, look);
    return () => {
      for (const kind of ["online", "offline"]) removeEventListener(kind, look);
    };
  }, []);
  const at = oldestLoadedAt();
  return (
    <p class="banner" role="status">
      {isOnline.value ? uiWords.problems.unreachable : uiWords.problems.offline}
      {at !== undefined && ` ${bannerWords.dataOf(momentText(at, Date.now(), language))}`}
    </p>
  );
}

function SampleBanner() {
  const { send, sending, problem } = useSending();
  const remove = () =>
    send(async () => {
      const skipped = await removeSample();
      message.value = { text: skipped > 0 ? bannerWords.sampleKept(skipped) : bannerWords.sampleRemoved };
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
  const tries = useSignal(0);
  const look = async () => {
    const before = owner();
    await loadWho().catch(() => {});
    if (!who.value) {
      // The dialog opens again, because nothing works without a session.
      tries.value++;
      return;
    }
    // Another user signed in, so the data on the screen must go.
    if (before !== undefined && before !== who.value.id) return location.assign("/");
    goOnWithSession();
    void flush();
  };
  useEffect(() => {
    who.value = undefined;
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
