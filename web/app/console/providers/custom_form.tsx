// Describes a provider, or changes one. Its secret goes in, and never comes out.
import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";
import { Field } from "../../ui/field.tsx";
import { CheckField, SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { CopyButton } from "../shell/copy_button.tsx";
import { type CustomProvider, changesOf, PATH, PREFIX, pathOf } from "./custom_provider.ts";
import { type Draft, draftOf, problemsOf, readDraft } from "./draft.ts";
import { customFormWords } from "./words.ts";

interface CustomFormProps {
  /** Undefined: a new one. */
  provider?: CustomProvider;
  redirectUri: string;
  onClose: () => void;
}

export function CustomForm({ provider, redirectUri, onClose }: CustomFormProps) {
  const console = useConsole();
  const draft = useMemo(() => draftOf(provider), []);
  const work = async (reason: string) => {
    const problems = problemsOf(draft, provider === undefined);
    if (Object.keys(problems).length > 0) throw ownRefusal(problems);
    const fields = readDraft(draft);
    const secret = draft.secret.value === "" ? {} : { client_secret: draft.secret.value };
    const sent = provider
      ? act(console, "PUT", pathOf(provider), {
          body: { ...changesOf(provider, fields), ...secret, ...(provider.updated_at && { updated_at: provider.updated_at }) },
          reason,
        })
      : act(console, "POST", PATH, { body: { ...fields, ...secret, ...identityOf(draft) }, reason });
    await sent.catch((error: Refusal) => {
      throw inWords(error, provider === undefined);
    });
  };
  return (
    <ActDialog
      title={provider ? customFormWords.change(provider.name) : customFormWords.add}
      text={customFormWords.tried}
      act={formWords.save}
      right="providers:write"
      destroys={false}
      onClose={onClose}
      work={work}
      done={customFormWords.saved}
    >
      {(sending) => (
        <>
          <RedirectUri uri={redirectUri} />
          {!provider && <Identity draft={draft} sending={sending} />}
          <TextField
            label={customFormWords.name}
            hint={customFormWords.nameHint}
            value={draft.name}
            problem={sending.at("name")}
            maxLength={255}
          />
          <Endpoints draft={draft} sending={sending} />
          <TextField label={customFormWords.clientId} value={draft.clientId} problem={sending.at("client_id")} maxLength={2048} />
          <TextField
            label={customFormWords.secret}
            hint={provider ? customFormWords.keepSecret : customFormWords.secretHint}
            type="password"
            autoComplete="off"
            value={draft.secret}
            problem={sending.at("client_secret")}
            maxLength={2048}
          />
          <TextField
            label={customFormWords.scopes}
            hint={customFormWords.scopesHint}
            value={draft.scopes}
            problem={sending.at("scopes")}
          />
          <CheckField label={customFormWords.enabled} value={draft.enabled} />
          <CheckField label={customFormWords.emailOptional} value={draft.emailOptional} />
          <More draft={draft} sending={sending} />
        </>
      )}
    </ActDialog>
  );
}

/** Neither changes later. */
const identityOf = ({ type, identifier }: Draft) => ({
  provider_type: type.value,
  identifier: `${PREFIX}${identifier.value.trim()}`,
});

/** Auth's messages are English, and begin with the field that they are about. */
function inWords(error: Refusal, isNew: boolean): Refusal {
  if (error.code === "conflict")
    return isNew ? ownRefusal({ identifier: customFormWords.taken }) : { ...error, message: customFormWords.changed };
  if (error.code !== "validation_failed") return error;
  return { ...error, message: customFormWords.refused(error.message) };
}

function RedirectUri({ uri }: { uri: string }) {
  return (
    <div class="field">
      <span>{customFormWords.redirect}</span>
      <div class="copied-line">
        <code>{uri}</code>
        <CopyButton text={uri} label={customFormWords.copyRedirect} />
      </div>
    </div>
  );
}

interface PartProps {
  draft: Draft;
  sending: FormState;
}

function Identity({ draft, sending }: PartProps) {
  return (
    <>
      <SelectField
        label={customFormWords.type}
        value={draft.type as Signal<string>}
        options={[
          ["oidc", customFormWords.types.oidc],
          ["oauth2", customFormWords.types.oauth2],
        ]}
      />
      <TextField
        label={customFormWords.identifier}
        hint={customFormWords.identifierHint}
        value={draft.identifier}
        problem={sending.at("identifier")}
        autoComplete="off"
        maxLength={50}
      />
    </>
  );
}

function Endpoints({ draft, sending }: PartProps) {
  if (draft.type.value === "oidc")
    return (
      <UrlField
        label={customFormWords.issuer}
        hint={customFormWords.issuerHint}
        value={draft.urls.issuer}
        problem={sending.at("issuer")}
      />
    );
  return (
    <>
      <UrlField
        label={customFormWords.authorize}
        value={draft.urls.authorization_url}
        problem={sending.at("authorization_url")}
      />
      <UrlField label={customFormWords.token} value={draft.urls.token_url} problem={sending.at("token_url")} />
      <UrlField label={customFormWords.userinfo} value={draft.urls.userinfo_url} problem={sending.at("userinfo_url")} />
    </>
  );
}

function More({ draft, sending }: PartProps) {
  const isOidc = draft.type.value === "oidc";
  const mapping = sending.at("attribute_mapping");
  const parameters = sending.at("authorization_params");
  const discovery = sending.at("discovery_url");
  return (
    <details class="changed" open={Boolean(mapping || parameters || discovery) || undefined}>
      <summary>{customFormWords.more}</summary>
      <div class="form">
        {isOidc && (
          <UrlField
            label={customFormWords.discovery}
            hint={customFormWords.discoveryHint}
            value={draft.urls.discovery_url}
            problem={discovery}
          />
        )}
        <Area label={customFormWords.mapping} hint={customFormWords.mappingHint} value={draft.mapping} problem={mapping} />
        <TextField label={customFormWords.claims} hint={customFormWords.claimsHint} value={draft.claims} />
        <Area label={customFormWords.parameters} value={draft.parameters} problem={parameters} />
        {isOidc && <TextField label={customFormWords.clientIds} hint={customFormWords.clientIdsHint} value={draft.clientIds} />}
        <CheckField label={customFormWords.pkce} value={draft.pkce} />
        {isOidc && <CheckField label={customFormWords.skipNonce} value={draft.skipNonce} />}
      </div>
    </details>
  );
}

interface ValueProps {
  label: string;
  hint?: string;
  value: Signal<string>;
  problem?: string | undefined;
}

const UrlField = (props: ValueProps) => <TextField {...props} type="url" maxLength={2048} placeholder="https://" />;

function Area({ label, hint, value, problem }: ValueProps) {
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      {(props) => (
        <textarea
          {...props}
          class="code"
          rows={3}
          spellcheck={false}
          value={value.value}
          onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}
