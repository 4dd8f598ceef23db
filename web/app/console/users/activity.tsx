// What was sent to a user, what administrators did to them, and their part of the audit log.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { ActLines, type AdminAct } from "../audit/act_lines.tsx";
import { type AuditEntry, EntryLines } from "../audit/entry_lines.tsx";
import { askAdmin } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { templateText } from "./template_text.ts";
import type { User } from "./user_record.ts";
import { activityWords } from "./user_words.ts";
import { usersWords } from "./words.ts";

export function Activity({ user }: { user: User }) {
  const console = useConsole();
  return (
    <>
      <Mails user={user} />
      {may(console, "audit:read") && (
        <>
          <Acts user={user} />
          <Log user={user} />
        </>
      )}
    </>
  );
}

interface Mail {
  id: string;
  kind: "mail" | "sms";
  template: string;
  created_at: string;
  state: "waiting" | "sent" | "failed" | "expired";
  attempts: number;
  error: string | null;
  sent_at: string | null;
}

const SIGNS = { waiting: "partial", sent: "paid", failed: "overdue", expired: "overdue" };

function Mails({ user }: { user: User }) {
  const path = `/users/${user.id}/mails`;
  const reply = useData<{ mails: Mail[] }>(path);
  return (
    <Section title={activityWords.mails} hint={activityWords.mailsHint}>
      <Loading from={reply} path={path}>
        {({ mails }) => (
          <Lines items={mails} empty={activityWords.noMails}>
            {({ id, kind, template, created_at: created, state, attempts, error }) => (
              <Line
                key={id}
                title={
                  <>
                    {templateText(template)}
                    <span class={`status ${SIGNS[state]}`}>{activityWords.states[state]}</span>
                  </>
                }
                hints={[activityWords.kinds[kind], dayAndTime(created), attempts > 1 && activityWords.tries(attempts), error]}
              />
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

function Acts({ user }: { user: User }) {
  const path = `/acts?user_id=${user.id}&limit=20`;
  const reply = useData<{ acts: AdminAct[] }>(path);
  return (
    <Section title={activityWords.acts}>
      <Loading from={reply} path={path}>
        {({ acts }) => <ActLines acts={acts} />}
      </Loading>
    </Section>
  );
}

/** Some requests cover a part of the log without an entry in it. */
function Log({ user }: { user: User }) {
  const console = useConsole();
  const first = `/audit?user_id=${user.id}&per_page=30`;
  const reply = useData<AuditEntry[]>(first);
  const more = useSignal<readonly AuditEntry[]>([]);
  const next = useSignal<string | undefined>(undefined);
  const isOver = useSignal(false);
  const show = async () => {
    const from = next.value ?? (await askAdmin<AuditEntry[]>(console, first)).next;
    if (from === undefined) {
      isOver.value = true;
      return;
    }
    const page = await askAdmin<AuditEntry[]>(console, `${first}&cursor=${encodeURIComponent(from)}`);
    more.value = [...more.value, ...page.answer];
    next.value = page.next;
    isOver.value = page.next === undefined;
  };
  useEffect(() => {
    more.value = [];
    next.value = undefined;
  }, [reply.data]);
  return (
    <Section title={activityWords.log}>
      <Loading from={reply} path={first}>
        {(entries) => (
          <>
            <EntryLines entries={[...entries, ...more.value]} empty={activityWords.noLog} ownId={user.id} />
            {entries.length >= 30 && !isOver.value && (
              <div class="section-more">
                <button type="button" class="small" onClick={() => void show().catch(() => {})}>
                  {usersWords.more}
                </button>
              </div>
            )}
          </>
        )}
      </Loading>
    </Section>
  );
}
