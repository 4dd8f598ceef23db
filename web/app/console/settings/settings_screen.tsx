// The frame of the screens of settings: loads them all, and shows what holds for all.
import type { ComponentChildren } from "preact";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { PATH, type SettingsReply } from "./setting_record.ts";
import { SettingsState } from "./settings_state.tsx";
import { settingsWords } from "./words.ts";

interface SettingsScreenProps {
  title: string;
  hint?: string;
  children: (reply: SettingsReply) => ComponentChildren;
}

export function SettingsScreen({ title, hint = settingsWords.hint, children }: SettingsScreenProps) {
  const reply = useData<SettingsReply>(PATH);
  const history = (
    <a class="button small" href="/admin/settings/versions">
      {settingsWords.history}
    </a>
  );
  return (
    <Screen title={title} hint={hint} tools={history}>
      <Loading from={reply} path={PATH}>
        {(data) => (
          <>
            <SettingsState reply={data} />
            {children(data)}
          </>
        )}
      </Loading>
    </Screen>
  );
}
