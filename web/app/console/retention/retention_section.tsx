// The rules about accounts that nobody uses, and how to change them.
import { Section } from "../../ui/sections.tsx";
import { count } from "../data/number_text.ts";
import { useData } from "../data/use_data.ts";
import { Fact } from "../shell/fact.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { ChangeRules } from "./change_rules.tsx";
import { PATH, type RetentionReply, RIGHT } from "./retention_record.ts";
import { retentionWords } from "./words.ts";

export function UnusedAccounts() {
  const reply = useData<RetentionReply>(PATH);
  const { data } = reply;
  return (
    <Section
      title={retentionWords.title}
      hint={retentionWords.hint}
      acts={
        data && (
          <OpenButton
            label={retentionWords.change}
            right={RIGHT}
            dialog={(onClose) => <ChangeRules rules={data.rules} onClose={onClose} />}
          />
        )
      }
    >
      <Loading from={reply} path={PATH}>
        {({ rules: { unconfirmed_days: unconfirmed, dormant_days: dormant, notice_days: notice } }) => (
          <dl class="facts user-facts">
            <Fact name={retentionWords.unconfirmed}>
              {unconfirmed === 0 ? retentionWords.off : retentionWords.deleted(count(unconfirmed))}
            </Fact>
            <Fact name={retentionWords.dormant}>
              {dormant === 0 ? retentionWords.off : retentionWords.disabled(count(dormant), count(notice))}
            </Fact>
          </dl>
        )}
      </Loading>
    </Section>
  );
}
