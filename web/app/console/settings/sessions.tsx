// /admin/sessions: what signs access tokens, and how long tokens and sessions live.
import { SettingGroup } from "./setting_lines.tsx";
import { pick } from "./setting_record.ts";
import { SettingsScreen } from "./settings_screen.tsx";
import { SigningKeys } from "./signing_keys.tsx";
import { sessionsWords } from "./signing_words.ts";

const TOKENS = ["JWT_EXP", "SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", "SECURITY_REFRESH_TOKEN_REUSE_INTERVAL"];
const SESSIONS = ["TIMEBOX", "INACTIVITY_TIMEOUT", "MAX_PER_USER", "SINGLE_PER_USER", "ALLOW_LOW_AAL"].map(
  (name) => `SESSIONS_${name}`,
);

export function Sessions() {
  return (
    <SettingsScreen title={sessionsWords.title} hint={sessionsWords.hint}>
      {(reply) => (
        <>
          <SigningKeys />
          <SettingGroup title={sessionsWords.tokens} reply={reply} settings={pick(reply.settings, TOKENS)} />
          <SettingGroup title={sessionsWords.sessions} reply={reply} settings={pick(reply.settings, SESSIONS)} />
        </>
      )}
    </SettingsScreen>
  );
}
