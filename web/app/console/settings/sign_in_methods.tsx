// /admin/sign_in_methods: how people may sign in, each provider with what to register there, and a try.
import { useSignal } from "@preact/signals";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { useData } from "../data/use_data.ts";
import { CopyButton } from "../shell/copy_button.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { TryDialog } from "../shell/try_dialog.tsx";
import { providerText } from "../users/provider_text.ts";
import { ConfigureButton } from "./configure_button.tsx";
import { SettingGroup } from "./setting_lines.tsx";
import { inSections, pick, type SettingsReply } from "./setting_record.ts";
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

interface Provider {
  name: string;
  is_custom: boolean;
  enabled: boolean;
  client_id: string;
  redirect_uri: string;
}

const PROVIDERS = "/providers";

export function SignInMethods() {
  return (
    <SettingsScreen title={signInWords.title}>
      {(reply) => (
        <>
          <SettingGroup title={signInWords.general} reply={reply} settings={pick(reply.settings, GENERAL)} />
          <SettingGroup title={signInWords.factors} reply={reply} settings={pick(reply.settings, FACTORS)} />
          <Providers reply={reply} />
        </>
      )}
    </SettingsScreen>
  );
}

function Providers({ reply }: { reply: SettingsReply }) {
  const providers = useData<{ providers: Provider[] }>(PROVIDERS);
  return (
    <Loading from={providers} path={PROVIDERS}>
      {(data) => {
        const own = data.providers.filter((each) => each.is_custom);
        const builtIn = data.providers.filter((each) => !each.is_custom).sort((a, b) => Number(b.enabled) - Number(a.enabled));
        return (
          <>
            <Section title={signInWords.providers} hint={signInWords.providersHint}>
              <Lines items={builtIn} empty={signInWords.none}>
                {(provider) => <ProviderLine key={provider.name} provider={provider} reply={reply} />}
              </Lines>
            </Section>
            {own.length > 0 && (
              <Section title={signInWords.own}>
                <Lines items={own} empty={signInWords.none}>
                  {(provider) => <ProviderLine key={provider.name} provider={provider} reply={reply} />}
                </Lines>
              </Section>
            )}
          </>
        );
      }}
    </Loading>
  );
}

function ProviderLine({ provider, reply }: { provider: Provider; reply: SettingsReply }) {
  const { name, enabled, client_id: clientId, redirect_uri: redirectUri } = provider;
  const settings = inSections(reply.settings, [name]);
  const label = providerText(name);
  return (
    <Line
      title={
        <>
          {label}
          {enabled && <span class="status">{signInWords.offered}</span>}
        </>
      }
      hints={[
        signInWords.redirect(redirectUri),
        clientId === "" ? enabled && signInWords.noClient : signInWords.client(clientId),
      ]}
    >
      {enabled && (
        <OpenButton
          label={signInWords.attempt}
          right="providers:write"
          dialog={(onClose) => <TryProvider name={name} label={label} onClose={onClose} />}
        />
      )}
      <CopyButton text={redirectUri} label={signInWords.copyRedirect(label)} />
      <ConfigureButton title={label} reply={reply} settings={settings} />
    </Line>
  );
}

interface Step {
  step: "begin" | "credentials";
  outcome: "ok" | "failed" | "unclear";
  detail: string;
}

function TryProvider({ name, label, onClose }: { name: string; label: string; onClose: () => void }) {
  const console = useConsole();
  const steps = useSignal<readonly Step[]>([]);
  const attempt = async () => {
    const path = `${PROVIDERS}/${encodeURIComponent(name)}/test`;
    steps.value = (await askAdmin<{ steps: Step[] }>(console, path, { method: "POST" })).answer.steps;
  };
  return (
    <TryDialog
      title={signInWords.attemptTitle(label)}
      text={signInWords.attemptHint}
      act={signInWords.attempt}
      attempt={attempt}
      onClose={onClose}
    >
      {() => (
        <ul class="lines" aria-live="polite">
          {steps.value.map(({ step, outcome, detail }) => (
            <li key={step}>
              <span class="what">
                <strong>
                  {signInWords.steps[step]}: {signInWords.outcomes[outcome]}
                </strong>
                <span class="hint">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </TryDialog>
  );
}
