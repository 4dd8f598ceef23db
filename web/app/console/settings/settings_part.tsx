// Settings on any screen: loads them all, and shows what holds for all above what needs them.
import type { ComponentChildren } from "preact";
import { useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { PATH, type SettingsReply } from "./setting_record.ts";
import { SettingsState } from "./settings_state.tsx";

export function SettingsPart({ children }: { children: (reply: SettingsReply) => ComponentChildren }) {
  const reply = useData<SettingsReply>(PATH);
  return (
    <Loading from={reply} path={PATH}>
      {(data) => (
        <>
          <SettingsState reply={data} />
          {children(data)}
        </>
      )}
    </Loading>
  );
}
