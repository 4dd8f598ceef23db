// GET /agenda.ics: the agenda for other calendars, which have no cookie: the token of the address opens it, at finance, and nothing else.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { throwUnavailable } from "../upstream/unavailable.ts";
import { passOn } from "./passed_on.ts";

export const getAgendaIcs = endpoint({
  method: "GET",
  path: "/agenda.ics",
  access: "public",
  summary: "The agenda as a calendar (RFC 5545)",
  query: Type.Object({ token: Type.String({ pattern: "^cofre_[A-Za-z0-9]{40}$" }) }),
  reply: Type.String(),
  mediaType: "text/calendar",
  refuses: [401, 503],
  handle: async ({ finance, request, query }) => {
    const etag = request.headers["if-none-match"];
    const headers = { ...forwarded(request), ...(etag !== undefined && { "if-none-match": etag }) };
    const answer = await finance.send({ path: `/agenda.ics?token=${query.token}`, headers }).catch(throwUnavailable);
    return passOn(request, answer);
  },
});
