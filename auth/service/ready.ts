// GET /ready: whether this replica should be sent requests; 503 with the names of what is not well.
import { NOT_READY, Readiness, readiness } from "../../kernel/http/readiness.ts";
import { endpoint } from "../endpoint.ts";

export const ready = endpoint({
  method: "GET",
  path: "/ready",
  access: "public",
  isRoutine: true,
  answersHead: true,
  summary: "Whether this replica should be sent requests",
  reply: Readiness,
  answers: { 503: NOT_READY },
  handle: ({ readyChecks, minorChecks }) => readiness(readyChecks, minorChecks),
});
