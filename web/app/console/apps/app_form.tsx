// Registers an app, or changes one.
import { type Signal, useSignal } from "@preact/signals";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { type OauthApp, PATH, pathOf } from "./app_record.ts";
import { appFormWords } from "./words.ts";

const GRANTS = ["authorization_code", "refresh_token", "client_credentials"] as const;

interface AppFormProps {
  /** Undefined: a new one. */
  app?: OauthApp;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function AppForm({ app, onClose, onSecret }: AppFormProps) {
  const console = useConsole();
  const name = useSignal(app?.client_name ?? "");
  const type = useSignal<string>(app?.client_type ?? "confidential");
  const redirects = useSignal(app?.redirect_uris.join("\n") ?? "");
  const afterwards = useSignal(app?.post_logout_redirect_uris.join("\n") ?? "");
  const site = useSignal(app?.client_uri ?? "");
  const grants = useSignal<readonly string[]>(app?.grant_types ?? GRANTS.slice(0, 2));
  const toggle = (grant: string, isOn: boolean) =>
    (grants.value = GRANTS.filter((each) => (each === grant ? isOn : grants.value.includes(each))));
  // Only an administrator's own app acts for itself, and it has a secret.
  const offered = GRANTS.filter(
    (each) => each !== "client_credentials" || (type.value === "confidential" && (!app || app.registration_type === "manual")),
  );
  const work = async (reason: string) => {
    const chosen = grants.value.filter((each) => (offered as readonly string[]).includes(each));
    const actsForUsers = chosen.includes("authorization_code");
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    if (chosen.length === 0) throw ownRefusal({ grants: appFormWords.noGrants });
    if (actsForUsers && linesOf(redirects.value).length === 0) throw ownRefusal({ redirects: appFormWords.noRedirects });
    const body = {
      client_name: name.value.trim(),
      redirect_uris: linesOf(redirects.value),
      post_logout_redirect_uris: linesOf(afterwards.value),
      grant_types: chosen,
      client_uri: site.value.trim(),
    };
    if (app) await act(console, "PUT", pathOf(app), { body, reason });
    else {
      const created = { ...body, client_type: type.value };
      const { client_secret: secret } = await act<{ client_secret?: string }>(console, "POST", PATH, { body: created, reason });
      if (secret) onSecret(secret);
    }
  };
  return (
    <ActDialog
      title={app ? appFormWords.change : appFormWords.create}
      act={formWords.save}
      right="apps:write"
      destroys={false}
      onClose={onClose}
      work={work}
    >
      {(sending) => (
        <>
          <TextField label={appFormWords.name} value={name} problem={sending.at("name")} maxLength={255} />
          {!app && (
            <SelectField
              label={appFormWords.type}
              value={type}
              options={[
                ["confidential", appFormWords.confidential],
                ["public", appFormWords.public],
              ]}
            />
          )}
          <LinesField
            label={appFormWords.redirects}
            hint={appFormWords.redirectsHint}
            value={redirects}
            problem={sending.at("redirects")}
          />
          <LinesField label={appFormWords.afterwards} value={afterwards} />
          <TextField label={appFormWords.site} type="url" value={site} maxLength={2048} />
          <fieldset class="field">
            <legend>{appFormWords.grants}</legend>
            {offered.map((grant) => (
              <label key={grant} class="check">
                <input
                  type="checkbox"
                  checked={grants.value.includes(grant)}
                  onChange={({ currentTarget }) => toggle(grant, currentTarget.checked)}
                />
                <span>{appFormWords.grantNames[grant]}</span>
              </label>
            ))}
            {sending.at("grants") && <p class="problem">{sending.at("grants")}</p>}
          </fieldset>
        </>
      )}
    </ActDialog>
  );
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

interface LinesFieldProps {
  label: string;
  hint?: string;
  value: Signal<string>;
  problem?: string | undefined;
}

function LinesField({ label, hint, value, problem }: LinesFieldProps) {
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
