// Second factors, passkeys, sessions and apps of a user: each can be taken away.
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import type { Factor, User } from "./user_record.ts";
import { accessWords } from "./user_words.ts";

export function Access({ user }: { user: User }) {
  return (
    <>
      <Factors user={user} />
      <Passkeys user={user} />
      <Sessions user={user} />
      <Apps user={user} />
    </>
  );
}

interface RemoveProps {
  path: string;
  right: string;
  words: { act: string; ask: string; hint: string };
}

function Remove({ path, right, words }: RemoveProps) {
  const console = useConsole();
  return (
    <OpenButton
      label={words.act}
      right={right}
      dialog={(onClose) => (
        <ActDialog
          title={words.ask}
          text={words.hint}
          act={words.act}
          right={right}
          onClose={onClose}
          work={(reason) => act(console, "DELETE", path, { reason })}
        />
      )}
    />
  );
}

function Factors({ user }: { user: User }) {
  const path = `/users/${user.id}/factors`;
  const reply = useData<Factor[]>(path);
  return (
    <Section title={accessWords.factors}>
      <Loading from={reply} path={path}>
        {(factors) => (
          <Lines items={factors} empty={accessWords.noFactors}>
            {({ id, factor_type: kind, friendly_name: name, status, phone, created_at: created }) => (
              <Line
                key={id}
                title={accessWords.kinds[kind as keyof typeof accessWords.kinds] ?? kind}
                hints={[name, phone, status === "unverified" && accessWords.unverified, accessWords.since(dayAndTime(created))]}
              >
                <Remove path={`${path}/${id}`} right="factors:write" words={accessWords.removeFactor} />
              </Line>
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

function Passkeys({ user }: { user: User }) {
  const path = `/users/${user.id}/passkeys`;
  const reply = useData<Passkey[]>(path);
  return (
    <Section title={accessWords.passkeys}>
      <Loading from={reply} path={path}>
        {(passkeys) => (
          <Lines items={passkeys} empty={accessWords.noPasskeys}>
            {({ id, friendly_name: name, created_at: created, last_used_at: used }) => (
              <Line
                key={id}
                title={name || accessWords.passkey}
                hints={[accessWords.since(dayAndTime(created)), used && accessWords.used(dayAndTime(used))]}
              >
                <Remove path={`${path}/${id}`} right="factors:write" words={accessWords.removePasskey} />
              </Line>
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

interface Session {
  id: string;
  device: { browser: string | null; system: string | null };
  ip: string;
  aal: string;
  amr: string[];
  created_at: string;
  last_used_at: string;
}

function Sessions({ user }: { user: User }) {
  const path = `/users/${user.id}/sessions`;
  const reply = useData<Session[]>(path);
  return (
    <Section title={accessWords.sessions}>
      <Loading from={reply} path={path}>
        {(sessions) => (
          <Lines items={sessions} empty={accessWords.noSessions}>
            {({ id, device, ip, aal, amr, created_at: created, last_used_at: used }) => (
              <Line
                key={id}
                title={[device.browser, device.system].filter(Boolean).join(", ") || accessWords.unknownDevice}
                hints={[
                  ip,
                  aal === "aal2" ? accessWords.twoSteps : accessWords.oneStep,
                  amr.join(", "),
                  accessWords.since(dayAndTime(created)),
                  accessWords.used(dayAndTime(used)),
                ]}
              >
                <Remove path={`${path}/${id}`} right="sessions:end" words={accessWords.endSession} />
              </Line>
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

interface App {
  client_id: string;
  client_name: string;
  scopes: string[];
  granted_at: string;
}

function Apps({ user }: { user: User }) {
  const path = `/users/${user.id}/apps`;
  const reply = useData<{ apps: App[] }>(path);
  return (
    <Section title={accessWords.apps}>
      <Loading from={reply} path={path}>
        {({ apps }) => (
          <Lines items={apps} empty={accessWords.noApps}>
            {({ client_id: id, client_name: name, scopes, granted_at: granted }) => (
              <Line key={id} title={name || id} hints={[scopes.join(" "), accessWords.since(dayAndTime(granted))]}>
                <Remove path={`${path}/${encodeURIComponent(id)}`} right="sessions:end" words={accessWords.revokeApp} />
              </Line>
            )}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}
