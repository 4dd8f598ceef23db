// The frame of the screens that are about settings alone.
import type { ComponentChildren } from "preact";
import { Screen } from "../shell/screen.tsx";
import type { SettingsReply } from "./setting_record.ts";
import { SettingsPart } from "./settings_part.tsx";
import { settingsWords } from "./words.ts";

interface SettingsScreenProps {
  title: string;
  hint?: string;
  children: (reply: SettingsReply) => ComponentChildren;
}

export function SettingsScreen({ title, hint = settingsWords.hint, children }: SettingsScreenProps) {
  const history = (
    <a class="button small" href="/admin/settings/versions">
      {settingsWords.history}
    </a>
  );
  return (
    <Screen title={title} hint={hint} tools={history}>
      <SettingsPart>{children}</SettingsPart>
    </Screen>
  );
}
