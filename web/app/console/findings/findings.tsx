// /admin/findings: what should be changed about this server, the worst first, with what to do. Dismissed ones are folded away.
import { Empty } from "../../ui/empty.tsx";
import { dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { CopyButton } from "../shell/copy_button.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { type Finding, placeOfFinding, SEVERITIES } from "./finding_record.ts";
import { findingsWords } from "./words.ts";

const PATH = "/findings";
const RIGHT = "findings:write";

export function Findings() {
  const reply = useData<{ findings: Finding[] }>(PATH);
  return (
    <Screen title={findingsWords.title} hint={findingsWords.hint}>
      <Loading from={reply} path={PATH}>
        {({ findings }) => {
          const open = findings.filter(({ dismissed }) => !dismissed);
          return (
            <>
              {open.length === 0 && <Empty text={findingsWords.none} />}
              {SEVERITIES.map((severity) => (
                <Severity
                  key={severity}
                  title={findingsWords.severities[severity]}
                  findings={open.filter((each) => each.severity === severity)}
                />
              ))}
              <Dismissed findings={findings.filter(({ dismissed }) => dismissed)} />
            </>
          );
        }}
      </Loading>
    </Screen>
  );
}

function Severity({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <Section title={title}>
      <ul class="findings">
        {findings.map((finding) => (
          <FindingItem key={finding.id} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const console = useConsole();
  const { id, severity, title, text, remedy, copy, docs } = finding;
  const place = placeOfFinding(finding);
  return (
    <li class={`finding ${severity}`}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p>{remedy}</p>
      {copy && (
        <p class="copied-line">
          <code>{copy}</code>
          <CopyButton text={copy} />
        </p>
      )}
      <div class="finding-foot">
        <span class="hint">
          {findingsWords.docs}: <code>{docs}</code>
        </span>
        <div class="acts">
          {place && (
            <a class="button small" href={place}>
              {findingsWords.open}
            </a>
          )}
          <OpenButton
            label={findingsWords.dismiss}
            right={RIGHT}
            dialog={(onClose) => (
              <ActDialog
                title={findingsWords.dismissAsk}
                text={findingsWords.dismissHint}
                act={findingsWords.dismiss}
                right={RIGHT}
                asksReason
                destroys={false}
                onClose={onClose}
                work={(reason) => act(console, "POST", `${PATH}/${id}/dismiss`, { reason })}
                done={findingsWords.wasDismissed}
              />
            )}
          />
        </div>
      </div>
    </li>
  );
}

function Dismissed({ findings }: { findings: readonly Finding[] }) {
  const console = useConsole();
  if (findings.length === 0) return null;
  return (
    <details class="changed dismissed">
      <summary>{findingsWords.dismissed(findings.length)}</summary>
      <Lines items={findings} empty="">
        {({ id, title, text, dismissed }) => (
          <Line
            key={id}
            title={title}
            hints={[text, dismissed && findingsWords.by(dismissed.by, dayAndTime(dismissed.at)), dismissed?.reason]}
          >
            <OpenButton
              label={findingsWords.restore}
              right={RIGHT}
              dialog={(onClose) => (
                <ActDialog
                  title={title}
                  act={findingsWords.restore}
                  right={RIGHT}
                  destroys={false}
                  onClose={onClose}
                  work={(reason) => act(console, "POST", `${PATH}/${id}/restore`, { reason })}
                  done={findingsWords.wasRestored}
                />
              )}
            />
          </Line>
        )}
      </Lines>
    </details>
  );
}
