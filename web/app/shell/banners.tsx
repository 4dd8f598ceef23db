// What holds for every screen: no connection, entries that wait, a session that ended, a newer app.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { goOnWithSession, oldestShown, sessionEnded, unreachable } from "../data/api.ts";
import { isReadOnly } from "../data/role.ts";
import { removeSample, sampleVersion } from "../data/sample_version.ts";
import { loadWho, owner, who } from "../data/session.ts";
import { message } from "../data/state.ts";
import { flush } from "../offline/flush.ts";
import { waiting } from "../offline/queue.ts";
import { newVersion } from "../offline/worker.ts";
import { momentText } from "../rules/days.ts";
import { isEntry } from "../rules/entry.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useSending } from "../ui/parts.tsx";
import { FormProblem } from "../ui/trouble.tsx";
import { choose, language, words } from "../words/words.ts";
import { here } from "./router.ts";

const text = choose(
  {
    dataOf: (time: string) => `Dados de ${time}.`,
    waiting: (count: number) => (count === 1 ? "1 lançamento na fila" : `${count} lançamentos na fila`),
    sample: "Estes são dados de exemplo.",
    removeSample: "Remover",
    sampleRemoved: "Dados de exemplo removidos.",
    sampleKept: (count: number) =>
      `Dados de exemplo removidos, menos ${count === 1 ? "um registro que algo seu ainda usa" : `${count} registros que algo seu ainda usa`}.`,
    version: "Há uma versão nova.",
    reload: "Atualizar",
    ended: "Sua sessão terminou",
    endedHint: "Entre de novo em outra aba. O que você digitou continua aqui.",
    signIn: "Entrar em outra aba",
    goOn: "Já entrei",
  },
  {
    dataOf: (time: string) => `Data of ${time}.`,
    waiting: (count: number) => (count === 1 ? "1 entry is waiting" : `${count} entries are waiting`),
    sample: "This is sample data.",
    removeSample: "Remove",
    sampleRemoved: "Sample data removed.",
    sampleKept: (count: number) =>
      `Sample data removed, but for ${count === 1 ? "one record that something of yours still needs" : `${count} records that something of yours still needs`}.`,
    version: "There is a new version.",
    reload: "Update",
    ended: "Your session has ended",
    endedHint: "Please sign in again in another tab. What you typed is still here.",
    signIn: "Sign in in another tab",
    goOn: "I have signed in",
  },
);

export function Banners() {
  const { path } = here.value;
  const count = waiting.value.length;
  return (
    <>
      {unreachable.value && <Unreachable />}
      {count > 0 && (
        <p class="banner" role="status">
          <a href="/transactions">{text.waiting(count)}</a>
        </p>
      )}
      {newVersion.value && !isEntry(path) && (
        <p class="banner" role="status">
          {text.version}{" "}
          <button type="button" class="small" onClick={() => newVersion.value?.()}>
            {text.reload}
          </button>
        </p>
      )}
      {isReadOnly.value && <p class="banner">{words.readOnly}</p>}
      {sampleVersion.value !== undefined && !isReadOnly.value && <SampleBanner />}
      {sessionEnded.value && <SessionEnded />}
    </>
  );
}

/** The line may be up, and the server away. */
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
  const at = oldestShown();
  return (
    <p class="banner" role="status">
      {isOnline.value ? words.problems.unreachable : words.problems.offline}
      {at !== undefined && ` ${text.dataOf(momentText(at, Date.now(), language))}`}
    </p>
  );
}

function SampleBanner() {
  const { send, sending, problem } = useSending();
  const remove = () =>
    send(async () => {
      const kept = await removeSample();
      message.value = { text: kept > 0 ? text.sampleKept(kept) : text.sampleRemoved };
    });
  return (
    <div class="banner">
      {text.sample}{" "}
      <button type="button" class="small" disabled={sending} onClick={() => void remove()}>
        {text.removeSample}
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
      // However it was closed: without a session nothing goes on.
      tries.value++;
      return;
    }
    // Somebody else: nothing of what is on the screen is theirs.
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
    <Dialog key={tries.value} title={text.ended} onClose={() => void look()}>
      <p>{text.endedHint}</p>
      <div class="acts">
        <a class="button main" href="/sign_in" target="_blank" rel="noopener">
          {text.signIn}
        </a>
        <button type="button" onClick={() => void look()}>
          {text.goOn}
        </button>
      </div>
    </Dialog>
  );
}
