// Which headers of finance's answers go on to the browser.
import type { IncomingHttpHeaders } from "node:http";

const ANSWERED =
  /^(content-type|content-disposition|content-language|etag|last-modified|link|retry-after|location|x-request-id|cofre-.+)$/;

export function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => typeof value === "string" && ANSWERED.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
