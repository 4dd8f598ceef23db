// Adds a company's identity provider by its metadata, or changes one.
import { useSignal } from "@preact/signals";
import { Field } from "../../ui/field.tsx";
import { CheckField, TextField } from "../../ui/form.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { PATH, type SsoProvider } from "./sso_record.ts";
import { providerFormWords } from "./words.ts";

interface ProviderFormProps {
  /** Undefined: a new one. */
  provider?: SsoProvider;
  onClose: () => void;
}

export function ProviderForm({ provider, onClose }: ProviderFormProps) {
  const console = useConsole();
  const url = useSignal(provider?.saml.metadata_url ?? "");
  const xml = useSignal("");
  const domains = useSignal(provider?.domains.map(({ domain }) => domain).join("\n") ?? "");
  const enabled = useSignal(!provider?.disabled);
  const fromOutside = useSignal(provider?.saml.allow_idp_initiated ?? false);
  const work = async (reason: string) => {
    const source = sourceOf(url.value.trim(), xml.value.trim(), provider);
    if (!provider && !source) throw ownRefusal({ metadata: providerFormWords.noMetadata });
    const body = {
      ...source,
      domains: domains.value.split(/[\s,]+/).filter(Boolean),
      disabled: !enabled.value,
      allow_idp_initiated: fromOutside.value,
    };
    if (provider) await act(console, "PUT", `${PATH}/${provider.id}`, { body, reason });
    else await act(console, "POST", PATH, { body: { ...body, type: "saml" }, reason });
  };
  return (
    <ActDialog
      title={provider ? providerFormWords.change : providerFormWords.add}
      act={formWords.save}
      right="providers:write"
      destroys={false}
      onClose={onClose}
      work={work}
    >
      {(sending) => (
        <>
          <TextField
            label={providerFormWords.url}
            hint={providerFormWords.urlHint}
            type="url"
            value={url}
            problem={sending.at("metadata")}
            maxLength={2048}
          />
          <Field label={providerFormWords.file}>
            {(props) => (
              <input
                {...props}
                type="file"
                accept=".xml,application/xml,text/xml"
                onChange={async ({ currentTarget }) => {
                  xml.value = (await currentTarget.files?.[0]?.text()) ?? "";
                }}
              />
            )}
          </Field>
          <Field label={providerFormWords.domains} hint={providerFormWords.domainsHint}>
            {(props) => (
              <textarea
                {...props}
                class="code"
                rows={2}
                spellcheck={false}
                value={domains.value}
                onInput={({ currentTarget }) => (domains.value = currentTarget.value)}
              />
            )}
          </Field>
          <CheckField label={providerFormWords.enabled} value={enabled} />
          <CheckField label={providerFormWords.fromOutside} value={fromOutside} />
        </>
      )}
    </ActDialog>
  );
}

/** A file wins over an address; what was not touched is not sent. */
function sourceOf(url: string, xml: string, provider: SsoProvider | undefined): object | undefined {
  if (xml !== "") return { metadata_xml: xml };
  return url !== "" && url !== provider?.saml.metadata_url ? { metadata_url: url } : undefined;
}
