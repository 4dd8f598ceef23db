// What the audit log says of the request behind an entry.
import type { Request } from "../../kernel/http/endpoint.ts";

export interface Act {
  ip: string;
  /** As in the service's log, and in the header X-Request-Id of the answer. */
  requestId: string;
  now: Date;
  /** Of administrators: the entry is written to their own log too. */
  administrator?: ActingAdministrator;
}

/** Who administrates, as entries name them. */
export interface ActingAdministrator {
  kind: "user" | "api_key" | "token" | "owner_code" | "command_line";
  /** Of the user or the key. */
  id: string | null;
  /** At that time. */
  name: string;
  role: string | null;
  /** In their own words. */
  reason: string | null;
  userAgent: string | null;
}

export function actOf({ request, now }: { request: Pick<Request, "ip" | "id">; now: Date }): Act {
  return { ip: request.ip, requestId: request.id, now };
}
