// What holds for all settings: a change that waits for its confirmation, a restart that is due, settings that are ignored.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { currentTime } from "../../clock.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { useConsole } from "../data/console.ts";
import { act, load } from "../data/use_data.ts";
import { PATH, type SettingsReply } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

export function SettingsState({ reply }: { reply: SettingsReply }) {
  const { enabled, fits, awaiting_restart: awaiting, pending } = reply;
  return (
    <>
      {pending && <Pending key={pending.version} version={pending.version} until={pending.confirm_before} />}
      {!enabled && (
        <p class="hint" role="status">
          {settingsWords.ignored}
        </p>
      )}
      {!fits && (
        <p class="hint" role="status">
          {settingsWords.unfit}
        </p>
      )}
      {awaiting.length > 0 && (
        <p class="hint" role="status">
          {settingsWords.awaiting(awaiting.join(", "))}
        </p>
      )}
    </>
  );
}

const SECOND_MS = 1_000;

function Pending({ version, until }: { version: number; until: string }) {
  const console = useConsole();
  const sending = useSending();
  const left = useSignal(secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => {
      left.value = secondsUntil(until);
      if (left.value === 0) void load(console, PATH);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  const decide = (method: "POST" | "DELETE", done: string) =>
    sending.send(async () => {
      await act(console, method, `${PATH}/confirm`, { body: { version } });
      console.message.value = done;
    });
  return (
    <section class="panel form section" role="alert">
      <p>
        <strong>{settingsWords.pending(left.value)}</strong>
      </p>
      <p class="hint">{settingsWords.pendingHint}</p>
      <FormProblem problem={sending.problem.value} retry={sending.retry} />
      <div class="acts">
        <button type="button" class="main" onClick={() => void decide("POST", settingsWords.confirmed)}>
          {settingsWords.confirm}
        </button>
        <button type="button" onClick={() => void decide("DELETE", settingsWords.takenBack)}>
          {settingsWords.takeBack}
        </button>
      </div>
    </section>
  );
}

const secondsUntil = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - currentTime().getTime()) / SECOND_MS));
