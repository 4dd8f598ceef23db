// GET /admin/overview: how the server is doing: who comes in and who does not, what waits, and what needs somebody. What it costs does not grow
// with the data, because figures are kept by hour.
//
// What is where in this slice: count_figures.ts counts the logs, live_figures.ts what no table has, queries.ts reads.
import { Type } from "typebox";
import { ADOPTED_HISTORY } from "../adoption/adopt.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFindings } from "../findings/shown_finding.ts";
import { hasRight } from "../grants/administrator.ts";
import { DAYS_SHOWN } from "./count_figures.ts";
import { lastDays } from "./days.ts";
import { HOUR_MS } from "./live_figures.ts";
import {
  OverviewReply,
  presentDays,
  presentFindings,
  presentHooks,
  presentKeys,
  presentRefusals,
  presentWebhooks,
} from "./overview_reply.ts";
import {
  countUsers,
  listActiveFigures,
  listDayFigures,
  listFreshFigures,
  listRecentFigures,
  readLogEnd,
  readMigrations,
} from "./queries.ts";

export const adminOverview = endpoint({
  method: "GET",
  path: "/admin/overview",
  access: "admin",
  right: "overview:read",
  summary: "How the server is doing, and what needs somebody",
  query: Type.Object({
    time_zone: Type.Optional(Type.String({ maxLength: 60, description: "Whose days are counted; UTC unless given" })),
  }),
  reply: OverviewReply,
  handle: async ({ query, ...input }) => {
    const { caller, config, db, figures, keys, now, version } = input;
    const days = lastDays(query.time_zone ?? "UTC", DAYS_SHOWN, now);
    if (!days) throw fail.invalid({ values: { field: "time_zone", problem: "is no time zone" } });
    await figures.flush();
    const starts = days.map(({ start }) => start);
    // Whole hours: the one that runs, and those before it.
    const since = new Date((Math.floor(now.getTime() / HOUR_MS) - 23) * HOUR_MS);
    const [judged, users, kept, fresh, active, recent, logEnd, migrations] = await Promise.all([
      readFindings(input),
      countUsers(db),
      listDayFigures(db, starts),
      listFreshFigures(db, starts),
      listActiveFigures(db, starts),
      listRecentFigures(db, since, new Date(since.getTime() - 24 * HOUR_MS)),
      readLogEnd(db),
      readMigrations(db, config.adoptedSchema === undefined ? "migrations" : ADOPTED_HISTORY),
    ]);
    const { observed, findings } = judged;
    const { backlog, failedMessages } = observed;
    const mayReadFindings = caller.administrator !== undefined && hasRight(caller.administrator, "findings:read");
    return {
      version,
      migrations: { count: migrations.count, last: migrations.last, at: migrations.at.toISOString() },
      users,
      days: presentDays(days, [...kept, ...fresh], active),
      refused: presentRefusals(recent),
      messages: { waiting: backlog.waiting, oldest_at: backlog.oldest?.toISOString() ?? null, failed: failedMessages },
      hooks: presentHooks(Object.keys(config.hooks), recent),
      webhooks: presentWebhooks(observed.webhooks, logEnd.last),
      keys: presentKeys(observed, keys.method, now),
      findings: mayReadFindings ? presentFindings(findings, input.request) : null,
    };
  },
});
