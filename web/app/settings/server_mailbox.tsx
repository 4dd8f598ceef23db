// Mails that could not leave, newest first. They are not kept in the browser: a message may hold a link into anybody's account.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { splitLinks } from "../rules/split_links.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Failed } from "../ui/problems.tsx";
import { dayAndTime, Line, Lines, Section } from "../ui/sections.tsx";
import { readAuth } from "./auth.ts";
import { serverWords } from "./server_words.ts";

interface Entry {
  name: string;
  kind: "mail" | "sms";
  to: string;
  subject: string;
  sent_at: string;
}

type Message = Entry & { text: string };

const PATH = "/server/mailbox";
/** As many as auth lists at once. */
const PAGE = 50;

const titleOf = ({ kind, subject }: Entry) =>
  kind === "sms" ? serverWords.sms : subject === "" ? serverWords.noSubject : subject;

export function Mailbox() {
  const store = useStore();
  const entries = useSignal<Entry[] | undefined>(undefined);
  const hasOlder = useSignal(false);
  const problem = useSignal<Refusal | undefined>(undefined);
  const opened = useSignal<Message | undefined>(undefined);
  const fail = (refusal: Refusal) => {
    problem.value = refusal;
  };
  const load = (before: readonly Entry[] = []) => {
    const last = before.at(-1);
    const query = last ? `?${new URLSearchParams({ before: last.name })}` : "";
    return readAuth<Entry[]>(store, PATH + query).then((page) => {
      problem.value = undefined;
      entries.value = [...before, ...page];
      hasOlder.value = page.length === PAGE;
    }, fail);
  };
  const open = ({ name }: Entry) =>
    readAuth<Message>(store, `${PATH}/${name}`).then((message) => {
      opened.value = message;
    }, fail);
  useEffect(() => void load(), []);
  return (
    <Section
      title={serverWords.mailbox}
      hint={serverWords.mailboxHint}
      acts={
        <button type="button" class="small" onClick={() => void load()}>
          {serverWords.again}
        </button>
      }
    >
      {problem.value && <Failed problem={problem.value} retry={() => void load()} />}
      {entries.value && (
        <Lines items={entries.value} empty={serverWords.none}>
          {(entry) => (
            <Line key={entry.name} title={titleOf(entry)} hints={[serverWords.to(entry.to), dayAndTime(entry.sent_at)]}>
              <button
                type="button"
                class="small"
                aria-label={serverWords.showLabel(titleOf(entry))}
                onClick={() => void open(entry)}
              >
                {serverWords.show}
              </button>
            </Line>
          )}
        </Lines>
      )}
      {hasOlder.value && (
        <div class="acts">
          <button type="button" class="small" onClick={() => void load(entries.value)}>
            {serverWords.older}
          </button>
        </div>
      )}
      {opened.value && <OpenMessage message={opened.value} onClose={() => (opened.value = undefined)} />}
    </Section>
  );
}

/** As text: markup of a message is never run or loaded here. */
function OpenMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <Dialog title={titleOf(message)} onClose={onClose}>
      <p class="hint">
        {serverWords.to(message.to)}, {dayAndTime(message.sent_at)}
      </p>
      <p class="message-text">
        {splitLinks(message.text).map(({ text, isLink }) =>
          isLink ? (
            <a href={text} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      <p class="hint">{serverWords.ofOthers}</p>
    </Dialog>
  );
}
