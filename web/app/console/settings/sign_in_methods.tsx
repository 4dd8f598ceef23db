// /admin/sign_in_methods: how people may sign in, each provider with what to register there, and a try.
import { BuiltInProviders } from "../providers/built_in_providers.tsx";
import { CustomProviders } from "../providers/custom_providers.tsx";
import { SettingGroup } from "./setting_lines.tsx";
import { pick } from "./setting_record.ts";
import { SettingsScreen } from "./settings_screen.tsx";
import { signInWords } from "./sign_in_words.ts";

const GENERAL = [
  "DISABLE_SIGNUP",
  "EXTERNAL_EMAIL_ENABLED",
  "EXTERNAL_EMAIL_MAGIC_LINK_ENABLED",
  "MAILER_AUTOCONFIRM",
  "EXTERNAL_PHONE_ENABLED",
  "PASSKEY_ENABLED",
  "EXTERNAL_ANONYMOUS_USERS_ENABLED",
  "SAML_ENABLED",
  "EXTERNAL_WEB3_ETHEREUM_ENABLED",
  "EXTERNAL_WEB3_SOLANA_ENABLED",
  "SECURITY_MANUAL_LINKING_ENABLED",
];

const FACTORS = ["TOTP", "PHONE", "WEB_AUTHN"].flatMap((kind) => [`MFA_${kind}_ENROLL_ENABLED`, `MFA_${kind}_VERIFY_ENABLED`]);

export function SignInMethods() {
  return (
    <SettingsScreen title={signInWords.title}>
      {(reply) => (
        <>
          <SettingGroup title={signInWords.general} reply={reply} settings={pick(reply.settings, GENERAL)} />
          <SettingGroup title={signInWords.factors} reply={reply} settings={pick(reply.settings, FACTORS)} />
          <BuiltInProviders reply={reply} />
          <CustomProviders />
        </>
      )}
    </SettingsScreen>
  );
}
