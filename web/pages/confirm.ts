// GET, POST /confirm: where the links of mails lead. Programs that open every link in a mail only see the page; the button uses the link, in whatever
// browser: who has the mail has the address, and no secret of the browser that asked is needed.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { hidden } from "../html/form_fields.ts";
import { FormText, HtmlReply } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import type { Words } from "../language/words.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { answerOver } from "./confirm_over.ts";

export const getConfirm = endpoint({
  method: "GET",
  path: "/confirm",
  access: "page",
  summary: "The page that a mail leads to",
  query: Type.Object({ token: FormText, type: FormText, redirect_to: FormText, lang: FormText }),
  ...HtmlReply,
  handle: (input) => {
    const { token = "", type = "", redirect_to: target = "" } = input.query;
    const next = pathHere(input, target);
    if (token === "") return answerOver(input, { type, next: next ?? "/" });
    return next === undefined ? askElsewhere(input, { token, type, target }) : askHere(input, { token, type, next });
  },
});

export const postConfirm = endpoint({
  method: "POST",
  path: "/confirm",
  access: "page",
  summary: "Use the link of a mail",
  form: true,
  body: Type.Object({ token: FormText, type: FormText, next: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { token = "", type = "" } = input.body;
    const next = safeNext(input.body.next);
    const { body, refused } = await askAuth(input, { path: "/verify", body: { type, token_hash: token } });
    const session = body && sessionIn(body);
    const isNew = type === "recovery" || type === "invite";
    if (session) return startSession(input, session, isNew ? withQuery("/new_password", { next }) : next);
    return body ? halfway(input) : answerOver(input, { type, next, refused });
  },
});

/** Where a link goes on that leads here in the end; undefined where it leads to another app, which has to finish what it began. */
function pathHere(input: WebInput, target: string): string | undefined {
  if (target === "") return "/";
  const url = URL.parse(target);
  const own = URL.parse(ownUrl(input));
  return url && url.origin === own?.origin ? safeNext(url.pathname + url.search) : undefined;
}

type Kind = keyof Words["confirm"]["titles"];

const kindOf = (type: string, words: Words): Kind => (Object.hasOwn(words.confirm.titles, type) ? (type as Kind) : "email");

function askHere(input: WebInput, { token, type, next }: { token: string; type: string; next: string }): Answer {
  return answerPage(input, (words) => {
    const title = words.confirm.titles[kindOf(type, words)];
    const body = html`<h1>${title}</h1>
<p>${words.confirm.explain}</p>
<form method="post" action="/confirm">
${[hidden("token", token), hidden("type", type), hidden("next", next)]}
<div class="stack"><button class="main" autofocus>${words.confirm.acts[kindOf(type, words)]}</button></div>
</form>`;
    return { title, body };
  });
}

/** Of a token whose session goes to the browser that asked alone: there the app keeps the secret that belongs to it. */
const PKCE_PREFIX = "pkce_";

/** By a link, because a form may not lead to another site. */
function askElsewhere(input: WebInput, { token, type, target }: { token: string; type: string; target: string }): Answer {
  const auth = input.config.authExternalUrl ?? input.config.authUrl;
  const url = auth + withQuery("/verify", { token, type, redirect_to: target });
  const { protocol = "", host = "" } = URL.parse(target) ?? {};
  const isWeb = protocol === "http:" || protocol === "https:";
  return answerPage(input, (words) => {
    const title = words.confirm.titles[kindOf(type, words)];
    const { explain, elsewhere, inApp, sameBrowser, sameDevice } = words.confirm;
    const isBound = token.startsWith(PKCE_PREFIX);
    const body = html`<h1>${title}</h1>
<p>${explain} ${isWeb ? elsewhere(host) : inApp}</p>
${isBound && html`<p>${isWeb ? sameBrowser(host) : sameDevice}</p>`}
<div class="stack"><a class="button main" href="${url}" rel="noreferrer">${words.confirm.acts[kindOf(type, words)]}</a></div>`;
    return { title, body };
  });
}

function halfway(input: WebInput): Answer {
  return answerPage(input, (words) => ({
    title: words.confirm.halfwayTitle,
    body: html`<h1>${words.confirm.halfwayTitle}</h1><p>${words.confirm.halfway}</p>`,
  }));
}
