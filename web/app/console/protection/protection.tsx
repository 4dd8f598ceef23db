// /admin/protection: whom the limits hold back now, and what else keeps attackers out.
import { useConsole } from "../data/console.ts";
import { load, useData } from "../data/use_data.ts";
import { ConfigureButton } from "../settings/configure_button.tsx";
import { SettingsPart } from "../settings/settings_part.tsx";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import type { LimitsReply } from "./limit_record.ts";
import { LimitTables } from "./limit_tables.tsx";
import { Others, Passwords, type ProtectionReply } from "./passwords.tsx";
import { SubjectCheck } from "./subject_check.tsx";
import { protectionWords } from "./words.ts";

const LIMITS = "/limits";
const OTHERS = "/protection";

const LIMIT_NAMES = /^(RATE_LIMIT_|MFA_RATE_LIMIT_|SAML_RATE_LIMIT_|SMTP_MAX_FREQUENCY$|SMS_MAX_FREQUENCY$)/;
const PASSWORD_NAMES = /^(PASSWORD_|SECURITY_UPDATE_PASSWORD_)/;
const OTHER_NAMES = /^(SECURITY_CAPTCHA_|MAILER_EMAIL_VALIDATION_)/;

export function Protection() {
  const console = useConsole();
  const limits = useData<LimitsReply>(LIMITS);
  const others = useData<ProtectionReply>(OTHERS);
  return (
    <Screen
      title={protectionWords.title}
      hint={protectionWords.hint}
      tools={
        <button type="button" class="small" onClick={() => void load(console, LIMITS)}>
          {protectionWords.refresh}
        </button>
      }
    >
      <div class="user-sections">
        <SubjectCheck />
        <SettingsPart>
          {(reply) => {
            const configure = (title: string, names: RegExp) => (
              <ConfigureButton title={title} reply={reply} settings={reply.settings.filter(({ name }) => names.test(name))} />
            );
            return (
              <>
                <Loading from={limits} path={LIMITS}>
                  {(data) => <LimitTables {...data} acts={configure(protectionWords.limits.title, LIMIT_NAMES)} />}
                </Loading>
                <Loading from={others} path={OTHERS}>
                  {(data) => (
                    <>
                      <Passwords settings={data} acts={configure(protectionWords.passwords.title, PASSWORD_NAMES)} />
                      <Others settings={data} acts={configure(protectionWords.others.title, OTHER_NAMES)} />
                    </>
                  )}
                </Loading>
              </>
            );
          }}
        </SettingsPart>
      </div>
    </Screen>
  );
}
