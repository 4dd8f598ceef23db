// The session of somebody who came in by an external provider.
import { randomUUID } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import type { NewSession } from "../sessions/queries.ts";

export function newExternalSession({ request, config, now }: AuthInput<unknown>): NewSession {
  return {
    id: randomUUID(),
    method: "oauth",
    ip: request.ip,
    userAgent: request.headers["user-agent"],
    isOnlyOne: config.sessionsSinglePerUser,
    now,
  };
}
