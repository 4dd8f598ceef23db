// Settings among their like: what each is, where that comes from, and a button to change it.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Icon } from "../../ui/icon.tsx";
import { Line, Lines, Section } from "../../ui/sections.tsx";
import { may, useConsole } from "../data/console.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { ChangeSettings } from "./change_settings.tsx";
import { labelOf } from "./label_words.ts";
import { rightFor, type Setting, type SettingsReply } from "./setting_record.ts";
import { aboutOf, valueText } from "./setting_value.ts";
import { useChange } from "./use_change.ts";
import { settingsWords } from "./words.ts";

interface GroupProps {
  title: string;
  hint?: string;
  reply: SettingsReply;
  settings: readonly Setting[];
  /** Beside the title. */
  acts?: ComponentChildren;
}

/** A section of settings, each changed by itself. */
export function SettingGroup({ title, hint, reply, settings, acts }: GroupProps) {
  return (
    <Section title={title} {...(hint && { hint })} acts={acts}>
      <SettingLines reply={reply} settings={settings} />
    </Section>
  );
}

export function SettingLines({ reply, settings }: Pick<GroupProps, "reply" | "settings">) {
  return (
    <Lines items={settings} empty={settingsWords.none}>
      {(setting) => <SettingLine key={setting.name} reply={reply} setting={setting} />}
    </Lines>
  );
}

function SettingLine({ reply, setting }: { reply: SettingsReply; setting: Setting }) {
  const { name, source, locked, stored, variable } = setting;
  const label = labelOf(name);
  return (
    <Line
      title={
        <>
          {label ?? <code>{name}</code>}
          {source !== "default" && <span class="status">{settingsWords.sources[source]}</span>}
        </>
      }
      hints={[valueText(setting), locked ? settingsWords.locked(variable) : label === undefined && aboutOf(setting)]}
    >
      {locked ? (
        <Icon name="lock" />
      ) : (
        <>
          {stored && <Reset reply={reply} setting={setting} />}
          <OpenButton
            label={settingsWords.change}
            right={rightFor(setting)}
            dialog={(onClose) => <ChangeSettings title={label ?? name} reply={reply} settings={[setting]} onClose={onClose} />}
          />
        </>
      )}
    </Line>
  );
}

function Reset({ reply, setting }: { reply: SettingsReply; setting: Setting }) {
  const console = useConsole();
  const isOpen = useSignal(false);
  const change = useChange(reply.version);
  const right = rightFor(setting);
  if (!may(console, right)) return null;
  return (
    <>
      <button type="button" class="small" onClick={() => (isOpen.value = true)}>
        {settingsWords.reset}
      </button>
      {isOpen.value && (
        <ActDialog
          title={settingsWords.reset}
          text={labelOf(setting.name) ?? setting.name}
          act={settingsWords.reset}
          right={right}
          destroys={false}
          onClose={() => (isOpen.value = false)}
          work={(reason) => change({ [setting.name]: null }, { reason })}
        />
      )}
    </>
  );
}
