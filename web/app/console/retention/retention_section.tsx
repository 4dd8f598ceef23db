// The rules about accounts that nobody uses, and how to change them.
import { Section } from "../../ui/sections.tsx";
import { count } from "../data/number_text.ts";
import { useData } from "../data/use_data.ts";
import { Fact } from "../shell/fact.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { ChangeRules } from "./change_rules.tsx";
import { PATH, type RetentionReply, RIGHT } from "./retention_record.ts";
import { retentionWords as words } from "./words.ts";

export function UnusedAccounts() {
  const reply = useData<RetentionReply>(PATH);
  const { data } = reply;
  return (
    <Section
      title={words.title}
      hint={words.hint}
      acts={
        data && (
          <OpenButton
            label={words.change}
            right={RIGHT}
            dialog={(onClose) => <ChangeRules rules={data.rules} onClose={onClose} />}
          />
        )
      }
    >
      <Loading from={reply} path={PATH}>
        {({ rules: { unconfirmed_days: unconfirmed, dormant_days: dormant, notice_days: notice } }) => (
          <dl class="facts user-facts">
            <Fact name={words.unconfirmed}>{unconfirmed === 0 ? words.off : words.deleted(count(unconfirmed))}</Fact>
            <Fact name={words.dormant}>{dormant === 0 ? words.off : words.disabled(count(dormant), count(notice))}</Fact>
          </dl>
        )}
      </Loading>
    </Section>
  );
}
