// GET, POST /code: the digits that came by mail.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { captchaFor } from "../html/captcha.ts";
import { alert, codeField, hidden, type Problem } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import type { Words } from "../language/words.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";

/** Why a mail was sent, and what auth calls its code. */
export const PURPOSES: Readonly<Record<string, string>> = { sign_in: "email", sign_up: "email", recover: "recovery" };

export const getCode = endpoint({
  method: "GET",
  path: "/code",
  access: "page",
  summary: "The page for the code of a mail",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => {
    const { email = "", purpose = "sign_in", next } = input.query;
    return email === "" ? redirect("/sign_in") : show(input, { email, purpose, next: safeNext(next) });
  },
});

export const postCode = endpoint({
  method: "POST",
  path: "/code",
  access: "page",
  summary: "Sign in with the code of a mail",
  form: true,
  body: Type.Object({ email: FormText, purpose: FormText, code: FormText, next: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { email = "", purpose = "sign_in", code = "" } = input.body;
    const next = safeNext(input.body.next);
    const type = PURPOSES[purpose] ?? "email";
    const verification = { type, email, token: code.replace(/\s/g, "") };
    const { body, refused } = await askAuth(input, { path: "/verify", body: verification });
    const session = body && sessionIn(body);
    if (session) return startSession(input, session, purpose === "recover" ? withQuery("/new_password", { next }) : next);
    return show(input, { email, purpose, next, refused: refused ?? { status: 422, code: "", retryAfter: undefined } });
  },
});

interface CodeView {
  email: string;
  purpose: string;
  next: string;
  refused?: Refusal;
}

function problemOf(refused: Refusal, words: Words): Problem {
  return commonProblem(refused, words) ?? { text: words.problems.wrongCode, field: "code" };
}

function show(input: WebInput, { email, purpose, next, refused }: CodeView): Answer {
  return answerPage(input, (words) => {
    const problem = refused && problemOf(refused, words);
    const { title, sent, act, again, wait } = words.code;
    // For the other message alone.
    const captcha = captchaFor(input.config, words);
    const body = html`<h1>${title}</h1>
<p>${sent(email)}</p>
${alert(problem)}
<form method="post" action="/code">
${codeField(words, problem)}
${[hidden("email", email), hidden("purpose", purpose), hidden("next", next)]}
<div class="stack"><button class="main">${act}</button>
${captcha?.widget}
<button formaction="/code/request" formnovalidate>${again}</button></div>
<p class="hint">${wait}</p>
</form>
<p class="links"><a href="${withQuery("/sign_in", { next })}">${words.back}</a></p>`;
    return { title, body, status: refused ? statusOf(refused) : 200, ...(captcha && { headers: captcha.headers }) };
  });
}
