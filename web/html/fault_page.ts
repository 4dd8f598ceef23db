// What people see where a page could not be shown.
import type { Language } from "../language/language.ts";
import { WORDS } from "../language/words.ts";
import { html } from "./html.ts";
import { frame, type Look } from "./layout.ts";

interface FaultView extends Look {
  now: Date;
  language: Language;
  status: number;
  code: string;
  message: string;
  requestId: string;
}

export function faultPage({ language, status, code, message, requestId, ...look }: FaultView): string {
  const { fault, https } = WORDS[language];
  if (code === "https_only") {
    const body = html`<h1>${https.title}</h1><p>${https.explain}</p><ul><li>${https.own}</li><li>${https.proxy}</li></ul><p>${https.here}</p>`;
    return frame({ ...look, language, title: https.title, body });
  }
  const title = status === 404 ? message.charAt(0).toUpperCase() + message.slice(1) : fault.title;
  const body = html`<h1>${title}</h1>
${status !== 404 && html`<p>${message}</p>`}
<div class="stack"><a class="button main" href="/">${fault.home}</a></div>
<p class="hint">${fault.id}: ${requestId}</p>`;
  return frame({ ...look, language, title, body });
}
