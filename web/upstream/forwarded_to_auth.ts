// What auth is told besides, where it may send mails: the links in them lead to our page. It uses them by a button, so that programs which open
// every link in a mail do not.
import type { WebInput } from "../endpoint.ts";
import { ownUrl } from "../http/own_url.ts";
import { forwarded } from "./forwarded.ts";

export function forwardedToAuth(input: Pick<WebInput, "config" | "request">, accessToken?: string): Record<string, string> {
  return { ...forwarded(input.request, accessToken), "x-link-page": `${ownUrl(input)}/confirm` };
}
