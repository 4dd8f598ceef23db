// Mails and text messages that wait, and those that were given up: to whom, why, and what can be done.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, load, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { templateText } from "../users/template_text.ts";
import { activityWords } from "../users/user_words.ts";
import { mailWords } from "./mail_words.ts";

interface Message {
  id: string;
  kind: "mail" | "sms";
  template: string;
  created_at: string;
  state: "waiting" | "failed" | "expired";
  attempts: number;
  error: string | null;
  user_id: string | null;
  user_email: string | null;
  next_attempt_at: string | null;
}

const words = mailWords.outbox;
const PATH = "/outbox";
const RIGHT = "jobs:write";
const WAITING = `${PATH}?state=waiting`;
const FAILED = `${PATH}?state=failed`;

export function Outbox() {
  const console = useConsole();
  const waiting = useData<{ messages: Message[] }>(WAITING);
  const failed = useData<{ messages: Message[] }>(FAILED);
  const refresh = () => [WAITING, FAILED].forEach((path) => void load(console, path));
  return (
    <Section
      title={words.title}
      hint={words.hint}
      acts={
        <button type="button" class="small" onClick={refresh}>
          {words.refresh}
        </button>
      }
    >
      <Loading from={waiting} path={WAITING}>
        {({ messages }) => (
          <Lines items={messages} empty={words.none}>
            {(message) => <MessageLine key={message.id} message={message} />}
          </Lines>
        )}
      </Loading>
      <Loading from={failed} path={FAILED}>
        {({ messages }) =>
          messages.length > 0 && (
            <details class="changed">
              <summary>{words.failed(messages.length)}</summary>
              <Lines items={messages} empty="">
                {(message) => <MessageLine key={message.id} message={message} />}
              </Lines>
            </details>
          )
        }
      </Loading>
    </Section>
  );
}

function MessageLine({ message }: { message: Message }) {
  const console = useConsole();
  const { id, kind, template, created_at: since, state, attempts, error, user_id: userId, user_email: email } = message;
  const { next_attempt_at: next } = message;
  return (
    <Line
      title={
        <>
          {templateText(template)}
          <span class={state === "waiting" ? "status partial" : "status overdue"}>{activityWords.states[state]}</span>
        </>
      }
      hints={[
        email,
        activityWords.kinds[kind],
        dayAndTime(since),
        attempts > 1 && activityWords.tries(attempts),
        next && attempts > 0 && words.next(dayAndTime(next)),
        error,
      ]}
    >
      {userId && (
        <a class="button small" href={`/admin/users/${userId}?tab=activity`}>
          {words.user}
        </a>
      )}
      {state === "waiting" && (
        <>
          <OpenButton
            label={words.retry.act}
            right={RIGHT}
            dialog={(onClose) => (
              <ActDialog
                {...words.retry}
                right={RIGHT}
                destroys={false}
                onClose={onClose}
                work={(reason) => act(console, "POST", `${PATH}/${id}/retry`, { reason })}
              />
            )}
          />
          <OpenButton
            label={words.drop.act}
            right={RIGHT}
            dialog={(onClose) => (
              <ActDialog
                {...words.drop}
                right={RIGHT}
                onClose={onClose}
                work={(reason) => act(console, "DELETE", `${PATH}/${id}`, { reason })}
              />
            )}
          />
        </>
      )}
    </Line>
  );
}
