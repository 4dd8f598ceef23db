// The origin of a request: how the browser names us.
import type { Request } from "../../kernel/http/endpoint.ts";

export function originOf({ headers, secure }: Pick<Request, "headers" | "secure">): string {
  return `${secure ? "https" : "http"}://${headers.host ?? "localhost"}`;
}
