// Active sessions. Ending one takes effect at once, also for tokens already issued.
import { Loading } from "../data/loading.tsx";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { dayAndTime, Line, Section } from "../ui/sections.tsx";
import { askAuth, useAuth } from "./auth.ts";
import { sessionWords } from "./connection_words.ts";
import { settingsWords } from "./words.ts";

interface SessionView {
  id: string;
  device: { browser: string | null; system: string | null };
  ip: string;
  aal: string;
  amr: string[];
  created_at: string;
  last_used_at: string;
  current: boolean;
}

export function Sessions() {
  const store = useStore();
  const reply = useAuth<SessionView[]>("/sessions");
  const end = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => askAuth(store, "DELETE", `/sessions/${id}`))).then(
      () => (store.message.value = { text: sessionWords.ended }),
      (error: Refusal) => (store.message.value = { text: error.message || settingsWords.refused }),
    );
  const others = (reply.data ?? []).filter(({ current }) => !current).map(({ id }) => id);
  return (
    <Section
      title={sessionWords.title}
      hint={sessionWords.hint}
      acts={
        others.length > 1 && (
          <button type="button" class="small destroys" onClick={() => void end(others)}>
            {sessionWords.endOthers}
          </button>
        )
      }
    >
      <Loading from={reply} path="/api/auth/sessions">
        {(list) => (
          <ul class="lines">
            {list.map((session) => (
              <Line
                key={session.id}
                title={
                  <>
                    {session.amr.includes("impersonation")
                      ? sessionWords.administrator
                      : [session.device.browser, session.device.system].filter(Boolean).join(", ") || sessionWords.unknown}
                    {session.current && <span class="status paid">{sessionWords.current}</span>}
                  </>
                }
                hints={[
                  session.ip,
                  sessionWords.since(dayAndTime(session.created_at)),
                  sessionWords.used(dayAndTime(session.last_used_at)),
                ]}
              >
                {!session.current && (
                  <button type="button" class="small destroys" onClick={() => void end([session.id])}>
                    {sessionWords.end}
                  </button>
                )}
              </Line>
            ))}
          </ul>
        )}
      </Loading>
    </Section>
  );
}
