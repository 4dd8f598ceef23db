// The session that a request opens.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import type { NewSession } from "./queries.ts";

/** `method`: how the user proved who they are, as the claim `amr` has it. */
export function newSession(
  { request, config, now }: Pick<AuthInput<unknown>, "request" | "config" | "now">,
  method: string,
): NewSession {
  return {
    ...actOf({ request, now }),
    id: randomUUID(),
    method,
    userAgent: request.headers["user-agent"],
    most: config.sessionsSinglePerUser ? 1 : config.sessionsMaxPerUser,
    limits: config,
  };
}
