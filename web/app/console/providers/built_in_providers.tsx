// Providers that this server knows by itself, each with its settings and what to register there.
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { useData } from "../data/use_data.ts";
import { ConfigureButton } from "../settings/configure_button.tsx";
import { inSections, type SettingsReply } from "../settings/setting_record.ts";
import { CopyButton } from "../shell/copy_button.tsx";
import { Loading } from "../shell/loading.tsx";
import { providerText } from "../users/provider_text.ts";
import { providerWords } from "./provider_words.ts";
import { SignInTryButton } from "./sign_in_try.tsx";
import { TryProvider } from "./try_provider.tsx";

interface Provider {
  name: string;
  is_custom: boolean;
  enabled: boolean;
  client_id: string;
  has_secret: boolean;
  redirect_uri: string;
}

const PATH = "/providers";

export function BuiltInProviders({ reply }: { reply: SettingsReply }) {
  const providers = useData<{ providers: Provider[] }>(PATH);
  return (
    <Section title={providerWords.title} hint={providerWords.hint}>
      <Loading from={providers} path={PATH}>
        {(data) => {
          const builtIn = data.providers.filter((each) => !each.is_custom);
          return (
            <Lines items={builtIn.sort((a, b) => Number(b.enabled) - Number(a.enabled))} empty={providerWords.none}>
              {(provider) => <ProviderLine key={provider.name} provider={provider} reply={reply} />}
            </Lines>
          );
        }}
      </Loading>
    </Section>
  );
}

function ProviderLine({ provider, reply }: { provider: Provider; reply: SettingsReply }) {
  const { name, enabled, client_id: clientId, has_secret: hasSecret, redirect_uri: redirectUri } = provider;
  const settings = inSections(reply.settings, [name]);
  const label = providerText(name);
  return (
    <Line
      title={
        <>
          {label}
          {enabled && <span class="status">{providerWords.offered}</span>}
        </>
      }
      hints={[
        providerWords.redirect(redirectUri),
        clientId === "" ? enabled && providerWords.noClient : providerWords.client(clientId),
      ]}
    >
      {enabled && <TryProvider name={name} label={label} />}
      {clientId !== "" && hasSecret && <SignInTryButton name={name} label={label} />}
      <CopyButton text={redirectUri} label={providerWords.copyRedirect(label)} />
      <ConfigureButton title={label} reply={reply} settings={settings} />
    </Line>
  );
}
