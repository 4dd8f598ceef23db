// What an entry of the audit log says of the request behind it.
import type { Request } from "../../kernel/http/endpoint.ts";

export interface Act {
  ip: string;
  /** As in the service's log, and in the header X-Request-Id of the answer. */
  requestId: string;
  now: Date;
}

export function actOf({ request, now }: { request: Pick<Request, "ip" | "id">; now: Date }): Act {
  return { ip: request.ip, requestId: request.id, now };
}
