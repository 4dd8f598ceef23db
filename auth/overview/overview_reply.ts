// What the overview says, and how it is made of what was read.
import { Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import { HOOKS, type HookName } from "../config/hooks.ts";
import type { ObservedFacts } from "../findings/observed_facts.ts";
import { SEVERITIES, type Severity } from "../findings/severity.ts";
import { findingLanguage, type JudgedFinding } from "../findings/shown_finding.ts";
import type { StoredWebhook } from "../webhooks/webhook.ts";
import { HOOK_CALLS, HOOK_FAILURES, HOOK_MS } from "./count_hook_calls.ts";
import { REFUSED } from "./count_refusals.ts";
import type { CalendarDay } from "./days.ts";
import type { ActiveFigure, DayFigure, RecentFigure } from "./queries.ts";

const Moment = Type.String({ format: "date-time" });
const Count = Type.Integer({ minimum: 0 });
const Active = Type.Union([Count, Type.Null()], { description: "Null where it was not counted on that day" });

export const OverviewReply = Type.Object({
  version: Type.String(),
  migrations: Type.Object({ count: Count, last: Type.String(), at: Moment }),
  users: Type.Object({ count: Count, is_estimate: Type.Boolean() }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: "YYYY-MM-DD; today is the last" }),
      sign_ins: Count,
      sign_ups: Count,
      refreshes: Count,
      refused: Count,
      mails: Count,
      sms: Count,
      active_day: Active,
      active_week: Active,
      active_month: Active,
    }),
  ),
  refused: Type.Array(Type.Object({ code: Type.String(), count: Count, before: Count }), {
    description: "Who was not let in, in 24 hours and in the 24 before, by the code of the refusal, the most frequent first",
  }),
  messages: Type.Object({
    waiting: Count,
    oldest_at: Type.Union([Moment, Type.Null()]),
    failed: Type.Integer({ minimum: 0, description: "Given up in 24 hours" }),
  }),
  hooks: Type.Array(
    Type.Object({ name: Type.String(), calls: Count, failures: Count, mean_ms: Type.Union([Count, Type.Null()]) }),
    { description: "In 24 hours, the slowest first" },
  ),
  webhooks: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      host: Type.String(),
      enabled: Type.Boolean(),
      behind: Type.Integer({ minimum: 0, description: "Entries of the audit log that it has not come to" }),
      failures: Count,
    }),
  ),
  keys: Type.Object({
    signs_with: Type.String({ description: "The algorithm of new tokens" }),
    api_keys: Count,
    next_api_key_end: Type.Union([Moment, Type.Null()]),
    oldest_operator_token_at: Type.Union([Moment, Type.Null()], { description: "When the oldest was issued that is in use" }),
  }),
  findings: Type.Union(
    [
      Type.Array(
        Type.Object({
          id: Type.String(),
          rule: Type.String(),
          severity: Type.Unsafe<Severity>({ type: "string", enum: [...SEVERITIES] }),
          title: Type.String(),
        }),
      ),
      Type.Null(),
    ],
    { description: "What needs somebody, the worst first, without what is dismissed; null without the right findings:read" },
  ),
});

const COUNTED = ["sign_ins", "sign_ups", "refreshes", "refused", "mails", "sms"] as const;
const ACTIVE = ["active_day", "active_week", "active_month"] as const;

type Figures<Names extends readonly string[], Value> = Record<Names[number], Value>;

export function presentDays(days: readonly CalendarDay[], figures: readonly DayFigure[], active: readonly ActiveFigure[]) {
  const sums = new Map<string, number>();
  for (const { day, name, count } of figures) sums.set(`${day} ${name}`, (sums.get(`${day} ${name}`) ?? 0) + count);
  const actives = new Map(active.map(({ day, name, count }) => [`${day} ${name}`, count]));
  return days.map(({ date }, index) => ({
    date,
    ...(Object.fromEntries(COUNTED.map((name) => [name, sums.get(`${index + 1} ${name}`) ?? 0])) as Figures<
      typeof COUNTED,
      number
    >),
    ...(Object.fromEntries(ACTIVE.map((name) => [name, actives.get(`${index + 1} ${name}`) ?? null])) as Figures<
      typeof ACTIVE,
      number | null
    >),
  }));
}

const MOST_CODES = 20;

export function presentRefusals(figures: readonly RecentFigure[]) {
  return figures
    .filter(({ name }) => name.startsWith(REFUSED))
    .map(({ name, count, before }) => ({ code: name.slice(REFUSED.length), count, before }))
    .sort((one, other) => other.count - one.count || other.before - one.before)
    .slice(0, MOST_CODES);
}

export function presentHooks(names: readonly string[], figures: readonly RecentFigure[]) {
  const counts = new Map(figures.map(({ name, count }) => [name, count]));
  return names
    .map((each) => HOOKS[each as HookName].wire)
    .map((name) => {
      const calls = counts.get(HOOK_CALLS + name) ?? 0;
      const ms = counts.get(HOOK_MS + name) ?? 0;
      const failures = counts.get(HOOK_FAILURES + name) ?? 0;
      return { name, calls, failures, mean_ms: calls === 0 ? null : Math.round(ms / calls) };
    })
    .sort((one, other) => (other.mean_ms ?? -1) - (one.mean_ms ?? -1));
}

export const presentWebhooks = (webhooks: readonly StoredWebhook[], last: number) =>
  webhooks.map(({ id, url, enabled, failures, number }) => ({
    ...{ id, host: new URL(url).host, enabled, failures },
    behind: Math.max(0, last - number),
  }));

export function presentKeys({ apiKeys, operatorTokens }: ObservedFacts, method: string, now: Date) {
  const good = apiKeys.filter(({ expires_at: end }) => end > now);
  const ends = good.map(({ expires_at: end }) => end.getTime());
  const issued = operatorTokens.flatMap(({ issued_at: at }) => (at ? [at.getTime()] : []));
  return {
    signs_with: method,
    api_keys: good.length,
    next_api_key_end: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
    oldest_operator_token_at: issued.length > 0 ? new Date(Math.min(...issued)).toISOString() : null,
  };
}

export function presentFindings(findings: readonly JudgedFinding[], request: Request) {
  const language = findingLanguage(request);
  return findings
    .filter(({ dismissal }) => !dismissal)
    .map(({ finding: { id, rule, severity, words } }) => ({ id, rule, severity, title: words[language].title }));
}
