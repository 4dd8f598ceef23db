// The session that a request opens.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { deviceName } from "./device.ts";
import type { NewSession } from "./session_row.ts";

/** `method`: how the user proved who they are, as the claim `amr` has it. */
export function newSession(
  { request, config, serverKeys, now }: Pick<AuthInput<unknown>, "request" | "config" | "serverKeys" | "now">,
  method: string,
): NewSession {
  const { "user-agent": userAgent } = request.headers;
  return {
    ...actOf({ request, now }),
    id: randomUUID(),
    method,
    userAgent,
    device: config.notifyNewDevice ? { name: deviceName(userAgent), config, serverKeys, request } : undefined,
    most: config.sessionsSinglePerUser ? 1 : config.sessionsMaxPerUser,
    limits: config,
  };
}
