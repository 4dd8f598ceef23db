// /admin/mail: the mail server with a test, how mails look, and their texts.
import { useSignal } from "@preact/signals";
import { TextField } from "../../ui/form.tsx";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { askAdmin } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { TryDialog } from "../shell/try_dialog.tsx";
import { ConfigureButton } from "./configure_button.tsx";
import { labelOf } from "./label_words.ts";
import { MailTexts } from "./mail_texts.tsx";
import { mailWords } from "./mail_words.ts";
import { Outbox } from "./outbox.tsx";
import { SettingGroup } from "./setting_lines.tsx";
import { inSections, pick, type Setting, type SettingsReply } from "./setting_record.ts";
import { valueText } from "./setting_value.ts";
import { SettingsScreen } from "./settings_screen.tsx";
import { SmsTestButton } from "./sms_test.tsx";
import { settingsWords } from "./words.ts";

const SERVER = ["SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASS", "SMTP_ADMIN_EMAIL", "SMTP_SENDER_NAME"];
const LOOKS = [
  ...["MAILER_BRAND_NAME", "MAILER_BRAND_COLOUR", "MAILER_BRAND_LOGO"],
  ...["MAILER_OTP_EXP", "SMTP_MAX_FREQUENCY", "RATE_LIMIT_EMAIL_SENT"],
];

export function Mails() {
  const console = useConsole();
  return (
    <SettingsScreen title={mailWords.title}>
      {(reply) => (
        <>
          <Server reply={reply} />
          {may(console, "maintenance:read") && <Outbox />}
          <MailTexts reply={reply} />
          <SettingGroup title={mailWords.more} reply={reply} settings={pick(reply.settings, LOOKS)} />
          <SettingGroup
            title={mailWords.sms}
            hint={mailWords.smsHint}
            reply={reply}
            settings={inSections(reply.settings, ["SMS"])}
            acts={
              <>
                <SmsTestButton />
                <ConfigureButton title={mailWords.smsGateway} reply={reply} settings={gatewaySettings(reply)} />
              </>
            }
          />
        </>
      )}
    </SettingsScreen>
  );
}

/** The choice of a gateway, and the credentials of the chosen one, or of all while none is. */
function gatewaySettings({ settings }: SettingsReply): Setting[] {
  const choice = pick(settings, ["SMS_PROVIDER"]);
  const gateway = (choice[0]?.value ?? "").toUpperCase();
  const credentials = inSections(settings, ["SMS gateways"]);
  return [...choice, ...credentials.filter(({ name }) => name.startsWith(`SMS_${gateway}`))];
}

/** What a connection needs is changed together, because only together it can be tried. */
function Server({ reply }: { reply: SettingsReply }) {
  const settings = pick(reply.settings, SERVER);
  const isMissing = settings.some(({ name, value }) => name === "SMTP_HOST" && value === null);
  const acts = (
    <>
      <OpenButton label={mailWords.attempt} right="mail:test" dialog={(onClose) => <SendTest onClose={onClose} />} />
      <ConfigureButton title={mailWords.server} reply={reply} settings={settings} />
    </>
  );
  return (
    <Section title={mailWords.server} {...(isMissing && { hint: mailWords.serverMissing })} acts={acts}>
      <Lines items={settings} empty="">
        {(setting) => (
          <Line
            key={setting.name}
            title={labelOf(setting.name)}
            hints={[valueText(setting), setting.locked && settingsWords.locked(setting.variable)]}
          />
        )}
      </Lines>
    </Section>
  );
}

interface Attempt {
  sent: boolean;
  by: "smtp" | "mailbox";
  problem?: string;
  dialogue: { from: "client" | "server"; line: string }[];
}

function SendTest({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const to = useSignal(console.administrator.value?.email ?? "");
  const result = useSignal<Attempt | undefined>(undefined);
  const attempt = async () => {
    const body = { to: to.value.trim() };
    result.value = (await askAdmin<Attempt>(console, "/mail/test", { method: "POST", body })).answer;
  };
  return (
    <TryDialog title={mailWords.attempt} text={mailWords.attemptHint} act={mailWords.send} attempt={attempt} onClose={onClose}>
      {(sending) => (
        <>
          <TextField label={mailWords.to} type="email" value={to} problem={sending.at("to")} maxLength={254} />
          <p role="status">{result.value && resultText(result.value)}</p>
          {result.value && result.value.dialogue.length > 0 && (
            <>
              <h3>{mailWords.dialogue}</h3>
              <pre class="json">
                {result.value.dialogue.map(({ from, line }) => `${from === "client" ? "→" : "←"} ${line}`).join("\n")}
              </pre>
            </>
          )}
        </>
      )}
    </TryDialog>
  );
}

function resultText({ sent, by, problem }: Attempt): string {
  if (!sent) return mailWords.failed(problem ?? "");
  return by === "smtp" ? mailWords.sent : mailWords.inMailbox;
}
