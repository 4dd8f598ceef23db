// Changes the rules about accounts that nobody uses: first whom they would mean, then whether it shall be so.
import { useSignal } from "@preact/signals";
import { FormDialog } from "../../ui/dialog.tsx";
import { CheckField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { count } from "../data/number_text.ts";
import { act } from "../data/use_data.ts";
import { PATH as SETTINGS, type SettingsReply } from "../settings/setting_record.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { phoneText } from "../users/user_record.ts";
import { changesOf, type Matches, previewPath, type RetentionReply, RIGHT, type Rules } from "./retention_record.ts";
import { retentionWords } from "./words.ts";

interface ChangeProps {
  rules: Rules;
  onClose: () => void;
}

export function ChangeRules({ rules, onClose }: ChangeProps) {
  const step = useSignal<RetentionReply | undefined>(undefined);
  return step.value ? (
    <Confirm before={rules} preview={step.value} onClose={onClose} />
  ) : (
    <Choose rules={rules} onClose={onClose} onPreview={(preview) => (step.value = preview)} />
  );
}

function Choose({ rules, onClose, onPreview }: ChangeProps & { onPreview: (preview: RetentionReply) => void }) {
  const console = useConsole();
  const sending = useSending();
  const unconfirmed = useSignal(String(rules.unconfirmed_days));
  const dormant = useSignal(String(rules.dormant_days));
  const notice = useSignal(String(rules.notice_days));
  const anonymous = useSignal(rules.anonymous);
  const sso = useSignal(rules.sso);
  const look = async () => {
    const chosen: Rules = {
      unconfirmed_days: wholeNumber(unconfirmed.value),
      dormant_days: wholeNumber(dormant.value),
      notice_days: wholeNumber(notice.value),
      anonymous: anonymous.value,
      sso: sso.value,
    };
    throwIfWrong(chosen);
    if (Object.keys(changesOf(rules, chosen)).length === 0) throw ownRefusal({ unconfirmed: retentionWords.unchanged });
    const { answer } = await askAdmin<RetentionReply>(console, previewPath(chosen));
    onPreview({ ...answer, rules: chosen });
  };
  return (
    <FormDialog title={retentionWords.changeTitle} onClose={onClose} sending={sending} act={retentionWords.look} save={look}>
      <TextField
        label={retentionWords.unconfirmedDays}
        hint={retentionWords.zero}
        value={unconfirmed}
        inputMode="numeric"
        problem={sending.at("unconfirmed")}
      />
      <CheckField label={retentionWords.anonymous} value={anonymous} />
      <TextField
        label={retentionWords.dormantDays}
        hint={retentionWords.dormantHint}
        value={dormant}
        inputMode="numeric"
        problem={sending.at("dormant")}
      />
      <TextField label={retentionWords.noticeDays} value={notice} inputMode="numeric" problem={sending.at("notice")} />
      <CheckField label={retentionWords.sso} value={sso} />
    </FormDialog>
  );
}

const wholeNumber = (text: string): number => (/^[0-9]{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);

function throwIfWrong({ unconfirmed_days: unconfirmed, dormant_days: dormant, notice_days: notice }: Rules): void {
  const problems = [
    ...(unconfirmed >= 0 && unconfirmed <= 3650 ? [] : [["unconfirmed", retentionWords.dayWrong]]),
    ...(dormant === 0 || (dormant >= 30 && dormant <= 3650) ? [] : [["dormant", retentionWords.dormantWrong]]),
    ...(notice >= 1 && notice <= 90 ? [] : [["notice", retentionWords.noticeWrong]]),
  ];
  if (problems.length > 0) throw ownRefusal(Object.fromEntries(problems));
}

function Confirm({ before, preview, onClose }: { before: Rules; preview: RetentionReply; onClose: () => void }) {
  const console = useConsole();
  const { rules, unconfirmed, dormant } = preview;
  const save = async (reason: string) => {
    const { answer } = await askAdmin<SettingsReply>(console, SETTINGS);
    await act(console, "PATCH", SETTINGS, { body: { base: answer.version, set: changesOf(before, rules) }, reason });
  };
  return (
    <ActDialog
      title={retentionWords.confirm}
      act={retentionWords.save}
      right={RIGHT}
      done={retentionWords.done}
      onClose={onClose}
      work={save}
    >
      {() => (
        <>
          {rules.unconfirmed_days > 0 && <People text={retentionWords.wouldDelete(countText(unconfirmed))} of={unconfirmed} />}
          {rules.dormant_days > 0 && <People text={retentionWords.wouldBan(countText(dormant))} of={dormant} />}
          <p class="hint">{retentionWords.final}</p>
        </>
      )}
    </ActDialog>
  );
}

const countText = (matches: Matches): string =>
  matches.is_more ? retentionWords.more(count(matches.count)) : count(matches.count);

function People({ text, of: { sample } }: { text: string; of: Matches }) {
  return (
    <div>
      <p>
        <strong>{text}</strong>
      </p>
      {sample.length > 0 && (
        <ul class="sample-users">
          {sample.map(({ id, email, phone }) => (
            <li key={id}>{email || phoneText(phone ?? "") || id}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
