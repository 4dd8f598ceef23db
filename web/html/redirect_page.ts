// A page that leads on by itself. No form of ours may lead to another site, not even by a redirect, so that where one would, this page is between.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { html } from "./html.ts";
import { answerPage } from "./layout.ts";

export function redirectPage(input: WebInput, url: string, headers: Record<string, string | string[]> = {}): Answer {
  return answerPage(input, ({ consent: { onTitle, on } }) => ({
    title: onTitle,
    headers,
    body: html`<meta http-equiv="refresh" content="0;url=${url}"><h1>${onTitle}</h1>
<div class="stack"><a class="button main" href="${url}" rel="noreferrer">${on}</a></div>`,
  }));
}
