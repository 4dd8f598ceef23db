// Providers that operators describe: each with what to register there, to be changed, deleted and tried.
import { Icon } from "../../ui/icon.tsx";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { CustomForm } from "./custom_form.tsx";
import { type CustomProvider, PATH, pathOf, type CustomProviders as Reply } from "./custom_provider.ts";
import { providerWords } from "./provider_words.ts";
import { SignInTryButton } from "./sign_in_try.tsx";
import { TryProvider } from "./try_provider.tsx";
import { customWords } from "./words.ts";

const RIGHT = "providers:write";

export function CustomProviders() {
  const reply = useData<Reply>(PATH);
  if (reply.problem?.code === "feature_disabled") return <Section title={customWords.title} hint={customWords.off} />;
  const { data } = reply;
  const acts = data && (
    <OpenButton
      label={customWords.add}
      right={RIGHT}
      dialog={(onClose) => <CustomForm redirectUri={data.redirect_uri} onClose={onClose} />}
    />
  );
  return (
    <Section title={customWords.title} hint={customWords.hint} acts={acts}>
      <Loading from={reply} path={PATH}>
        {({ providers, redirect_uri: redirectUri }) => (
          <Lines items={providers} empty={customWords.none}>
            {(provider) => <CustomLine key={provider.identifier} provider={provider} redirectUri={redirectUri} />}
          </Lines>
        )}
      </Loading>
    </Section>
  );
}

function CustomLine({ provider, redirectUri }: { provider: CustomProvider; redirectUri: string }) {
  const { identifier, name, enabled, client_id: clientId, updated_at: updatedAt } = provider;
  const isLocked = updatedAt === undefined;
  return (
    <Line
      title={
        <>
          {name}
          {enabled && <span class="status">{providerWords.offered}</span>}
        </>
      }
      hints={[identifier, !enabled && customWords.notOffered, providerWords.client(clientId), isLocked && customWords.byVariable]}
    >
      {isLocked && <Icon name="lock" />}
      {enabled && <TryProvider name={identifier} label={name} />}
      <SignInTryButton name={identifier} label={name} />
      {!isLocked && (
        <>
          <OpenButton
            label={customWords.change}
            right={RIGHT}
            dialog={(onClose) => <CustomForm provider={provider} redirectUri={redirectUri} onClose={onClose} />}
          />
          <DeleteButton provider={provider} />
        </>
      )}
    </Line>
  );
}

function DeleteButton({ provider }: { provider: CustomProvider }) {
  const console = useConsole();
  return (
    <OpenButton
      label={customWords.delete.act}
      right={RIGHT}
      dialog={(onClose) => (
        <ActDialog
          {...customWords.delete}
          title={customWords.delete.title(provider.name)}
          right={RIGHT}
          onClose={onClose}
          work={(reason) => act(console, "DELETE", pathOf(provider), { reason })}
        />
      )}
    />
  );
}
