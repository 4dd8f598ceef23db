// /admin/sso: companies' own identity providers, by SAML.
import { currentTime } from "../../clock.ts";
import { day, Line, Lines } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ConfigureButton } from "../settings/configure_button.tsx";
import { SettingGroup } from "../settings/setting_lines.tsx";
import { inSections } from "../settings/setting_record.ts";
import { SettingsPart } from "../settings/settings_part.tsx";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { MappingDialog } from "./mapping_dialog.tsx";
import { ProviderForm } from "./provider_form.tsx";
import { PATH, type SsoProvider, validityOf } from "./sso_record.ts";
import { ssoWords } from "./words.ts";

const RIGHT = "providers:write";

export function Sso() {
  const reply = useData<{ items: SsoProvider[] }>(PATH);
  if (reply.problem?.code === "saml_provider_disabled")
    return (
      <Screen title={ssoWords.title} hint={ssoWords.notHere}>
        <SamlSettings />
      </Screen>
    );
  return (
    <Screen
      title={ssoWords.title}
      hint={ssoWords.hint}
      tools={<OpenButton label={ssoWords.add} right={RIGHT} dialog={(onClose) => <ProviderForm onClose={onClose} />} />}
    >
      <Loading from={reply} path={PATH}>
        {({ items }) => (
          <Lines items={items} empty={ssoWords.none}>
            {(provider) => <ProviderLine key={provider.id} provider={provider} />}
          </Lines>
        )}
      </Loading>
      <SamlSettings />
    </Screen>
  );
}

const SAML = "Single sign-on by SAML";

/** SAML needs a key, so that what it needs is changed together. */
function SamlSettings() {
  return (
    <SettingsPart>
      {(reply) => {
        const settings = inSections(reply.settings, [SAML]);
        return (
          <SettingGroup
            title={ssoWords.settings}
            reply={reply}
            settings={settings}
            acts={<ConfigureButton title={ssoWords.settings} reply={reply} settings={settings} />}
          />
        );
      }}
    </SettingsPart>
  );
}

const SIGNS = { soon: "partial", over: "overdue" };

function ProviderLine({ provider }: { provider: SsoProvider }) {
  const { saml, domains, disabled, resource_id: resource } = provider;
  const { validity, end } = validityOf(provider, currentTime());
  return (
    <Line
      title={
        <>
          {domains.length > 0 ? domains.map(({ domain }) => domain).join(", ") : saml.entity_id}
          <span class={disabled ? "status" : "status paid"}>{disabled ? ssoWords.off : ssoWords.on}</span>
          {validity !== "good" && <span class={`status ${SIGNS[validity]}`}>{ssoWords.validities[validity]}</span>}
        </>
      }
      hints={[
        saml.entity_id,
        domains.length === 0 && ssoWords.noDomains,
        resource,
        end && ssoWords.until(day(end)),
        saml.allow_idp_initiated && ssoWords.fromOutside,
      ]}
    >
      <OpenButton
        label={ssoWords.mapping}
        right={RIGHT}
        dialog={(onClose) => <MappingDialog provider={provider} onClose={onClose} />}
      />
      <OpenButton
        label={ssoWords.change}
        right={RIGHT}
        dialog={(onClose) => <ProviderForm provider={provider} onClose={onClose} />}
      />
      <DeleteButton provider={provider} />
      <details class="changed">
        <summary>{ssoWords.details}</summary>
        <Facts provider={provider} />
      </details>
    </Line>
  );
}

function Facts({ provider: { saml } }: { provider: SsoProvider }) {
  return (
    <dl class="traits">
      <div>
        <dt>{ssoWords.signInUrl}</dt>
        <dd>{saml.sign_in_url}</dd>
      </div>
      {saml.metadata_url && (
        <div>
          <dt>{ssoWords.metadataUrl}</dt>
          <dd>{saml.metadata_url}</dd>
        </div>
      )}
      {saml.certificates.map(({ subject, fingerprint, expires_at: end }) => (
        <div key={fingerprint}>
          <dt>{ssoWords.certificate}</dt>
          <dd>
            {subject} {end && ssoWords.until(day(end))} <code>{fingerprint}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DeleteButton({ provider: { id } }: { provider: SsoProvider }) {
  const console = useConsole();
  return (
    <OpenButton
      label={ssoWords.delete.act}
      right={RIGHT}
      dialog={(onClose) => (
        <ActDialog
          {...ssoWords.delete}
          right={RIGHT}
          onClose={onClose}
          work={(reason) => act(console, "DELETE", `${PATH}/${id}`, { reason })}
        />
      )}
    />
  );
}
