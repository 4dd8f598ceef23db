// GET /ready: whether this replica should be sent requests; 503 with the names of what is not well.
import { Readiness, readiness } from "../../kernel/http/readiness.ts";
import { endpoint } from "../endpoint.ts";

export const ready = endpoint({
  method: "GET",
  path: "/ready",
  access: "public",
  alsoAtRoot: true,
  isRoutine: true,
  summary: "Whether this replica should be sent requests",
  reply: Readiness,
  handle: ({ readyChecks, minorChecks }) => readiness(readyChecks, minorChecks),
});
