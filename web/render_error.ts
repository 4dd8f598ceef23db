// An error as the browser gets it: JSON for the app, a page for people.
import type { Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import type { Rendered } from "../kernel/http/service.ts";
import { faultPage } from "./html/fault_page.ts";
import type { Look } from "./html/layout.ts";
import { PAGE_HEADERS } from "./http/security_headers.ts";
import { languageOf } from "./language/language.ts";

/** Scripts call these paths or accept no HTML; people open everything else. */
const isCalledByScript = ({ path, headers }: Request) =>
  /^\/(api|session|health|ready)(\/|$)|\/(passkey|key)(\/|$)/.test(path) || !(headers.accept ?? "").includes("text/html");

export function renderBy(look: Look, now: () => Date) {
  return (fault: Fault, request: Request): Rendered => {
    const language = languageOf(request);
    const message = fault.messageFor(language);
    if (isCalledByScript(request)) return { body: { code: fault.code, error: message, request_id: request.id, ...fault.body } };
    const body = faultPage({
      ...look,
      now: now(),
      language,
      status: fault.status,
      code: fault.code,
      message,
      requestId: request.id,
    });
    return { headers: { ...PAGE_HEADERS, "content-type": "text/html; charset=utf-8" }, body };
  };
}
