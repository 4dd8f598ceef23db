// GET /agenda.ics: due and expected transactions as a calendar to subscribe to. Calendar programs cannot sign in, so the URL
// contains an API token with this one right.
import { createHash } from "node:crypto";
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { addDays, dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { readFar } from "../extension/far_days.ts";
import { findForecast } from "../forecast/find_forecast.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { calendarText } from "./calendar_file.ts";
import { eventsOf, MOST_EVENTS } from "./events.ts";

const DAYS_AHEAD = 365;

export const getAgendaIcs = endpoint({
  method: "GET",
  path: "/agenda.ics",
  access: "public",
  summary: "What is not paid yet and the invoices of cards, from a year back to a year ahead, as a calendar (RFC 5545)",
  query: Type.Object({
    token: Type.String({ pattern: "^cofre_[A-Za-z0-9]{40}$", description: "An API token whose only scope is agenda:read" }),
  }),
  readsFields: true,
  reply: Type.String(),
  mediaType: "text/calendar",
  replyHeaders: { ETag: "Of what the calendar holds", "Cache-Control": "private, no-cache" },
  answers: { 304: { description: "It is as If-None-Match says", reply: NoBody, headers: { ETag: "The same" } } },
  refuses: [401],
  handle: async ({ query, request, openAddress, db, now }) => {
    const caller = await openAddress(query.token, "agenda:read");
    const today = dayIn(caller.timeZone, now);
    const end = addDays(today, DAYS_AHEAD);
    const { result } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findForecast(tx, { spaceId: caller.spaceId, start: today, end, mostOverdue: MOST_EVENTS })),
      ({ extendedThrough }) => ({ end, extendedThrough }),
    );
    const text = calendarText({
      name: "Cofre",
      stamp: new Date(today),
      events: eventsOf(result.expected, { spaceId: caller.spaceId, today, end }),
    });
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    const headers = { etag, "cache-control": "private, no-cache" };
    if (isKnown(request.headers["if-none-match"], etag)) return new Answer(304, headers);
    return new Answer(200, { ...headers, "content-type": "text/calendar; charset=utf-8" }, text);
  },
});

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
