// A button that changes several settings in one dialog, for those who may change one of them.
import { may, useConsole } from "../data/console.ts";
import { OpenButton } from "../shell/open_button.tsx";
import { ChangeSettings } from "./change_settings.tsx";
import { rightFor, type Setting, type SettingsReply } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

interface ConfigureProps {
  title: string;
  reply: SettingsReply;
  settings: readonly Setting[];
}

export function ConfigureButton({ title, reply, settings }: ConfigureProps) {
  const console = useConsole();
  const changeable = settings.filter((each) => !each.locked && may(console, rightFor(each)));
  const [first] = changeable;
  if (!first) return null;
  return (
    <OpenButton
      label={settingsWords.configure}
      right={rightFor(first)}
      dialog={(onClose) => <ChangeSettings title={title} reply={reply} settings={changeable} onClose={onClose} />}
    />
  );
}
