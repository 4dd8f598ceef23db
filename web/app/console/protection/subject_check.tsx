// Asks what holds somebody back, and lets them go. Whom it is about is in the address, so that it can be sent to somebody.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { here, route } from "../../shell/router.ts";
import { Form, TextField } from "../../ui/form.tsx";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { limitName, matterName, timeOf } from "./limit_record.ts";
import { type SubjectQuery, subjectQuery } from "./subject_query.ts";
import { protectionWords } from "./words.ts";

const words = protectionWords.check;
const PATH = "/limits/subject";

export function SubjectCheck() {
  const { who = "", client = "" } = here.value.query;
  const typed = useSignal(who);
  const at = useSignal(client);
  const sending = useSending();
  useEffect(() => {
    typed.value = who;
    at.value = client;
  }, [who, client]);
  const query = subjectQuery(who, client);
  const check = async () => {
    if (!subjectQuery(typed.value, "")) throw ownRefusal({ who: words.unclear });
    if (!subjectQuery(typed.value, at.value)) throw ownRefusal({ client: words.clientTwice });
    const search = new URLSearchParams({ who: typed.value.trim(), ...(at.value.trim() && { client: at.value.trim() }) });
    route(`/admin/protection?${search}`, true);
  };
  return (
    <Section title={words.title} hint={words.hint}>
      <Form sending={sending} save={check} act={words.act}>
        <TextField label={words.who} value={typed} problem={sending.at("who")} autoComplete="off" maxLength={255} />
        <TextField label={words.client} value={at} problem={sending.at("client")} autoComplete="off" maxLength={60} />
      </Form>
      {query && <Held key={`${who} ${client}`} query={query} />}
    </Section>
  );
}

interface SubjectReply {
  user_id: string | null;
  limits: { name: string; used: number; most: number; clients?: number; until: string | null }[];
  pauses: { message: string; until: string }[];
}

function Held({ query }: { query: SubjectQuery }) {
  const path = `${PATH}?${new URLSearchParams(query as Record<string, string>)}`;
  const reply = useData<SubjectReply>(path);
  return (
    <Loading from={reply} path={path}>
      {({ user_id: userId, limits, pauses }) => (
        <div role="status">
          <Lines items={[...limits.map(lineOfLimit), ...pauses.map(lineOfPause)]} empty={words.free}>
            {({ title, hints, until }) => (
              <Line
                key={title}
                title={
                  <>
                    {title}
                    {until && <span class="status overdue">{protectionWords.held}</span>}
                  </>
                }
                hints={[...hints, until && protectionWords.until(timeOf(until))]}
              />
            )}
          </Lines>
          <div class="acts">
            {limits.length + pauses.length > 0 && <Release query={query} />}
            {userId && (
              <a class="button" href={`/admin/users/${userId}`}>
                {words.user}
              </a>
            )}
          </div>
        </div>
      )}
    </Loading>
  );
}

interface HeldLine {
  title: string;
  hints: unknown[];
  until: string | null;
}

const lineOfLimit = ({ name, used, most, clients, until }: SubjectReply["limits"][number]): HeldLine => ({
  title: limitName(name),
  hints: [words.used(count(used), count(most)), clients !== undefined && clients > 1 && words.clients(count(clients))],
  until,
});

const lineOfPause = ({ message, until }: SubjectReply["pauses"][number]): HeldLine => ({
  title: words.pause(matterName(message)),
  hints: [],
  until,
});

function Release({ query }: { query: SubjectQuery }) {
  const console = useConsole();
  return (
    <OpenButton
      label={words.release}
      right="limits:release"
      dialog={(onClose) => (
        <ActDialog
          title={words.releaseAsk}
          text={words.releaseHint}
          act={words.release}
          right="limits:release"
          destroys={false}
          done={words.released}
          onClose={onClose}
          work={(reason) => act(console, "DELETE", PATH, { body: query, reason })}
        />
      )}
    />
  );
}
