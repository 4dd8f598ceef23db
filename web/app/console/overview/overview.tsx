// /admin and /admin/overview: how the server is doing, and what needs somebody.
import { day, dayAndTime, Line, Lines, Section } from "../../ui/sections.tsx";
import { may, useConsole } from "../data/console.ts";
import { useData } from "../data/use_data.ts";
import { SIGNS } from "../findings/finding_record.ts";
import { findingsWords } from "../findings/words.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import { DayChart, numberText } from "./day_chart.tsx";
import type { Day, Overview as Figures } from "./overview_record.ts";
import { refusalText } from "./refusal_text.ts";
import { overviewWords } from "./words.ts";

const PATH = `/overview?${new URLSearchParams({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}`;

export function Overview() {
  const reply = useData<Figures>(PATH);
  const version = reply.data && overviewWords.hint(reply.data.version, reply.data.migrations.count);
  return (
    <Screen title={overviewWords.title} hint={version}>
      <Loading from={reply} path={PATH}>
        {(figures) => (
          <>
            {figures.findings && <Needs findings={figures.findings} />}
            <Today figures={figures} />
            <Section title={overviewWords.days}>
              <div class="day-charts">
                <DayChart name={overviewWords.tiles.signIns} days={figures.days} field="sign_ins" />
                <DayChart name={overviewWords.tiles.signUps} days={figures.days} field="sign_ups" />
                <DayChart name={overviewWords.tiles.refused} days={figures.days} field="refused" />
              </div>
            </Section>
            <div class="server-sections">
              <Refusals figures={figures} />
              <BehindScenes figures={figures} />
            </div>
          </>
        )}
      </Loading>
    </Screen>
  );
}

const MOST_FINDINGS = 5;

function Needs({ findings }: { findings: NonNullable<Figures["findings"]> }) {
  const urgent = findings.filter(({ severity }) => severity !== "info");
  return (
    <Section
      title={overviewWords.needs}
      acts={
        findings.length > 0 && (
          <a class="button small" href="/admin/findings">
            {overviewWords.allFindings(findings.length)}
          </a>
        )
      }
    >
      {urgent.length === 0 ? (
        <p>{overviewWords.needsNothing}</p>
      ) : (
        <ul class="needs">
          {urgent.slice(0, MOST_FINDINGS).map(({ id, severity, title }) => (
            <li key={id}>
              <span class={`status ${SIGNS[severity]}`}>{findingsWords.severities[severity]}</span> {title}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Today({ figures: { users, days, messages } }: { figures: Figures }) {
  const console = useConsole();
  const [today, yesterday, weekAgo] = [days.at(-1), days.at(-2), days.at(-8)];
  const mayList = may(console, "users:read");
  const mayReadLog = may(console, "audit:read");
  const happened = (field: "sign_ins" | "sign_ups" | "refreshes" | "refused" | "mails" | "sms") => ({
    value: numberText(today?.[field] ?? 0),
    note: overviewWords.yesterday(numberText(yesterday?.[field] ?? 0)),
  });
  // The job counts hourly, so that today may have none yet.
  const active = (field: "active_day" | "active_week" | "active_month") => {
    const last = lastOf(days, field);
    const before = weekAgo?.[field];
    return {
      value: last === undefined ? "–" : numberText(last),
      note: last === undefined ? overviewWords.uncounted : before == null ? "" : overviewWords.weekBefore(numberText(before)),
    };
  };
  const count = numberText(users.count);
  return (
    <Section title={overviewWords.today}>
      <dl class="tiles">
        <Tile name={overviewWords.tiles.signIns} {...happened("sign_ins")} href={mayReadLog && "/admin/audit?action=login"} />
        <Tile name={overviewWords.tiles.signUps} {...happened("sign_ups")} href={mayList && "/admin/users"} />
        <Tile name={overviewWords.tiles.refused} {...happened("refused")} />
        <Tile name={overviewWords.tiles.refreshes} {...happened("refreshes")} />
        <Tile name={overviewWords.tiles.mails} {...happened("mails")} />
        <Tile name={overviewWords.tiles.sms} {...happened("sms")} />
        <Tile
          name={overviewWords.waiting}
          value={numberText(messages.waiting)}
          note={messages.oldest_at ? overviewWords.waitingSince(dayAndTime(messages.oldest_at)) : ""}
        />
        <Tile name={overviewWords.failed} value={numberText(messages.failed)} note="" />
        <Tile
          name={overviewWords.tiles.users}
          value={users.is_estimate ? overviewWords.about(count) : count}
          note=""
          href={mayList && "/admin/users"}
        />
        <Tile name={overviewWords.tiles.activeDay} {...active("active_day")} />
        <Tile name={overviewWords.tiles.activeWeek} {...active("active_week")} />
        <Tile name={overviewWords.tiles.activeMonth} {...active("active_month")} />
      </dl>
    </Section>
  );
}

function lastOf(days: readonly Day[], field: "active_day" | "active_week" | "active_month"): number | undefined {
  return days
    .slice(-2)
    .flatMap((each) => each[field] ?? [])
    .at(-1);
}

interface TileProps {
  name: string;
  value: string;
  note: string;
  /** The list behind it. */
  href?: string | false;
}

function Tile({ name, value, note, href = false }: TileProps) {
  return (
    <div>
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd class="tile-value">{value}</dd>
      {note && <dd class="hint">{note}</dd>}
    </div>
  );
}

function Refusals({ figures: { refused } }: { figures: Figures }) {
  return (
    <Section title={overviewWords.refusedTitle}>
      <Lines items={refused} empty={overviewWords.refusedNone}>
        {({ code, count, before }) => (
          <Line key={code} title={refusalText(code)} hints={[code, overviewWords.before(numberText(before))]}>
            <strong class="line-count">{numberText(count)}</strong>
          </Line>
        )}
      </Lines>
    </Section>
  );
}

function BehindScenes({ figures: { hooks, webhooks, keys, migrations } }: { figures: Figures }) {
  const facts = [
    { name: overviewWords.signsWith, value: keys.signs_with },
    {
      name: overviewWords.apiKeys,
      value: numberText(keys.api_keys),
      note: keys.next_api_key_end && overviewWords.nextEnd(day(keys.next_api_key_end)),
    },
    { name: overviewWords.operatorToken, value: keys.oldest_operator_token_at && day(keys.oldest_operator_token_at) },
    { name: overviewWords.migrated, value: migrations.last.replace(/\.sql$/, ""), note: dayAndTime(migrations.at) },
  ].filter(({ value }) => value !== null);
  return (
    <Section title={overviewWords.behindScenes}>
      <dl class="facts">
        {facts.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note && <span class="hint">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {hooks.length + webhooks.length > 0 && (
        <ul class="lines">
          {hooks.map(({ name, calls, failures, mean_ms: ms }) => (
            <Line
              key={name}
              title={overviewWords.hook(name)}
              hints={[
                ms !== null && overviewWords.hookMean(numberText(ms)),
                overviewWords.hookCalls(numberText(calls), numberText(failures)),
              ]}
            />
          ))}
          {webhooks.map(({ id, host, enabled, behind, failures }) => (
            <Line
              key={id}
              title={overviewWords.webhook(host)}
              hints={[
                enabled
                  ? behind > 0
                    ? overviewWords.webhookBehind(numberText(behind))
                    : overviewWords.webhookInStep
                  : overviewWords.off,
                failures > 0 && overviewWords.failing(failures),
              ]}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
