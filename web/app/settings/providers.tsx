// Linked providers for sign-in: linking goes to the provider, unlinking happens here.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { providerName } from "../rules/provider_names.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Line, Section } from "../ui/sections.tsx";
import { type AuthSettings, askAuth, type Identity, type User } from "./auth.ts";
import { providerWords } from "./connection_words.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";

const NO_PROVIDERS = ["anonymous_users", "email", "phone"];

export function Providers({ user, settings }: { user: User; settings: AuthSettings }) {
  const store = useStore();
  const removes = useSignal<Identity | undefined>(undefined);
  const linked = user.identities.filter(({ provider }) => !NO_PROVIDERS.includes(provider));
  const offered = Object.keys(settings.external)
    .filter((name) => settings.external[name] && !NO_PROVIDERS.includes(name))
    .filter((name) => settings.manual_linking_enabled === true && !linked.some(({ provider }) => provider === name));
  if (linked.length + offered.length === 0) return null;
  return (
    <Section title={providerWords.title} hint={providerWords.hint}>
      <ul class="lines">
        {linked.map((identity) => (
          <Line
            key={identity.identity_id}
            title={providerName(identity.provider)}
            hints={[identity.email ?? providerWords.linked]}
          >
            {user.identities.length > 1 && (
              <button type="button" class="small destroys" onClick={whenSignInRecent(store, () => (removes.value = identity))}>
                {providerWords.unlink}
              </button>
            )}
          </Line>
        ))}
        {offered.map((name) => (
          <li key={name}>
            <span class="what">
              <strong>{providerName(name)}</strong>
            </span>
            <a class="button small" href={`/link?provider=${encodeURIComponent(name)}`} target="_top">
              {providerWords.link}
            </a>
          </li>
        ))}
      </ul>
      {removes.value && (
        <Confirm
          title={providerWords.unlinkAsk(providerName(removes.value.provider))}
          text={providerWords.unlinkHint}
          act={providerWords.unlink}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await askAuth(store, "DELETE", `/user/identities/${removes.value?.identity_id}`);
            store.message.value = { text: providerWords.unlinked };
          }}
        />
      )}
    </Section>
  );
}
