// /admin/settings: every setting, by section, with a search.
import { useSignal } from "@preact/signals";
import { Empty } from "../../ui/empty.tsx";
import { CheckField, TextField } from "../../ui/form.tsx";
import { labelOf } from "./label_words.ts";
import { sectionText } from "./section_words.ts";
import { SettingGroup } from "./setting_lines.tsx";
import type { Setting, SettingsReply } from "./setting_record.ts";
import { aboutOf } from "./setting_value.ts";
import { SettingsScreen } from "./settings_screen.tsx";
import { settingsWords } from "./words.ts";

export function Settings() {
  return <SettingsScreen title={settingsWords.title}>{(reply) => <AllSettings reply={reply} />}</SettingsScreen>;
}

function AllSettings({ reply }: { reply: SettingsReply }) {
  const search = useSignal("");
  const isChangedOnly = useSignal(false);
  const listed = reply.settings.filter(
    (setting) => matches(setting, search.value) && (!isChangedOnly.value || setting.stored || setting.source !== "default"),
  );
  const sections = [...new Set(listed.map(({ section }) => section))];
  return (
    <>
      <div class="form">
        <TextField label={settingsWords.search} value={search} autoComplete="off" maxLength={100} />
        <CheckField label={settingsWords.changedOnly} value={isChangedOnly} />
      </div>
      {sections.map((section) => (
        <SettingGroup
          key={section}
          title={sectionText(section)}
          reply={reply}
          settings={listed.filter((setting) => setting.section === section)}
        />
      ))}
      {sections.length === 0 && <Empty text={settingsWords.none} />}
    </>
  );
}

function matches(setting: Setting, search: string): boolean {
  const { name, doc } = setting;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${name} ${name.replaceAll("_", " ")} ${labelOf(name) ?? ""} ${doc} ${aboutOf(setting)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
