// FINANCE_UPSTREAM_ANSWERS: what the original service does where it is known to differ from its documentation, which we follow otherwise.
// Each difference is in docs/compatibility/finance.md; those that are about one endpoint are decided in its own file.
import type { Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import type { FinanceConfig } from "./config.ts";
import { render } from "./errors.ts";

/** A change is answered 201, like what is new. */
export function successStatus(
  { method, status = 200 }: { method: string; status?: number },
  { upstreamAnswers }: Pick<FinanceConfig, "upstreamAnswers">,
): number {
  return upstreamAnswers && method === "PUT" ? 201 : status;
}

/** Without credentials a text that is no JSON, and for a path that nobody serves the same words in every language. */
export function renderAsUpstream(fault: Fault, request: Request): ReturnType<typeof render> {
  if (fault.code === "unauthorized" && request.headers.authorization === undefined)
    return { headers: { "content-type": "text/html; charset=utf-8" }, body: "HTTP Basic: Access denied." };
  return fault.code === "unknown_route" ? { body: { error: "not found" } } : render(fault, request);
}
