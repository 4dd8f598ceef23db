// /admin/hooks: the operator's own code at points of the flows: where it is, how its last calls went, and a try.
import { useSignal } from "@preact/signals";
import { language } from "../../language.ts";
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { useData } from "../data/use_data.ts";
import { ConfigureButton } from "../settings/configure_button.tsx";
import type { SettingsReply } from "../settings/setting_record.ts";
import { lockedText } from "../settings/setting_value.ts";
import { SettingsPart } from "../settings/settings_part.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { type Call, milliseconds, summaryOf } from "./call_summary.ts";
import { TryDialog } from "./try_dialog.tsx";
import { hooksWords } from "./words.ts";

interface Hook {
  name: keyof typeof hooksWords.names;
  enabled: boolean;
  kind: "http" | "postgres" | null;
  target: string | null;
  secrets: number;
  calls: Call[];
}

const PATH = "/hooks";

export function Hooks() {
  const reply = useData<{ hooks: Hook[] }>(PATH);
  return (
    <Screen title={hooksWords.title} hint={hooksWords.hint}>
      <SettingsPart>
        {(settings) => (
          <Loading from={reply} path={PATH}>
            {({ hooks }) => (
              <Lines items={[...hooks].sort((one, other) => Number(other.enabled) - Number(one.enabled))} empty={hooksWords.none}>
                {(hook) => <HookLine key={hook.name} hook={hook} settings={settings} />}
              </Lines>
            )}
          </Loading>
        )}
      </SettingsPart>
    </Screen>
  );
}

function HookLine({ hook, settings }: { hook: Hook; settings: SettingsReply }) {
  const { name, enabled, kind, target, secrets, calls } = hook;
  const isOpen = useSignal(false);
  const summary = summaryOf(calls);
  const own = settings.settings.filter((each) => each.name.startsWith(`HOOK_${name.toUpperCase()}_`));
  const label = hooksWords.names[name] ?? name;
  const [last] = calls;
  return (
    <Line
      title={
        <>
          {label}
          <span class={enabled ? "status paid" : "status"}>{enabled ? hooksWords.on : hooksWords.off}</span>
          {enabled && last?.outcome === "failed" && <span class="status overdue">{hooksWords.outcomes.failed}</span>}
        </>
      }
      hints={
        enabled
          ? [
              target,
              kind && hooksWords.kinds[kind],
              kind === "http" && hooksWords.secrets(secrets),
              summary ? hooksWords.summary(summary.count, percent(summary.share)) : hooksWords.neverCalled,
              summary && hooksWords.latency(milliseconds(summary.median), milliseconds(summary.slowest)),
            ]
          : [hooksWords.does[name], lockedText(own)]
      }
    >
      {enabled && (
        <OpenButton label={hooksWords.try} right="hooks:test" dialog={(onClose) => <TryDialog name={name} onClose={onClose} />} />
      )}
      <ConfigureButton title={label} reply={settings} settings={own} />
      {calls.length > 0 && (
        <details class="changed" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
          <summary>{hooksWords.lastCalls}</summary>
          {isOpen.value && <CallTable calls={calls} />}
        </details>
      )}
    </Line>
  );
}

const SIGNS = { answered: "paid", refused: "partial", failed: "overdue" };

function CallTable({ calls }: { calls: readonly Call[] }) {
  return (
    <div class="table-frame">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">{hooksWords.when}</th>
            <th scope="col">{hooksWords.outcome}</th>
            <th scope="col">{hooksWords.time}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ at, outcome, milliseconds: elapsed, error }, index) => (
            <tr key={`${at} ${index}`}>
              <th scope="row">
                <time dateTime={at}>{dayAndTime(at)}</time>
              </th>
              <td data-label={hooksWords.outcome} class="cell-email">
                <span>
                  <span class={`status ${SIGNS[outcome]}`}>{hooksWords.outcomes[outcome]}</span> {error && <code>{error}</code>}
                </span>
              </td>
              <td data-label={hooksWords.time}>{milliseconds(elapsed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const percent = (share: number) => share.toLocaleString(language, { style: "percent" });
