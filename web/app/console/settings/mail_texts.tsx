// Subjects and templates of mails, for everybody or for the readers of a language.
import { useSignal } from "@preact/signals";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { variablesOf } from "./mail_kinds.ts";
import { Preview } from "./mail_preview.tsx";
import { type MailKind, mailWords } from "./mail_words.ts";
import type { Setting, SettingsReply } from "./setting_record.ts";
import { useChange } from "./use_change.ts";
import { settingsWords } from "./words.ts";

const KINDS = Object.keys(mailWords.kinds) as MailKind[];
const LANGUAGES = Object.keys(mailWords.languages) as (keyof typeof mailWords.languages)[];

export function MailTexts({ reply }: { reply: SettingsReply }) {
  const isNotice = (kind: MailKind) => kind.endsWith("_NOTIFICATION");
  return (
    <>
      <Section title={mailWords.messages} hint={mailWords.messagesHint}>
        <Kinds reply={reply} kinds={KINDS.filter((kind) => !isNotice(kind))} />
      </Section>
      <Section title={mailWords.notifications}>
        <Kinds reply={reply} kinds={KINDS.filter(isNotice)} />
      </Section>
    </>
  );
}

function Kinds({ reply, kinds }: { reply: SettingsReply; kinds: readonly MailKind[] }) {
  return (
    <Lines items={kinds} empty="">
      {(kind) => (
        <Line key={kind} title={mailWords.kinds[kind]} hints={[ownTexts(reply, kind)]}>
          <OpenButton
            label={mailWords.edit}
            right="settings:write"
            dialog={(onClose) => <EditTexts reply={reply} kind={kind} onClose={onClose} />}
          />
        </Line>
      )}
    </Lines>
  );
}

/** For whom there is a text that is not built in. */
function ownTexts({ settings }: SettingsReply, kind: MailKind): string {
  const own = settings.filter(
    ({ name, source }) =>
      source !== "default" && source !== "start" && (nameOf("SUBJECTS", kind, name) || nameOf("TEMPLATES", kind, name)),
  );
  if (own.length === 0) return mailWords.builtIn;
  const languages = own.map(({ name }) => new RegExp(`_${kind}_(\\w+)$`).exec(name)?.[1]?.toLowerCase() ?? mailWords.everybody);
  return `${mailWords.own}: ${[...new Set(languages)].join(", ")}`;
}

/** Names of kinds are no beginnings of each other, but for a language behind them. */
const nameOf = (what: "SUBJECTS" | "TEMPLATES", kind: MailKind, name: string) =>
  new RegExp(`^MAILER_${what}_${kind}(_[A-Z]{2,3}(_[A-Z0-9]{2,8})*)?$`).test(name);

interface EditProps {
  reply: SettingsReply;
  kind: MailKind;
  onClose: () => void;
}

function EditTexts({ reply, kind, onClose }: EditProps) {
  const language = useSignal("");
  const names = () => {
    const end = language.value === "" ? kind : `${kind}_${language.value}`;
    return { subject: `MAILER_SUBJECTS_${end}`, html: `MAILER_TEMPLATES_${end}` };
  };
  const stored = (name: string) => ownText(reply.settings.find((each) => each.name === name));
  const subject = useSignal(stored(names().subject));
  const html = useSignal(stored(names().html));
  const change = useChange(reply.version);
  const locked = reply.settings.some(({ name, locked: isLocked }) => isLocked && Object.values(names()).includes(name));
  return (
    <ActDialog
      title={mailWords.kinds[kind]}
      act={settingsWords.change}
      right="settings:write"
      destroys={false}
      onClose={onClose}
      work={async (reason) => {
        const { subject: subjectName, html: htmlName } = names();
        const set = { [subjectName]: subject.value.trim() || null, [htmlName]: html.value.trim() || null };
        const changed = Object.entries(set).filter(([name, text]) => (stored(name) || null) !== text);
        if (changed.length === 0) throw ownRefusal({ subject: settingsWords.unchanged });
        await change(Object.fromEntries(changed), { reason });
      }}
    >
      {(sending) => (
        <>
          <SelectField
            label={mailWords.language}
            value={language}
            options={[["", mailWords.everybody], ...LANGUAGES.map((each) => [each, mailWords.languages[each]] as const)]}
            onChosen={() => {
              subject.value = stored(names().subject);
              html.value = stored(names().html);
            }}
          />
          {locked && (
            <p class="hint" role="status">
              {mailWords.environment}
            </p>
          )}
          <TextField
            label={mailWords.subject}
            hint={mailWords.subjectHint}
            value={subject}
            problem={sending.at("subject")}
            maxLength={500}
          />
          <Field label={mailWords.html} hint={mailWords.htmlHint} problem={sending.at("html")}>
            {(props) => (
              <textarea {...props} rows={8} value={html.value} onInput={(event) => (html.value = event.currentTarget.value)} />
            )}
          </Field>
          <p class="hint mail-variables">
            {mailWords.variables}:{" "}
            {variablesOf(kind).map((each) => (
              <code key={each}>{each}</code>
            ))}{" "}
            {mailWords.variablesHint}
          </p>
          <Preview kind={kind} language={language.value.toLowerCase()} subject={subject.value} html={html.value} />
        </>
      )}
    </ActDialog>
  );
}

const ownText = (setting: Setting | undefined): string =>
  setting && (setting.source === "settings" || setting.source === "environment") ? (setting.value ?? "") : "";
