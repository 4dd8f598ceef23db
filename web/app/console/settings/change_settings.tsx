// Changes settings that belong together, in a dialog.
import { type Signal, signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Field } from "../../ui/field.tsx";
import { CheckField, SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal } from "../../ui/use_sending.ts";
import { needsReason, useConsole } from "../data/console.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { labelOf } from "./label_words.ts";
import { isBoolean, rightFor, type Setting, type SettingsReply } from "./setting_record.ts";
import { aboutOf, allowedText, defaultText } from "./setting_value.ts";
import { useChange } from "./use_change.ts";
import { settingsWords } from "./words.ts";

interface ChangeProps {
  title: string;
  reply: SettingsReply;
  settings: readonly Setting[];
  onClose: () => void;
}

/** Those that go through servers of others are tried there. */
const TRIED = /^(SMTP_|EXTERNAL_[A-Z0-9_]+_(ENABLED|CLIENT_ID|SECRET|URL)$|HOOK_|SECURITY_CAPTCHA_)/;

export function ChangeSettings({ title, reply, settings, onClose }: ChangeProps) {
  const console = useConsole();
  const open = settings.filter(({ locked }) => !locked);
  const drafts = useMemo(() => open.map(draftOf), []);
  const skipsTrials = useSignal(false);
  const change = useChange(reply.version);
  const rights = open.map(rightFor);
  const right = rights.find((each) => needsReason(console, each)) ?? rights[0] ?? "settings:write";
  const isTried = open.some(({ name }) => TRIED.test(name));
  return (
    <ActDialog
      title={title}
      act={settingsWords.change}
      right={right}
      destroys={false}
      onClose={onClose}
      {...(isTried && { text: settingsWords.tried })}
      work={async (reason) => {
        const changed = drafts
          .filter(({ initial, value }) => value.value !== initial)
          .map(({ setting, value }) => [setting.name, value.value === "" ? null : value.value] as const);
        if (changed.length === 0) throw ownRefusal({ form: settingsWords.unchanged });
        await change(Object.fromEntries(changed), { reason, skipsTrials: skipsTrials.value });
      }}
    >
      {(sending) => (
        <>
          {drafts.map(({ setting, value }) => (
            <SettingField key={setting.name} setting={setting} value={value} sending={sending} />
          ))}
          {isTried && <CheckField label={settingsWords.skipTrials} value={skipsTrials} />}
        </>
      )}
    </ActDialog>
  );
}

/** A secret is never shown: an empty field leaves it as it is. */
function draftOf(setting: Setting) {
  const { secret, value, source } = setting;
  const initial = secret || source === "default" || source === "start" ? "" : (value ?? "");
  return { setting, initial, value: signal(initial) };
}

interface FieldProps {
  setting: Setting;
  value: Signal<string>;
  sending: FormState;
}

function SettingField({ setting, value, sending }: FieldProps) {
  const { name, allowed, secret, stored, needs_restart: isLate, default: initial } = setting;
  const label = labelOf(name) ?? name;
  const hints = [aboutOf(setting), isLate ? settingsWords.restart : ""].filter(Boolean);
  const problem = sending.at(name);
  if (isBoolean(setting))
    return (
      <SelectField
        label={label}
        hint={hints.join(" ")}
        value={value}
        problem={problem}
        options={[
          ["", settingsWords.byDefault(initial === "true" ? settingsWords.on : settingsWords.off)],
          ["true", settingsWords.on],
          ["false", settingsWords.off],
        ]}
      />
    );
  const hint = [...hints, secret && stored ? settingsWords.keepSecret : "", allowedText(allowed)].filter(Boolean).join(" ");
  if (!secret && isLong(setting))
    return (
      <Field label={label} hint={hint} problem={problem}>
        {(props) => (
          <textarea {...props} rows={4} value={value.value} onInput={(event) => (value.value = event.currentTarget.value)} />
        )}
      </Field>
    );
  const placeholder = defaultText(setting);
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      problem={problem}
      type={secret ? "password" : "text"}
      autoComplete="off"
      placeholder={placeholder}
    />
  );
}

const isLong = ({ name, allowed }: Setting) => name.endsWith("_ALLOW_LIST") || /JSON|HTML/.test(allowed);
